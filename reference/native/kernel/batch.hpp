// A batch: the puzzles of a job that one thread takes through its lanes.
//
// Each lane has a board and a stack of alternatives. Rounds go over all lanes. A lane in which nothing changes waits for
// locked candidates; these are applied when enough lanes wait, and the lane guesses if they change nothing either. A
// lane that is done takes the next puzzle; if there is none left, it takes an alternative of a lane that has several.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "answers.hpp"
#include "boards.hpp"
#include "guess.hpp"
#include "locked.hpp"
#include "one_board.hpp"
#include "program.hpp"
#include "rule_player.hpp"
#include "searches.hpp"

namespace unitdoku {

template <class Mask>
class Batch {
public:
    // Takes puzzles off the queue, which several batches may share, and answers them. With `few` of them, most lanes
    // would be idle.
    Batch(const Program& program, const Puzzles<Mask>& puzzles, Queue& queue, const Limits& limits, Answers& answers, bool few)
        : program(program), puzzles(puzzles), queue(queue), limits(limits), answers(answers), room(board_room(program)),
          rounds_between_looks(std::clamp<std::size_t>((std::size_t{1} << 16) / std::max<std::size_t>(1, program.unit_cells), 1, 32)),
          locked(program), guesser(program), player(program), rule_player(program), board(rounded_cells(program.cell_count)), searches(lanes) {
        if constexpr (OneBoard::takes<Mask>) {
            if (few && program.board_lists) {
                one_board = std::make_unique<OneBoard>(program);
            }
        }
    }

    // Works until all puzzles are answered (then returns true), the stream is full, the time is over, or `rounds` have
    // been played in all runs. It plays some rounds before it looks at the clock, so that a sequence of very short runs
    // also ends.
    bool run(Clock::time_point until, std::uint64_t rounds) {
        for (std::size_t count = 0;; ++count) {
            if (count % rounds_between_looks == 0 && late(until) && count > 0) {
                return false;
            }
            if (idle_lanes() && !give_work()) {
                return true;
            }
            if (round >= rounds || (limits.stream && answers.streamed() >= limits.stream)) {
                return false;
            }
            if (enough_wait()) {
                look_for_locked();
            }
            RoundResult result = player.play(board.data());
            rule_player.play(board.data(), running, result);
            ++round;
            const LaneSet dead = running & result.dead;
            const LaneSet solved = running & result.solved;
            const LaneSet stalled = running & ~dead & ~solved & ~result.changed;
            for_each_lane(stalled, [&](int lane) { stop_running(lane); });
            waiting |= stalled;
            // A solution in one lane may end the work of others.
            for_each_lane(dead, [&](int lane) {
                if (running & lane_bit(lane)) {
                    next_alternative(lane);
                }
            });
            for_each_lane(solved, [&](int lane) {
                if (running & lane_bit(lane)) {
                    add_solution(lane);
                }
            });
        }
    }

    // Forgets all searches, and takes puzzles off the queue anew.
    void restart(const Limits& changed) {
        release(all_lanes);
        searches.end_all();
        limits = changed;
        taken = {};
        puzzles_left = true;
        round = looked = 0;
    }

    // The rounds played in all runs since it began.
    std::uint64_t rounds() const { return round; }

private:
    static constexpr int lanes = lane_count<Mask>;
    static constexpr LaneSet all_lanes = ~LaneSet{0} >> (64 - lanes);
    static constexpr int enough_waiting = 5;          // one of this many
    static constexpr std::uint64_t most_rounds = 64;  // that few lanes may wait while the others do not

    LaneView<Mask> board_of(int lane) { return {board.data(), lane}; }

    LaneSet in_use() const { return running | waiting; }
    LaneSet idle_lanes() const { return all_lanes & ~in_use(); }

    // Returns whether the time of the run is over; ends searches whose own time is over.
    bool late(Clock::time_point until) {
        now = Clock::now();
        if (limits.seconds >= 0) {
            for (Search& search : searches.all) {
                if (search.lanes && now >= search.deadline) {
                    end(search, false, false);
                }
            }
        }
        return now >= until;
    }

    // Gives puzzles, or alternatives of other lanes, to idle lanes. Returns whether any lane has work.
    bool give_work() {
        for_each_lane(idle_lanes(), [&](int lane) {
            if (!puzzles_left || !take_puzzle(lane)) {
                take_alternative(lane);
            }
        });
        return in_use() != 0;
    }

    bool take_puzzle(int lane) {
        while (true) {
            if (taken.empty()) {
                taken = queue.take();
            }
            if (taken.empty() || limits.seconds == 0) {  // without time no puzzle is begun
                puzzles_left = false;
                return false;
            }
            const std::size_t puzzle = taken.first++;
            if constexpr (OneBoard::takes<Mask>) {
                if (one_board && one_board->search(puzzle, puzzles, limits, answers)) {
                    continue;
                }
            }
            begin(lane, searches.begin(puzzle, now, limits.seconds));
            if (one_board) {
                go_on(lane);
            } else {
                puzzles.put(puzzle, board_of(lane));
            }
            return true;
        }
    }

    // Takes over a search that one board has begun.
    void go_on(int lane) {
        if constexpr (OneBoard::takes<Mask>) {
            LaneWork<Mask>& work = lane_data[lane];
            std::swap(work.stack, one_board->stack);
            next_alternative(lane);
            work.effort = one_board->effort;
            work.in_a_row = one_board->in_a_row;
            sharing |= lane_bit(lane);
        }
    }

    void begin(int lane, Search& search) {
        search.lanes |= lane_bit(lane);
        lane_data[lane].begin(search, round);
        running |= lane_bit(lane);
    }

    // Takes over the last alternative of the lane that has most of them.
    void take_alternative(int lane) {
        int donor = -1, most = 0;
        for_each_lane(sharing & in_use(), [&](int other) {
            const int size = lane_data[other].stack.size() - lane_data[other].below_leaf;
            if (size > most && may_share(other)) {
                most = size;
                donor = other;
            }
        });
        if (donor < 0) {
            return;
        }
        LaneWork<Mask>& giver = lane_data[donor];
        board_of(lane).read(giver.stack.take_from_bottom(room), program.cell_count);
        begin(lane, *giver.search);
        sharing |= lane_bit(lane);
    }

    bool may_share(int lane) const {
        return std::popcount(lane_data[lane].search->lanes) < limits.lanes;
    }

    bool enough_wait() const {
        const int count = std::popcount(waiting);
        return count && (enough_waiting * count >= std::popcount(running | waiting) || round - looked >= most_rounds);
    }

    // Applies locked candidates in the lanes that wait; where they change nothing, guesses.
    void look_for_locked() {
        const LaneSet asked = waiting;
        looked = round;
        LaneSet tight = 0;
        for_each_lane(asked, [&](int lane) { tight |= guesser.is_loose(lane_data[lane].in_a_row) ? 0 : lane_bit(lane); });
        const LaneSet changed = tight ? locked.apply(board.data(), tight) : 0;
        for_each_lane(asked, [&](int lane) {
            ++lane_data[lane].effort.rounds;
            lane_data[lane].since = round;
        });
        // All boards are copied before the first is read: a vector is read fast only a while after its parts were written.
        Mask* copies[lanes] = {};
        for_each_lane(asked & ~changed, [&](int lane) { copies[lane] = lane_data[lane].stack.push(room); });
        write_boards(board.data(), asked & ~changed, copies, program.cell_count);
        for_each_lane(asked & ~changed, [&](int lane) { guesser.guess(board_of(lane), lane_data[lane], room); });
        sharing |= asked & ~changed;
        running |= asked;
        waiting = 0;
    }

    void stop_running(int lane) {
        running &= ~lane_bit(lane);
        lane_data[lane].effort.rounds += round - lane_data[lane].since;
    }

    void next_alternative(int lane) {
        LaneWork<Mask>& data = lane_data[lane];
        if (data.stack.empty()) {
            leave(lane);
        } else {
            board_of(lane).read(data.stack.pop(room), program.cell_count);
            data.in_a_row = 0;
            data.below_leaf -= data.below_leaf > 0;
        }
    }

    Effort effort_of(int lane) const {
        Effort effort = lane_data[lane].effort;
        effort.rounds += running & lane_bit(lane) ? round - lane_data[lane].since : 0;
        return effort;
    }

    void add_solution(int lane) {
        Search& search = *lane_data[lane].search;
        if (std::uint8_t* place = answers.add(search.puzzle)) {
            board_of(lane).write_values(place, program.cell_count);
        }
        lane_data[lane].leave_leaf();
        if (answers[search.puzzle].count < limits.solutions) {
            next_alternative(lane);
        } else {
            end(search, true, false);
        }
    }

    // Ends the work of a lane that has searched its part of the tree.
    void leave(int lane) {
        Search& search = *lane_data[lane].search;
        search.effort += effort_of(lane);
        search.lanes &= ~lane_bit(lane);
        release(lane_bit(lane));
        if (!search.lanes) {
            end(search, true, true);
        }
    }

    void end(Search& search, bool finished, bool exhausted) {
        for_each_lane(search.lanes, [&](int lane) { search.effort += effort_of(lane); });
        release(search.lanes);
        Answer& answer = answers[search.puzzle];
        answer.guesses = search.effort.guesses;
        answer.rounds = search.effort.rounds;
        answer.finished = finished;
        answer.exhausted = exhausted || (finished && answer.guesses == 0);
        searches.end(search);
    }

    void release(LaneSet set) {
        running &= ~set;
        waiting &= ~set;
        sharing &= ~set;
        for_each_lane(set, [&](int lane) { lane_data[lane].stack.clear(); });
    }

    const Program& program;
    const Puzzles<Mask>& puzzles;
    Queue& queue;
    Limits limits;
    Answers& answers;
    const int room;                          // masks of a board on a stack
    const std::size_t rounds_between_looks;  // at the clock
    LockedCandidates<Mask> locked;
    Guesser<Mask> guesser;
    RoundPlayer<Mask> player;
    RulePlayer<Mask> rule_player;
    std::vector<Cell<Mask>> board;
    LaneWork<Mask> lane_data[lanes];
    LaneSet running = 0;  // something may change
    LaneSet waiting = 0;  // for locked candidates
    LaneSet sharing = 0;  // guessed, so that there may be alternatives for other lanes
    std::uint64_t round = 0;
    std::uint64_t looked = 0;  // the round before which locked candidates were last applied

    std::unique_ptr<OneBoard> one_board;  // begins each search, where there is one
    Searches searches;
    Range taken;  // off the queue, and not yet begun
    bool puzzles_left = true;
    Clock::time_point now{};
};

}  // namespace unitdoku

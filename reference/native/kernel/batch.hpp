// A batch: what one thread takes of the puzzles of a job, through its lanes, until all are answered.
//
// Each lane has a board and a stack of alternatives. Rounds go over all lanes; a lane in which nothing changes waits for
// locked candidates, which are looked for when enough lanes wait, and guesses when these find nothing either. A lane
// that is done takes the next puzzle, or, when there is none left, an alternative of a lane that still has several.
#pragma once

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "answers.hpp"
#include "boards.hpp"
#include "choice.hpp"
#include "locked.hpp"
#include "program.hpp"
#include "queue.hpp"
#include "round.hpp"
#include "segments.hpp"

namespace unitdoku {

using Clock = std::chrono::steady_clock;

template <class Mask>
class Batch {
public:
    // Takes puzzles off the queue, which several batches may share, and answers them.
    Batch(const Program& program, const Puzzles<Mask>& puzzles, Queue& queue, const Terms& terms, Answers& answers)
        : program(program), puzzles(puzzles), queue(queue), terms(terms), answers(answers), room(board_room(program)),
          segment_room(std::max<std::size_t>(64, (std::size_t{1} << 18) / program.cell_count)),
          rounds_between_looks(std::clamp<std::size_t>((std::size_t{1} << 16) / std::max<std::size_t>(1, program.unit_cells()), 1, 32)),
          counts_only(answers.keep == Answers::Keep::nothing && terms.limit == no_limit), locked(program), choice(program),
          board(program.cell_count) {}

    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    // Goes on until all puzzles are answered (then returns true), the stream is full, or the time has come: not before
    // some rounds are played, so that runs come to an end however short they are.
    bool run(Clock::time_point until) {
        streamed = 0;
        for (std::size_t count = 0;; ++count) {
            if (count % rounds_between_looks == 0 && late(until) && count > 0) {
                return false;
            }
            if (terms.stream && streamed >= terms.stream) {
                return false;
            }
            if (idle_lanes() && !give_work()) {
                return true;
            }
            if (enough_wait()) {
                look_for_locked();
            }
            const RoundResult result = play_round<Mask>(program, board.data());
            ++round;
            const LaneSet dead = running & result.dead;
            const LaneSet solved = running & result.solved;
            const LaneSet stalled = running & ~dead & ~solved & ~result.changed;
            for_each(stalled, [&](int lane) { stop_running(lane); });
            waiting |= stalled;
            // What one lane finds may end the work of others.
            for_each(dead, [&](int lane) {
                if (running & bit(lane)) {
                    next_alternative(lane);
                }
            });
            for_each(solved, [&](int lane) {
                if (running & bit(lane)) {
                    take_solution(lane);
                }
            });
        }
    }

private:
    static constexpr int lanes = lane_count<Mask>;
    static constexpr LaneSet all_lanes = ~LaneSet{0} >> (64 - lanes);
    static constexpr int enough_waiting = 5;  // one of so many
    static constexpr std::uint64_t most_rounds = 64;  // that a few may wait, while others have no need to
    static constexpr std::uint64_t guesses_before_sharing = 2;

    struct Lane {
        BoardStack<Mask> stack;
        Search* search = nullptr;
        Segment* segment = nullptr;
        Effort effort;                  // for the segment, rounds up to `since`
        std::uint64_t since = 0;        // the round in which it began to run
    };

    template <class Action>
    static void for_each(LaneSet set, Action action) {
        for (; set; set &= set - 1) {
            action(std::countr_zero(set));
        }
    }

    static LaneSet bit(int lane) { return LaneSet{1} << lane; }

    LaneSet in_use() const { return running | waiting | parked; }
    LaneSet idle_lanes() const { return all_lanes & ~in_use(); }

    // Whether the time has come for the run; ends searches whose own time is over.
    bool late(Clock::time_point until) {
        now = Clock::now();
        if (terms.seconds >= 0) {
            for (int slot = 0; slot < lanes; ++slot) {
                if (searches[slot].first && now >= deadlines[slot]) {
                    cut_off(searches[slot]);
                }
            }
        }
        return now >= until;
    }

    // Puzzles, or alternatives of others, for idle lanes. Returns whether any lane has work.
    bool give_work() {
        for_each(idle_lanes(), [&](int lane) {
            if (!puzzles_left || !take_puzzle(lane)) {
                take_alternative(lane);
            }
        });
        return in_use() != 0;
    }

    bool take_puzzle(int lane) {
        if (taken.empty()) {
            taken = queue.take();
        }
        const bool no_time = terms.seconds == 0;  // then nothing is begun
        if (taken.empty() || no_time) {
            puzzles_left = false;
            return false;
        }
        const std::size_t puzzle = taken.first++;
        const int slot = std::countr_zero(free_slots);  // there are as many as lanes
        free_slots &= ~bit(slot);
        searches[slot] = {puzzle, segments.take(), {}, false};
        if (terms.seconds >= 0) {
            deadlines[slot] = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(terms.seconds));
        }
        puzzles.put(puzzle, LaneView<Mask>(board.data(), lane));
        begin(lane, searches[slot], *searches[slot].first);
        return true;
    }

    void begin(int lane, Search& search, Segment& segment) {
        segment.lane = lane;
        lane_data[lane].search = &search;
        lane_data[lane].segment = &segment;
        lane_data[lane].effort = {};
        lane_data[lane].since = round;
        running |= bit(lane);
    }

    // Takes over the last alternative of the lane that has most of them.
    void take_alternative(int lane) {
        int donor = -1, most = 0;
        for_each(sharing & in_use(), [&](int other) {
            if (lane_data[other].stack.size() > most) {
                most = lane_data[other].stack.size();
                donor = other;
            }
        });
        if (donor < 0) {
            return;
        }
        Lane& giver = lane_data[donor];
        put_board(lane, giver.stack.take_from_bottom(room));
        Segment* segment = segments.take();
        segment->next = giver.segment->next;
        giver.segment->next = segment;
        begin(lane, *giver.search, *segment);
        sharing |= bit(lane);
    }

    bool enough_wait() const {
        const int count = std::popcount(waiting);
        return count && (enough_waiting * count >= std::popcount(running | waiting) || round - looked >= most_rounds);
    }

    // Locked candidates in the lanes that wait; where there are none, a guess.
    void look_for_locked() {
        const LaneSet asked = waiting;
        looked = round;
        const LaneSet changed = locked.apply(board.data(), asked);
        for_each(asked, [&](int lane) {
            ++lane_data[lane].effort.rounds;
            lane_data[lane].since = round;
        });
        for_each(asked & ~changed, [&](int lane) { guess(lane); });
        running |= asked;
        waiting = 0;
    }

    // The lowest candidate of the chosen cell goes into the lane, the board without it onto the stack.
    void guess(int lane) {
        Lane& data = lane_data[lane];
        LaneView<Mask> view(board.data(), lane);
        Mask* const rest = data.stack.push(room);
        for (int cell = 0; cell < program.cell_count; ++cell) {
            rest[cell] = view[cell];
        }
        const int cell = choice.choose(rest);
        const Mask lowest = rest[cell] & static_cast<Mask>(-rest[cell]);
        rest[cell] ^= lowest;
        view[cell] = lowest;
        if (++data.effort.guesses > guesses_before_sharing) {
            sharing |= bit(lane);
        }
    }

    void stop_running(int lane) {
        running &= ~bit(lane);
        lane_data[lane].effort.rounds += round - lane_data[lane].since;
    }

    void put_board(int lane, const Mask* from) {
        LaneView<Mask> view(board.data(), lane);
        for (int cell = 0; cell < program.cell_count; ++cell) {
            view[cell] = from[cell];
        }
    }

    void next_alternative(int lane) {
        Lane& data = lane_data[lane];
        if (data.stack.empty()) {
            stop_running(lane);
            complete(lane);
        } else {
            put_board(lane, data.stack.pop(room));
        }
    }

    Effort effort_of(int lane) const {
        return lane_data[lane].effort + Effort{0, running & bit(lane) ? round - lane_data[lane].since : 0};
    }

    void take_solution(int lane) {
        Lane& data = lane_data[lane];
        if (data.segment == data.search->first) {
            add_solution(lane);
        } else {
            keep_for_later(lane);
        }
    }

    void write_grid(int lane, std::uint8_t* values) {
        LaneView<Mask> view(board.data(), lane);
        for (int cell = 0; cell < program.cell_count; ++cell) {
            values[cell] = static_cast<std::uint8_t>(1 + std::countr_zero(view[cell]));
        }
    }

    void add_solution(int lane) {
        Lane& data = lane_data[lane];
        Search& search = *data.search;
        if (std::uint8_t* place = answers.add(search.puzzle)) {
            write_grid(lane, place);
            ++streamed;
        }
        Answer& answer = answers[search.puzzle];
        if (answer.count == terms.limit) {
            answer.exhausted = data.stack.empty() && !data.segment->next && !data.segment->cut;
            search.effort = search.effort + effort_of(lane);
            finish(search);
        } else {
            next_alternative(lane);
        }
    }

    // A solution of a segment before which others are not complete.
    void keep_for_later(int lane) {
        Lane& data = lane_data[lane];
        Segment& segment = *data.segment;
        if (counts_only) {
            ++segment.count;
            next_alternative(lane);
            return;
        }
        segment.waiting.push_back({effort_of(lane), data.stack.empty()});
        if (answers.keep != Answers::Keep::nothing) {
            segment.grids.resize(segment.grids.size() + program.cell_count);
            write_grid(lane, segment.grids.data() + segment.grids.size() - program.cell_count);
        }
        if (segment.waiting.size() >= terms.limit) {
            drop_after(segment);
            stop_running(lane);
            complete(lane);
        } else if (segment.waiting.size() >= segment_room && !data.stack.empty()) {
            stop_running(lane);
            parked |= bit(lane);
        } else {
            next_alternative(lane);
        }
    }

    // The lane has seen all of its segment.
    void complete(int lane) {
        Lane& data = lane_data[lane];
        Search& search = *data.search;
        data.segment->effort = data.effort;
        data.segment->lane = -1;
        release(lane);
        while (search.first && search.first->lane < 0) {
            Segment* const done = search.first;
            search.effort = search.effort + done->effort;
            search.first = done->next;
            segments.give_back(done);
            if (search.first && take_in_first(search)) {
                return;
            }
        }
        if (!search.first) {
            answers[search.puzzle].exhausted = true;
            finish(search);
        }
    }

    // What the segment that has become the first one has found; whether that was the end of the search.
    bool take_in_first(Search& search) {
        streamed += search.first->waiting.size();
        absorb(search, answers, terms.limit);
        if (search.over) {
            finish(search);
            return true;
        }
        const int lane = search.first->lane;
        if (lane >= 0 && parked & bit(lane)) {
            parked &= ~bit(lane);
            running |= bit(lane);
            lane_data[lane].since = round;
            next_alternative(lane);  // if all it had was taken by others, that completes this segment too
        }
        return !search.first;
    }

    void drop_after(Segment& segment) {
        while (segment.next) {
            Segment* const dropped = segment.next;
            segment.next = dropped->next;
            segment.cut = true;
            drop(dropped);
        }
    }

    void drop(Segment* segment) {
        if (segment->lane >= 0) {
            release(segment->lane);
        }
        segments.give_back(segment);
    }

    void release(int lane) {
        running &= ~bit(lane);
        waiting &= ~bit(lane);
        parked &= ~bit(lane);
        sharing &= ~bit(lane);
        lane_data[lane].stack.clear();
    }

    void finish(Search& search) {
        Answer& answer = answers[search.puzzle];
        answer.guesses = search.effort.guesses;
        answer.rounds = search.effort.rounds;
        answer.finished = true;
        end(search);
    }

    // The time of the puzzle is over: what is known by now has to do, solutions of later segments too.
    void cut_off(Search& search) {
        Effort effort;
        for (Segment* segment = search.first; segment; segment = segment->next) {
            effort = effort + (segment->lane >= 0 ? effort_of(segment->lane) : segment->effort);
        }
        effort = search.effort + effort;
        Search rest = search;
        for (bool is_first = true; rest.first && !rest.over; rest.first = rest.first->next, is_first = false) {
            if (!is_first) {
                absorb(rest, answers, terms.limit);
            }
        }
        Answer& answer = answers[search.puzzle];
        answer.exhausted = false;
        answer.guesses = effort.guesses;
        answer.rounds = effort.rounds;
        end(search);
    }

    void end(Search& search) {
        while (search.first) {
            Segment* const segment = search.first;
            search.first = segment->next;
            drop(segment);
        }
        free_slots |= bit(static_cast<int>(&search - searches));
    }

    const Program& program;
    const Puzzles<Mask>& puzzles;
    Queue& queue;
    const Terms terms;
    Answers& answers;
    const int room;                  // masks of a board on a stack
    const std::size_t segment_room;  // solutions that may wait in a segment
    const std::size_t rounds_between_looks;  // at the clock
    const bool counts_only;          // neither grids nor the limit ask for the order of solutions

    LockedCandidates<Mask> locked;
    Choice<Mask> choice;
    std::vector<Cell<Mask>> board;
    Lane lane_data[lanes];
    LaneSet running = 0;  // something may change
    LaneSet waiting = 0;  // for locked candidates
    LaneSet parked = 0;   // for segments before its own: too much waits there already
    LaneSet sharing = 0;  // has guessed often enough for others to help
    std::uint64_t round = 0;
    std::uint64_t looked = 0;  // the round before which locked candidates were last looked for

    Search searches[lanes];
    Clock::time_point deadlines[lanes];
    LaneSet free_slots = all_lanes;
    SegmentPool segments;
    Range taken;  // off the queue, and not yet begun
    bool puzzles_left = true;
    std::size_t streamed = 0;  // grids in this run
    Clock::time_point now{};
};

}  // namespace unitdoku

// The search trees of puzzles, shared by lanes and put together again in order.
//
// A depth-first search that tries the lowest value first defines the order of solutions. An idle lane may take the last
// of the alternatives on the stack of a busy lane. It gets a segment of the tree of its own, right after that of the
// busy lane. Segments are listed in the order of the tree.
//
// Where the order is asked for, solutions of the first segment go to the answers at once; those of later segments wait
// until all segments before are complete. So the solutions, their order, and the guesses and rounds up to the last
// solution within the limit are those of a search by one lane, however many lanes took part. Where it is not, every
// solution goes to the answers at once, and the guesses and rounds are those of all lanes.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "answers.hpp"

namespace unitdoku {

using Clock = std::chrono::steady_clock;

// What is asked of each puzzle of a job.
struct Limits {
    std::uint64_t solutions = 2;
    double seconds = 0;      // below 0: no limit
    std::size_t stream = 0;  // a run ends when this many grids can be taken; 0: it does not
    bool ordered = true;     // solutions come in the order of the tree; if not, as they are found
};

struct Effort {
    std::uint64_t guesses = 0;
    std::uint64_t rounds = 0;

    Effort operator+(const Effort& other) const { return {guesses + other.guesses, rounds + other.rounds}; }
};

// A solution that waits in its segment.
struct Waiting {
    Effort effort;  // of the segment until then
    bool last;      // nothing was left of the segment after it
};

struct Segment {
    int lane = -1;     // the lane that searches it; -1 when it is complete
    Effort effort;     // when it is complete
    bool cut = false;  // later segments were dropped
    std::vector<Waiting> waiting;
    std::vector<std::uint8_t> grids;
    Segment* next = nullptr;

    void reset() {
        lane = -1;
        effort = {};
        cut = false;
        waiting.clear();
        grids.clear();
        next = nullptr;
    }
};

// The search of one puzzle.
struct Search {
    std::size_t puzzle = 0;
    Clock::time_point deadline;
    Segment* first = nullptr;  // the earliest segment that is not complete; none when the search is over
    Effort effort;             // of the complete segments before
};

// The searches that a batch has begun. Segments are used again, so that a puzzle costs no allocation.
class Searches {
public:
    Searches(Answers& answers, const Limits& limits, int most)
        : all(most), answers(answers), limits(limits), free_slots(~LaneSet{0} >> (64 - most)) {}

    Search& begin(std::size_t puzzle, Clock::time_point now) {
        const std::chrono::duration<double> time(std::max(0.0, limits.seconds));
        const auto deadline = now + std::chrono::duration_cast<Clock::duration>(time);
        Search& search = all[std::countr_zero(free_slots)];
        free_slots &= free_slots - 1;
        search = {puzzle, deadline, new_segment(), {}};
        return search;
    }

    // Returns a new segment right after this one.
    Segment& split(Segment& segment) {
        Segment* const added = new_segment();
        added->next = segment.next;
        segment.next = added;
        return *added;
    }

    // Goes on to the first segment that is not complete. Returns whether the search is over: as many solutions as the
    // limit, or the whole tree searched.
    bool advance(Search& search) {
        while (search.first && search.first->lane < 0) {
            Segment* const done = search.first;
            search.effort = search.effort + done->effort;
            search.first = done->next;
            drop(done);
            if (search.first && absorb(search, *search.first)) {
                return true;
            }
        }
        if (!search.first) {
            answers[search.puzzle].exhausted = true;
        }
        return !search.first;
    }

    // Ends a search whose question is answered, with this effort. Returns the lanes that still worked on it.
    LaneSet finish(Search& search, Effort effort) {
        answers[search.puzzle].finished = true;
        return end(search, effort);
    }

    // Whether this segment is the last in order; or, without order, the last that is not complete.
    bool is_last(const Search& search, const Segment& segment, bool ordered) const {
        if (ordered) {
            return !segment.next && !segment.cut;
        }
        for (const Segment* other = search.first; other; other = other->next) {
            if (other->cut || (other->lane >= 0 && other != &segment)) {
                return false;
            }
        }
        return true;
    }

    // The effort of all lanes until now.
    template <class EffortOf>
    Effort total_effort(const Search& search, EffortOf effort_of_lane) const {
        Effort effort = search.effort;
        for (const Segment* segment = search.first; segment; segment = segment->next) {
            effort = effort + (segment->lane >= 0 ? effort_of_lane(segment->lane) : segment->effort);
        }
        return effort;
    }

    // Adds all solutions that wait to the answer. Returns whether that reaches the limit.
    bool release_waiting(Search& search) {
        for (Segment* later = search.first->next; later; later = later->next) {
            if (absorb(search, *later)) {
                answers[search.puzzle].exhausted = false;  // segments before it are not complete
                return true;
            }
        }
        return false;
    }

    // Ends a search whose time is over, with the solutions found so far, those of later segments too. Returns the lanes
    // that worked on it.
    template <class EffortOf>
    LaneSet cut_off(Search& search, EffortOf effort_of_lane) {
        const Effort effort = total_effort(search, effort_of_lane);
        release_waiting(search);
        answers[search.puzzle].exhausted = false;
        return end(search, effort);
    }

    // Drops the segments after this one. Returns the lanes that worked on them.
    LaneSet drop_after(Segment& segment) {
        LaneSet lanes = 0;
        while (segment.next) {
            Segment* const dropped = segment.next;
            segment.next = dropped->next;
            segment.cut = true;
            lanes |= drop(dropped);
        }
        return lanes;
    }

    std::vector<Search> all;

private:
    // Adds the waiting solutions of a segment to the answer. Returns whether that reaches the limit.
    bool absorb(Search& search, Segment& segment) {
        Answer& answer = answers[search.puzzle];
        const std::uint8_t* grid = segment.grids.data();
        for (const Waiting& solution : segment.waiting) {
            if (std::uint8_t* place = answers.add(search.puzzle)) {
                std::memcpy(place, grid, answers.cell_count);
                grid += answers.cell_count;
            }
            if (answer.count == limits.solutions) {
                search.effort = search.effort + solution.effort;
                answer.exhausted = solution.last && !segment.next && !segment.cut;
                return true;
            }
        }
        segment.waiting.clear();
        segment.grids.clear();
        return false;
    }

    LaneSet end(Search& search, Effort effort) {
        Answer& answer = answers[search.puzzle];
        answer.guesses = effort.guesses;
        answer.rounds = effort.rounds;
        LaneSet lanes = 0;
        while (search.first) {
            Segment* const segment = search.first;
            search.first = segment->next;
            lanes |= drop(segment);
        }
        free_slots |= lane_bit(static_cast<int>(&search - all.data()));
        return lanes;
    }

    Segment* new_segment() {
        if (unused.empty()) {
            segments.push_back(std::make_unique<Segment>());
            return segments.back().get();
        }
        Segment* const segment = unused.back();
        unused.pop_back();
        return segment;
    }

    LaneSet drop(Segment* segment) {
        const LaneSet lane = segment->lane >= 0 ? lane_bit(segment->lane) : 0;
        segment->reset();
        unused.push_back(segment);
        return lane;
    }

    Answers& answers;
    const Limits limits;
    LaneSet free_slots;
    std::vector<std::unique_ptr<Segment>> segments;
    std::vector<Segment*> unused;
};

}  // namespace unitdoku

// The search tree of a puzzle, shared by lanes, and put together again in order.
//
// A depth-first search that tries the lowest value first defines the order of solutions. An idle lane may take the last
// of the alternatives that a busy one has pushed: it gets a segment of the tree of its own, right after that of the busy
// one. Segments stand in the order of the tree. What the first one finds is found; what later ones find waits in them
// until all before are complete. So solutions, their order, and the guesses and rounds up to the last one that was asked
// for are those of a search by one lane, however many took part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "answers.hpp"

namespace unitdoku {

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
    int lane = -1;  // that works on it; none when it is complete
    Effort effort;  // when complete
    bool cut = false;               // what followed it is out of the question
    std::uint64_t count = 0;        // solutions, where only their number matters
    std::vector<Waiting> waiting;
    std::vector<std::uint8_t> grids;
    Segment* next = nullptr;

    void reset() {
        lane = -1;
        effort = {};
        cut = false;
        count = 0;
        waiting.clear();
        grids.clear();
        next = nullptr;
    }
};

// Segments that are free to be used, so that a puzzle costs no allocation.
class SegmentPool {
public:
    Segment* take() {
        if (free.empty()) {
            all.push_back(std::make_unique<Segment>());
            return all.back().get();
        }
        Segment* segment = free.back();
        free.pop_back();
        return segment;
    }

    void give_back(Segment* segment) {
        segment->reset();
        free.push_back(segment);
    }

private:
    std::vector<std::unique_ptr<Segment>> all;
    std::vector<Segment*> free;
};

// A puzzle that is being searched.
struct Search {
    std::size_t puzzle = 0;
    Segment* first = nullptr;  // the earliest that is not complete
    Effort effort;             // of the complete ones before
    bool over = false;         // as many solutions as were asked for, or the whole tree seen
};

// What a batch is asked.
struct Terms {
    std::uint64_t limit = 2;   // solutions of a puzzle
    double seconds = 0;        // for each puzzle; below 0 without limit
    std::size_t stream = 0;    // a run ends when so many grids are there to be taken; 0: it does not
};

// Adds what waits in the first segment to the answer. The search is over if that brings it to the limit.
inline void absorb(Search& search, Answers& answers, std::uint64_t limit) {
    Segment& segment = *search.first;
    Answer& answer = answers[search.puzzle];
    answer.count += segment.count;
    segment.count = 0;
    const std::uint8_t* grid = segment.grids.data();
    for (const Waiting& solution : segment.waiting) {
        if (std::uint8_t* place = answers.add(search.puzzle)) {
            std::memcpy(place, grid, answers.cell_count);
            grid += answers.cell_count;
        }
        if (answer.count == limit) {
            search.effort = search.effort + solution.effort;
            search.over = true;
            answer.exhausted = solution.last && !segment.next && !segment.cut;
            return;
        }
    }
    segment.waiting.clear();
    segment.grids.clear();
}

}  // namespace unitdoku

// The searches of a batch: one for each puzzle that it has begun and not ended.
//
// Several lanes may search the tree of one puzzle: an idle lane takes the last of the alternatives on the stack of a busy
// one. A search of the whole tree visits the same boards however many lanes take part, so its solutions, guesses and rounds
// are always the same. Where a limit ends it, the lanes decide which solutions come.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lanes.hpp"

namespace unitdoku {

struct Effort {
    std::uint64_t guesses = 0;
    std::uint64_t rounds = 0;

    Effort& operator+=(const Effort& other) {
        guesses += other.guesses;
        rounds += other.rounds;
        return *this;
    }
};

struct Search {
    std::size_t puzzle = 0;
    Clock::time_point deadline;
    LaneSet lanes = 0;  // those that search its tree; none when it has ended
    Effort effort{};    // of the lanes that have left it
};

// As many searches as there are lanes: each has one lane at least.
class Searches {
public:
    explicit Searches(int most) : all(most) { end_all(); }

    Search& begin(std::size_t puzzle, Clock::time_point now, double seconds) {
        const std::chrono::duration<double> time(std::max(0.0, seconds));
        Search& search = all[std::countr_zero(free)];
        free &= free - 1;
        search = {puzzle, now + std::chrono::duration_cast<Clock::duration>(time)};
        return search;
    }

    void end(Search& search) {
        search.lanes = 0;
        free |= lane_bit(static_cast<int>(&search - all.data()));
    }

    void end_all() {
        for (Search& search : all) {
            search.lanes = 0;
        }
        free = ~LaneSet{0} >> (64 - all.size());
    }

    std::vector<Search> all;

private:
    LaneSet free;
};

}  // namespace unitdoku

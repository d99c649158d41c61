// The work of a lane: a segment of a search, and the alternatives in it that are left.
#pragma once

#include <cstdint>

#include "boards.hpp"
#include "segments.hpp"

namespace unitdoku {

template <class Mask>
struct LaneWork {
    BoardStack<Mask> stack;
    Search* search = nullptr;
    Segment* segment = nullptr;
    Effort effort;            // for the segment, rounds up to `since`
    int in_a_row = 0;         // guesses since it began or came back to an alternative
    std::uint64_t since = 0;  // the round in which it began to run

    // Begins a segment of a search in a round; the stack is empty.
    void begin(Search& of, Segment& part, std::uint64_t round) {
        search = &of;
        segment = &part;
        effort = {};
        in_a_row = 0;
        since = round;
    }
};

}  // namespace unitdoku

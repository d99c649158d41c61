// The work of a lane: a part of a search, and the alternatives in it that are left.
#pragma once

#include <cstdint>

#include "boards.hpp"
#include "searches.hpp"

namespace unitdoku {

template <class Mask>
struct LaneWork {
    BoardStack<Mask> stack;
    Search* search = nullptr;
    Effort effort;            // in this search, rounds up to `since`
    int in_a_row = 0;         // guesses since it began or came back to an alternative
    std::uint64_t since = 0;  // the round in which it began to run

    // Joins a search in a round; the stack is empty.
    void begin(Search& of, std::uint64_t round) {
        search = &of;
        effort = {};
        in_a_row = 0;
        since = round;
    }
};

}  // namespace unitdoku

// The work of a lane: a part of a search, and the alternatives in it that are left.
#pragma once

#include <cstdint>
#include <utility>

#include "boards.hpp"
#include "searches.hpp"

namespace unitdoku {

template <class Mask>
struct LaneWork {
    BoardStack<Mask> stack;
    Search* search = nullptr;
    Effort effort;            // in this search, rounds up to `since`
    int in_a_row = 0;         // guesses since it began or came back to an alternative
    int below_leaf = 0;       // alternatives on top of the stack in which all shown cells are as on the board
    std::uint64_t since = 0;  // the round in which it began to run

    // Joins a search in a round; the stack is empty.
    void begin(Search& of, std::uint64_t round) {
        search = &of;
        effort = {};
        in_a_row = below_leaf = 0;
        since = round;
    }

    // Drops the alternatives that would show the same solution again.
    void leave_leaf() { stack.drop(std::exchange(below_leaf, 0)); }
};

}  // namespace unitdoku

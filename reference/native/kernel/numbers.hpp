// Types and functions that do not depend on the instruction set.
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <vector>

#define UNITDOKU_INLINE inline __attribute__((always_inline))

namespace unitdoku {

using Clock = std::chrono::steady_clock;
using Offset = std::uint32_t;
using Cells = std::vector<int>;

// The widest mask, of 128 bits, and also a count of solutions.
__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

// Calls the action with the number as a constant where it is one of these, else with 0.
template <int... known, class Action>
UNITDOKU_INLINE void with_known(int number, Action action) {
    if (!((number == known && (action.template operator()<known>(), true)) || ...)) {
        action.template operator()<0>();
    }
}

// The lowest candidate of a mask that has one, from 0. In 64 bits, as the function for 16 bits tests for zero.
template <class Mask>
UNITDOKU_INLINE int lowest_of(Mask mask) {
    const auto low = static_cast<std::uint64_t>(mask);
    if constexpr (sizeof(Mask) > sizeof(low)) {
        return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64));
    }
    return std::countr_zero(low);
}

}  // namespace unitdoku

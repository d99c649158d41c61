// The rules of a layout besides units whose values all differ: cages, bounds of sums, pairs, and other units.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "strips.hpp"

namespace unitdoku {

// Cells of one unit that have one of these sets of values. A set is bits, bit 0 for the first value.
struct Cage {
    Cells cells;
    std::vector<Wide> sets;
    std::vector<Cells> rests;  // of each unit that has all of these cells, its other cells
};

// A sum of values, counted from 1, each times its coefficient, that lies between two bounds.
struct BoundedSum {
    Cells cells;
    std::vector<std::int64_t> coefficients;
    std::int64_t least, most;

    // No partial sum, and no difference of a bound and a partial sum, is further from 0. A cell without candidates counts
    // as one whose value is the number of bits of a mask.
    std::int64_t farthest() const {
        std::int64_t sum = 0;
        for (std::int64_t coefficient : coefficients) {
            sum += std::abs(coefficient) * 128;
        }
        return 2 * sum + std::max(std::abs(least), std::abs(most));
    }
};

// Two cells, and for each value of the first one the values that the second one may have beside it.
struct Support {
    int first, second;
    std::vector<Wide> beside;
};

// Cells in which the values of a set differ, while the others may repeat.
struct PartlyDifferent {
    Cells cells;
    Wide values;
};

struct OtherRules {
    std::vector<Cage> cages;
    std::vector<BoundedSum> sums;
    std::vector<Support> supports;
    std::vector<PartlyDifferent> partly;

    bool empty() const { return cages.empty() && sums.empty() && supports.empty() && partly.empty(); }

    // The bytes of a signed number that all sums can be computed in.
    int number_bytes() const {
        std::int64_t farthest = 0;
        for (const BoundedSum& sum : sums) {
            farthest = std::max(farthest, sum.farthest());
        }
        return farthest <= INT16_MAX ? 2 : farthest <= INT32_MAX ? 4 : 8;
    }
};

}  // namespace unitdoku

// The arguments of a program besides its units, checked: direct callers of the module get an error, not a crash.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "other_rules.hpp"

namespace unitdoku {

// Cells, and sets of values.
using CageArguments = std::tuple<Cells, std::vector<std::uint64_t>>;

// Cells, their coefficients, and the least and the most that the sum may be.
using SumArguments = std::tuple<Cells, std::vector<std::int64_t>, std::int64_t, std::int64_t>;

// Two cells, and for each value of the first one those that may stand in the second.
using SupportArguments = std::tuple<int, int, std::vector<std::uint64_t>>;

inline void check_cells(Cells cells, std::size_t cell_count) {
    std::sort(cells.begin(), cells.end());
    if (std::adjacent_find(cells.begin(), cells.end()) != cells.end()) {
        throw std::invalid_argument("a rule names a cell twice");
    }
    if (!cells.empty() && (cells.front() < 0 || static_cast<std::size_t>(cells.back()) >= cell_count)) {
        throw std::invalid_argument("a rule names a cell beyond the layout");
    }
}

inline OtherRules make_rules(int values, std::size_t cell_count, const std::vector<CageArguments>& cages,
                             const std::vector<SumArguments>& sums, const std::vector<SupportArguments>& supports) {
    constexpr std::int64_t largest = std::int64_t{1} << 54;
    OtherRules rules;
    for (const auto& [cells, sets] : cages) {
        check_cells(cells, cell_count);
        rules.cages.push_back({cells, sets, {}});
    }
    for (const auto& [cells, coefficients, least, most] : sums) {
        check_cells(cells, cell_count);
        std::int64_t left = largest;  // without overflow, as each is checked before the next
        for (std::int64_t number : coefficients) {
            if (number == 0 || number > left || number < -left) {
                throw std::invalid_argument("a coefficient is 0, or the sum of all is too large");
            }
            left -= std::abs(number);
        }
        if (coefficients.size() != cells.size() || least < -largest || most < -largest || least > largest || most > largest) {
            throw std::invalid_argument("a sum has a coefficient for each cell, and bounds up to 2**54");
        }
        rules.sums.push_back({cells, coefficients, least, most});
    }
    for (const auto& [first, second, beside] : supports) {
        check_cells({first, second}, cell_count);
        if (beside.size() != static_cast<std::size_t>(values)) {
            throw std::invalid_argument("a pair has a set for each value");
        }
        rules.supports.push_back({first, second, beside});
    }
    return rules;
}

}  // namespace unitdoku

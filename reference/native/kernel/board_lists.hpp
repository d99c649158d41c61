// Lists for the search of one puzzle on one board, see `OneBoard`: which lanes belong together, where a lane is a cell, a
// unit or a pair of units.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "crossings.hpp"
#include "strips.hpp"

namespace unitdoku {

class BoardLists {
public:
    using Mask = std::uint16_t;

    static constexpr int lanes = 32;   // of a vector
    static constexpr int vectors = 3;  // of a board

    // Boards of 65 to 95 cells, such as 9x9, where vectors have that many lanes.
    static bool fit(int vector_bytes, int cell_count, const std::vector<Cells>& units, const Crossings& crossings) {
        return vector_bytes == sizeof(Vector) && cell_count > 64 && cell_count < vectors * lanes && units.size() < 2 * lanes &&
               crossings.pairs.size() < 8 * lanes;
    }

    BoardLists(int cell_count, const std::vector<Cells>& units, const Crossings& crossings)
        : cells_of_units(units, cell_count),
          units_of_cells(lists_with_each(cell_count, units), units.size()),
          sources_of_pairs(cells_of_pairs(crossings, &Crossing::sources), cell_count),
          pairs_of_cells(lists_with_each(cell_count, cells_of_pairs(crossings, &Crossing::limited)), crossings.pairs.size()) {}

    // The lanes of a vector, without the vector types of `lanes.hpp`: programs are compiled once for all levels.
    struct alignas(lanes * sizeof(Mask)) Vector {
        Mask lanes[BoardLists::lanes];
    };

    // Lists of lanes, a list for each lane of some vectors: the first lanes of all lists, then the second ones, and so on.
    template <int width>
    struct Lists {
        // Where a list has ended, `none` is a lane that is always zero.
        Lists(const std::vector<Cells>& lists, std::size_t none) {
            for (std::size_t i = 0; i < lists.size(); ++i) {
                for (std::size_t place = 0; place < lists[i].size(); ++place) {
                    if (place == places.size()) {
                        for (Vector& vector : places.emplace_back()) {
                            std::fill_n(vector.lanes, lanes, static_cast<Mask>(none));
                        }
                    }
                    places[place][i / lanes].lanes[i % lanes] = static_cast<Mask>(lists[i][place]);
                }
            }
        }

        std::vector<std::array<Vector, width>> places;
    };

    const Lists<2> cells_of_units;
    const Lists<vectors> units_of_cells;
    const Lists<8> sources_of_pairs;
    const Lists<vectors> pairs_of_cells;

private:
    static std::vector<Cells> cells_of_pairs(const Crossings& crossings, Cells Crossing::*part) {
        std::vector<Cells> found;
        for (const Crossing& pair : crossings.pairs) {
            found.push_back(pair.*part);
        }
        return found;
    }
};

}  // namespace unitdoku

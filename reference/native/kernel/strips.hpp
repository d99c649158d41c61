// The units of a layout as rounds go over them: strips, which together hold each cell once, and others.
//
// Cells and units stand in lists as the byte offsets of their vectors, which saves a multiplication.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "numbers.hpp"

namespace unitdoku {

// Returns for each cell the numbers of the lists that have it.
inline std::vector<Cells> lists_with_each(int cell_count, const std::vector<Cells>& lists) {
    std::vector<Cells> found(cell_count);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        std::for_each(lists[i].begin(), lists[i].end(), [&](int cell) { found[cell].push_back(static_cast<int>(i)); });
    }
    return found;
}

// Strips of one size and kind, one after the other. The cells have even numbers of other units: unit 0, which has no cells,
// is among them where there are fewer.
struct StripRun {
    int size;
    bool complete;                // a unit with as many cells as values: each value appears
    int units_of_cell;            // besides the strip
    int complete_units_of_cell;   // the first of these
    bool regular;                 // consecutive cells, and complete units only
    std::vector<Offset> lists{};  // for each strip its unit, then its cells, each with its other units
};

// Other units of one size and kind, one after the other.
struct UnitRun {
    int size;
    bool complete;
    std::vector<Offset> lists{};  // for each unit itself, then its cells
};

class Strips {
public:
    // A strip is a complete unit that has no cell in common with the strips before it, or a cell that is in none of these.
    Strips(int vector_bytes, int values, int cell_count, const std::vector<Cells>& units)
        : vector_bytes(vector_bytes), values(values),
          units_of{std::vector<std::vector<Offset>>(cell_count), std::vector<std::vector<Offset>>(cell_count)} {
        std::vector<bool> in_strip(cell_count);
        std::vector<Cells> strips;
        for (bool complete : {true, false}) {
            for (const Cells& unit : units) {
                if (is_complete(unit) != complete || (unit.size() == 1 && !complete)) {
                    continue;  // a single cell constrains nothing
                }
                if (complete && std::none_of(unit.begin(), unit.end(), [&](int cell) { return in_strip[cell]; })) {
                    std::for_each(unit.begin(), unit.end(), [&](int cell) { in_strip[cell] = true; });
                    strips.push_back(unit);
                } else {
                    add_other(unit);
                }
            }
        }
        std::for_each(strips.begin(), strips.end(), [&](const Cells& strip) { add_strip(strip, true); });
        for (int cell = 0; cell < cell_count; ++cell) {
            if (!in_strip[cell]) {
                add_strip({cell}, false);
            }
        }
    }

    std::vector<StripRun> runs;
    std::vector<UnitRun> others;  // complete ones first
    int unit_count = 1;           // with unit 0

private:
    bool is_complete(const Cells& unit) const { return static_cast<int>(unit.size()) == values; }

    Offset offset_of(int index) const { return static_cast<Offset>(index * vector_bytes); }

    void add_other(const Cells& unit) {
        const int size = static_cast<int>(unit.size());
        const bool complete = is_complete(unit);
        if (others.empty() || others.back().size != size || others.back().complete != complete) {
            others.push_back({size, complete});
        }
        std::vector<Offset>& list = others.back().lists;
        const Offset number = offset_of(unit_count++);
        list.push_back(number);
        for (int cell : unit) {
            list.push_back(offset_of(cell));
            (complete ? units_of.complete : units_of.incomplete)[cell].push_back(number);
        }
    }

    void add_strip(const Cells& cells, bool complete) {
        std::size_t complete_units = 0, incomplete_units = 0;
        for (int cell : cells) {
            complete_units = std::max(complete_units, units_of.complete[cell].size());
            incomplete_units = std::max(incomplete_units, units_of.incomplete[cell].size());
        }
        complete_units += complete_units % 2;
        incomplete_units += incomplete_units % 2;
        const int size = static_cast<int>(cells.size());
        StripRun like{size, complete, static_cast<int>(complete_units + incomplete_units), static_cast<int>(complete_units),
                      incomplete_units == 0 && cells.back() - cells.front() == size - 1};
        auto run = std::find_if(runs.begin(), runs.end(), [&](const StripRun& run) {
            return run.size == size && run.complete == complete && run.units_of_cell == like.units_of_cell &&
                   run.complete_units_of_cell == like.complete_units_of_cell && run.regular == like.regular;
        });
        if (run == runs.end()) {
            run = runs.insert(run, std::move(like));
        }
        run->lists.push_back(complete ? offset_of(unit_count++) : 0);
        for (int cell : cells) {
            run->lists.push_back(offset_of(cell));
            append_padded(run->lists, units_of.complete[cell], complete_units);
            append_padded(run->lists, units_of.incomplete[cell], incomplete_units);
        }
    }

    // Appends the units, and unit 0 until there are as many as `count`.
    static void append_padded(std::vector<Offset>& list, const std::vector<Offset>& units, std::size_t count) {
        list.insert(list.end(), units.begin(), units.end());
        list.resize(list.size() + count - units.size());
    }

    const int vector_bytes, values;
    struct {
        std::vector<std::vector<Offset>> complete, incomplete;
    } units_of;  // the other units of each cell
};

}  // namespace unitdoku

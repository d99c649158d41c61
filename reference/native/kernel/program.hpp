// The program of a layout: its units in the forms in which rounds, locked candidates and guesses use them.
//
// Rows are units like any other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "board_lists.hpp"
#include "crossings.hpp"
#include "numbers.hpp"
#include "other_rules.hpp"
#include "strips.hpp"

namespace unitdoku {

class Program {
public:
    // `vector_bytes` is the size of a vector in the code that uses the program. `units` are lists of distinct cells from 0,
    // none longer than there are values. `impossible` means that no puzzle has a solution, which is known from elsewhere.
    Program(int vector_bytes, int values, int cell_count, const std::vector<Cells>& units, bool impossible = false,
            OtherRules rules = {}, Cells hidden = {})
        : values(values), cell_count(cell_count), words((cell_count + 63) / 64), impossible(impossible),
          units(without_repetition(units)), strips(vector_bytes, values, cell_count, this->units),
          crossings(vector_bytes, values, cell_count, this->units), other_rules(std::move(rules)), hidden(std::move(hidden)) {
        for (const Cells& unit : this->units) {
            unit_cells += unit.size();
        }
        note_rests();
        note_peers();
        if (mask_bytes() == sizeof(BoardLists::Mask) && other_rules.empty() && this->hidden.empty() && !impossible &&
            BoardLists::fit(vector_bytes, cell_count, this->units, crossings)) {
            board_lists.emplace(cell_count, this->units, crossings);
        }
    }

    int values;
    int cell_count;
    int words;                          // 64-bit words in a set of cells
    bool impossible;
    std::size_t unit_cells = 0;         // of all units, which is the work of a round
    std::vector<Cells> units;
    Strips strips;
    Crossings crossings;
    OtherRules other_rules;
    Cells hidden;                       // cells in which solutions need not differ
    std::optional<BoardLists> board_lists;  // where the search on one board takes the layout
    std::vector<std::uint64_t> peers;   // for each cell the set of its peers, `words` words each

    // The bytes of a candidate mask: a bit for each value, and as many as the numbers of sums need.
    int mask_bytes() const {
        return std::max(values <= 16 ? 2 : values <= 32 ? 4 : values <= 64 ? 8 : 16, other_rules.number_bytes());
    }

    template <class Mask>
    Mask all_values() const {
        return static_cast<Mask>(~Wide{0} >> (8 * sizeof(Wide) - values));
    }

    bool is_complete(const Cells& unit) const { return static_cast<int>(unit.size()) == values; }

    const std::uint64_t* peers_of(int cell) const { return peers.data() + static_cast<std::size_t>(cell) * words; }

private:
    static std::vector<Cells> without_repetition(const std::vector<Cells>& units) {
        std::vector<Cells> distinct;
        std::set<Cells> seen;
        for (Cells unit : units) {
            std::sort(unit.begin(), unit.end());
            if (!unit.empty() && seen.insert(unit).second) {
                distinct.push_back(unit);
            }
        }
        return distinct;
    }

    // Notes for each cage the cells of the units around it.
    void note_rests() {
        for (Cage& cage : other_rules.cages) {
            std::sort(cage.cells.begin(), cage.cells.end());
            for (const Cells& unit : units) {
                if (unit.size() > cage.cells.size() &&
                    std::includes(unit.begin(), unit.end(), cage.cells.begin(), cage.cells.end())) {
                    cage.rests.push_back(without(unit, cage.cells));
                }
            }
        }
    }

    void note_peers() {
        peers.assign(static_cast<std::size_t>(cell_count) * words, 0);
        for (const Cells& unit : units) {
            for (int cell : unit) {
                for (int other : unit) {
                    if (other != cell) {
                        peers[static_cast<std::size_t>(cell) * words + other / 64] |= std::uint64_t{1} << other % 64;
                    }
                }
            }
        }
    }
};

}  // namespace unitdoku

// The program of a layout: its units in the forms in which rounds, locked candidates and guesses use them.
//
// Rows are units like any other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "lanes.hpp"
#include "other_rules.hpp"
#include "strips.hpp"

namespace unitdoku {

// A part of one of the lists of a program.
struct Span {
    int first;
    int count;
};

// Cells that two units share, or those of a unit that are in no such piece. Offsets are places for values in the memory
// of `LockedCandidates`.
struct Piece {
    Span cells;
    Offset offered;  // the candidates of its cells
};

// A piece as one of its units sees it.
struct OwnPiece {
    Piece piece;
    Offset own;      // those that this unit has nowhere else
    Offset others;   // those that the other unit has nowhere else
};

// Units cut into as many disjoint pieces each, one after the other.
struct PartitionRun {
    int count;
    bool complete;
    std::vector<OwnPiece> pieces;
};

class Program {
public:
    // `units` are lists of distinct cells from 0, none longer than there are values. `impossible` says that no puzzle has
    // a solution, which is known from elsewhere.
    Program(int values, int cell_count, const std::vector<Cells>& units, bool impossible = false, OtherRules rules = {},
            Cells hidden = {})
        : Program(values, cell_count, impossible, without_repetition(units), std::move(rules), std::move(hidden)) {}

    int values;
    int cell_count;
    int words;                          // 64-bit words in a set of cells
    bool impossible;
    std::size_t unit_cells = 0;         // of all units, which is the work of a round
    std::vector<Cells> units;
    Strips strips;
    std::vector<Piece> pieces;
    std::vector<Offset> piece_cells;    // of all pieces
    std::vector<PartitionRun> partitions;
    OtherRules other_rules;
    Cells hidden;                       // cells in which solutions need not differ
    Offset places = 0;                  // the size of the memory to which the offsets of pieces refer
    std::vector<std::uint64_t> peers;   // for each cell the set of its peers, `words` words each

    // The bytes of a candidate mask: a bit for each value, and as many as the numbers of sums need.
    int mask_bytes() const {
        return std::max(values <= 16 ? 2 : values <= 32 ? 4 : 8, other_rules.number_bytes());
    }

    template <class Mask>
    Mask all_values() const {
        return static_cast<Mask>(~std::uint64_t{0} >> (64 - values));
    }

    bool is_complete(const Cells& unit) const { return static_cast<int>(unit.size()) == values; }

    const std::uint64_t* peers_of(int cell) const { return peers.data() + static_cast<std::size_t>(cell) * words; }

private:
    Program(int values, int cell_count, bool impossible, const std::vector<Cells>& units, OtherRules rules, Cells hidden)
        : values(values), cell_count(cell_count), words((cell_count + 63) / 64), impossible(impossible),
          units(units), strips(values, cell_count, units), other_rules(std::move(rules)), hidden(std::move(hidden)) {
        for (const Cells& unit : units) {
            unit_cells += unit.size();
        }
        note_rests(units);
        note_peers(units);
        cut_into_pieces(units);
    }

    // Random units may have far more pieces, and take more time than their locked candidates save.
    static constexpr std::size_t most_pieces = 1 << 14;

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
    void note_rests(const std::vector<Cells>& units) {
        for (Cage& cage : other_rules.cages) {
            std::sort(cage.cells.begin(), cage.cells.end());
            for (const Cells& unit : units) {
                if (unit.size() > cage.cells.size() &&
                    std::includes(unit.begin(), unit.end(), cage.cells.begin(), cage.cells.end())) {
                    std::set_difference(unit.begin(), unit.end(), cage.cells.begin(), cage.cells.end(),
                                        std::back_inserter(cage.rests.emplace_back()));
                }
            }
        }
    }

    void note_peers(const std::vector<Cells>& units) {
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

    struct Cut {
        OwnPiece piece;
        Cells cells;
    };

    // Makes a partition of each unit for each set of disjoint pieces that it has, in the order of the pieces.
    void cut_into_pieces(const std::vector<Cells>& units) {
        std::vector<std::vector<Cut>> of_unit(units.size());
        const Offset nothing = new_place();
        const std::vector<std::vector<std::size_t>> units_of = units_of_cells(units);
        for (std::size_t a = 0; a < units.size(); ++a) {
            for (std::size_t b : meeting(units_of, units[a], a)) {
                Cells shared;
                std::set_intersection(units[a].begin(), units[a].end(), units[b].begin(), units[b].end(),
                                      std::back_inserter(shared));
                // Values that a complete unit has only within the piece are removed from the rest of the other unit.
                const bool useful = (is_complete(units[a]) && shared.size() < units[b].size()) ||
                                    (is_complete(units[b]) && shared.size() < units[a].size());
                if (shared.size() < 2 || !useful || pieces.size() == most_pieces) {
                    continue;
                }
                const Piece piece = new_piece(shared);
                const Offset by_a = new_place(), by_b = new_place();
                of_unit[a].push_back({{piece, by_a, by_b}, shared});
                of_unit[b].push_back({{piece, by_b, by_a}, shared});
            }
        }
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            while (!of_unit[unit].empty()) {
                add_partition(cut(units[unit], of_unit[unit], nothing), is_complete(units[unit]));
            }
        }
    }

    Piece new_piece(const Cells& cells) {
        pieces.push_back({append(piece_cells, cells), new_place()});
        return pieces.back();
    }

    Offset new_place() { return std::exchange(places, places + vector_bytes); }

    std::vector<std::vector<std::size_t>> units_of_cells(const std::vector<Cells>& units) const {
        std::vector<std::vector<std::size_t>> units_of(cell_count);
        for (std::size_t i = 0; i < units.size(); ++i) {
            for (int cell : units[i]) {
                units_of[cell].push_back(i);
            }
        }
        return units_of;
    }

    // Returns the units after the one at `index` that share a cell with it.
    static std::vector<std::size_t> meeting(const std::vector<std::vector<std::size_t>>& units_of, const Cells& unit,
                                            std::size_t index) {
        std::vector<std::size_t> found;
        for (int cell : unit) {
            for (std::size_t other : units_of[cell]) {
                if (other > index) {
                    found.push_back(other);
                }
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

    // Returns one more partition of a unit, from disjoint pieces among those that are left.
    std::vector<OwnPiece> cut(const Cells& unit, std::vector<Cut>& left, Offset nothing) {
        std::vector<OwnPiece> of_unit;
        Cells rest = unit;
        std::vector<Cut> later;
        for (Cut& next : left) {
            Cells others;
            std::set_difference(rest.begin(), rest.end(), next.cells.begin(), next.cells.end(), std::back_inserter(others));
            if (others.size() + next.cells.size() > rest.size()) {
                later.push_back(std::move(next));  // it overlaps another piece
            } else {
                of_unit.push_back(next.piece);
                rest = std::move(others);
            }
        }
        left = std::move(later);
        if (!rest.empty()) {
            of_unit.push_back({new_piece(rest), new_place(), nothing});
        }
        return of_unit;
    }

    void add_partition(const std::vector<OwnPiece>& of_unit, bool complete) {
        const int count = static_cast<int>(of_unit.size());
        auto run = std::find_if(partitions.begin(), partitions.end(), [&](const PartitionRun& run) {
            return run.count == count && run.complete == complete;
        });
        if (run == partitions.end()) {
            run = partitions.insert(run, {count, complete, {}});
        }
        run->pieces.insert(run->pieces.end(), of_unit.begin(), of_unit.end());
    }

    static Span append(std::vector<Offset>& list, const Cells& cells) {
        const int first = static_cast<int>(list.size());
        std::transform(cells.begin(), cells.end(), std::back_inserter(list), offset_of);
        return {first, static_cast<int>(cells.size())};
    }
};

}  // namespace unitdoku

// Pairs of units that share cells, for locked candidates, and the lists by which all of them are applied at once.
//
// A value that a complete unit has in none of its cells outside another unit is locked in the cells that they share: the
// other unit has it there too. So the cells that the other unit has outside the complete one may only have what the
// complete one has outside the other one. Such sets of cells are cut into pieces, which many pairs have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "strips.hpp"

namespace unitdoku {

inline Cells without(const Cells& cells, const Cells& others) {
    Cells left;
    std::set_difference(cells.begin(), cells.end(), others.begin(), others.end(), std::back_inserter(left));
    return left;
}

// Lists of a place and the groups of sources from which it is computed: it has what each group has in one of its sources.
// Lists of the same form are in one run.
struct Gathers {
    struct Run {
        int groups;
        int count;  // of sources in a group
        std::vector<Offset> lists{};
    };

    // Shorter groups are filled up with their first source.
    void add(Offset place, std::vector<std::vector<Offset>> groups) {
        std::size_t count = 0;
        std::for_each(groups.begin(), groups.end(), [&](const auto& group) { count = std::max(count, group.size()); });
        const Run like{static_cast<int>(groups.size()), static_cast<int>(count)};
        auto run = std::find_if(runs.begin(), runs.end(), [&](const Run& run) { return run.groups == like.groups && run.count == like.count; });
        if (run == runs.end()) {
            run = runs.insert(run, like);
        }
        run->lists.push_back(place);
        for (std::vector<Offset>& group : groups) {
            group.resize(count, group.front());
            run->lists.insert(run->lists.end(), group.begin(), group.end());
        }
    }

    std::vector<Run> runs;
};

// A complete unit and another one.
struct Crossing {
    std::size_t unit;
    Cells shared;
    Cells sources;  // the rest of the complete unit
    Cells limited;  // the rest of the other one, which may only have the values of the sources
};

class Crossings {
public:
    Crossings(int vector_bytes, int values, int cell_count, const std::vector<Cells>& units)
        : vector_bytes(vector_bytes), pieces_of(cell_count) {
        const std::vector<Cells> units_of = lists_with_each(cell_count, units);
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            std::map<std::size_t, Cells> shared;  // with each other unit
            for (int cell : units[unit]) {
                std::for_each(units_of[cell].begin(), units_of[cell].end(), [&](int other) { shared[other].push_back(cell); });
            }
            for (const auto& [other, cells] : shared) {
                if (static_cast<int>(units[unit].size()) == values && cells.size() > 1 && cells.size() < units[other].size() && pairs.size() < most) {
                    pairs.push_back({unit, cells, without(units[unit], cells), without(units[other], cells)});
                    std::for_each(cells.begin(), cells.end(), [&](int cell) { pieces_of[cell].insert(cells); });
                }
            }
        }
        std::vector<bool> done(pairs.size());
        for (std::size_t first = 0; first < pairs.size(); ++first) {
            if (!done[first] && !part(first, units[pairs[first].unit], done)) {
                std::vector<Offset> sources;
                cut(pairs[first].sources, [&](Piece& piece) { sources.push_back(piece.offered); });
                if (sources.size() > 2) {  // several pieces need them together
                    allowed.add(places, {std::exchange(sources, {places})});
                    new_place();
                }
                limit(pairs[first].limited, sources);
            }
        }
        list_pieces();
    }

    std::vector<Crossing> pairs;
    Offset places = 0;    // the size of the memory to which the places refer, those of cells excepted
    Gathers offered;       // of each piece: what its cells have
    Gathers parted;        // of pairs that part a unit, one place after the other: what their sources have
    Gathers allowed;       // of other pairs: the same
    Gathers kept;          // of each piece that a pair limits: what the sources of all these pairs have
    std::vector<std::vector<Offset>> cells_at;  // for each place the cells of its piece

private:
    // Random units may have far more, and take more time than their locked candidates save.
    static constexpr std::size_t most = 1 << 14;

    struct Piece {
        Offset offered;
        std::vector<std::vector<Offset>> limits{};  // the sources of each pair that limits it
    };

    // If this pair and later ones part the unit, lists what their sources have; returns whether they do.
    bool part(std::size_t first, const Cells& unit, std::vector<bool>& done) {
        std::vector<std::size_t> parting;
        Cells left = unit;
        for (std::size_t i = first; i < pairs.size() && pairs[i].unit == pairs[first].unit; ++i) {
            const Cells& shared = pairs[i].shared;
            if (!done[i] && std::includes(left.begin(), left.end(), shared.begin(), shared.end())) {
                left = without(left, shared);
                parting.push_back(i);
            }
        }
        if (!left.empty() || parting.size() < 3) {
            return false;
        }
        std::vector<Offset> offered_by;
        for (std::size_t i : parting) {
            offered_by.push_back(piece_of(pairs[i].shared).offered);
        }
        Offset place = std::exchange(places, places + static_cast<Offset>(parting.size()) * vector_bytes);
        parted.add(place, {offered_by});
        for (std::size_t i : parting) {
            limit(pairs[i].limited, {std::exchange(place, place + vector_bytes)});
            done[i] = true;
        }
        return true;
    }

    void list_pieces() {
        cells_at.resize(places / vector_bytes);
        for (const auto& [cells, piece] : pieces) {
            std::vector<Offset>& offsets = cells_at[piece.offered / vector_bytes];
            std::transform(cells.begin(), cells.end(), std::back_inserter(offsets),
                           [&](int cell) { return static_cast<Offset>(cell) * vector_bytes; });
            offered.add(piece.offered, {offsets});
            if (!piece.limits.empty()) {
                kept.add(piece.offered, piece.limits);
            }
        }
    }

    void limit(const Cells& cells, const std::vector<Offset>& sources) {
        cut(cells, [&](Piece& piece) { piece.limits.push_back(sources); });
    }

    // Calls the action with disjoint pieces that together have these cells: those that pairs share, and what is left.
    template <class Action>
    void cut(Cells cells, Action action) {
        for (std::size_t next = 0; next < cells.size();) {
            const Cells* shared = nullptr;
            for (const Cells& piece : pieces_of[cells[next]]) {
                if ((!shared || piece.size() > shared->size()) &&
                    std::includes(cells.begin(), cells.end(), piece.begin(), piece.end())) {
                    shared = &piece;
                }
            }
            if (shared) {
                action(piece_of(*shared));
                cells = without(cells, *shared);
            } else {
                ++next;
            }
        }
        if (!cells.empty()) {
            action(piece_of(cells));
        }
    }

    Piece& piece_of(const Cells& cells) {
        const auto known = pieces.find(cells);
        return known != pieces.end() ? known->second : pieces.insert({cells, {new_place()}}).first->second;
    }

    Offset new_place() { return std::exchange(places, places + vector_bytes); }

    const Offset vector_bytes;
    std::vector<std::set<Cells>> pieces_of;  // each cell
    std::map<Cells, Piece> pieces;
};

}  // namespace unitdoku

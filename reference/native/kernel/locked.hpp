// Locked candidates, for any layout: if a complete unit has a value only in the cells that it shares with another unit,
// the value is removed from the rest of that other unit ("pointing" and "claiming" in the words of solvers).
//
// A unit that is cut into pieces has each value in one piece or in several. The values in one piece only are found like
// hidden singles, with pieces in the place of cells.
#pragma once

#include <vector>

#include "lanes.hpp"
#include "program.hpp"

namespace unitdoku {

template <class Mask>
class LockedCandidates {
public:
    explicit LockedCandidates(const Program& program) : program(program), pieces(program.pieces.size()) {}

    // Applies the rule once to the lanes of the set. Returns the lanes in which candidates were removed.
    LaneSet apply(Cell<Mask>* cells, LaneSet lanes) {
        board = reinterpret_cast<char*>(cells);
        for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
            pieces[piece].offered = in_any(program.piece_cells, program.pieces[piece]);
        }
        const V wanted = all_bits_in<Mask>(lanes);
        for (const Partition& partition : program.partitions) {
            if (partition.complete) {
                // Three pieces, as in 9x9, are unrolled.
                partition.sides.count == 3 ? note_locked<3>(partition, wanted) : note_locked<0>(partition, wanted);
            }
        }
        V changed{};
        for (const Partition& partition : program.partitions) {
            changed |= partition.sides.count == 3 ? eliminate<3>(partition) : eliminate<0>(partition);
        }
        return nonzero_lanes<Mask>(changed);
    }

private:
    using V = Vector<Mask>;

    struct Piece {
        V offered{};               // its candidates
        V locked[2] = {V{}, V{}};  // those that each of its two units has nowhere else
    };

    V& at(Offset cell) { return *reinterpret_cast<V*>(board + cell); }

    V in_any(const std::vector<Offset>& list, Span span) {
        if (span.count == 3) {
            const Offset* const cell = list.data() + span.first;
            return any_of(at(cell[0]), at(cell[1]), at(cell[2]));
        }
        V values{};
        for (const Offset *cell = list.data() + span.first, *end = cell + span.count; cell != end; ++cell) {
            values |= at(*cell);
        }
        return values;
    }

    void take_from(const std::vector<Offset>& list, Span span, V values) {
        for (const Offset *cell = list.data() + span.first, *end = cell + span.count; cell != end; ++cell) {
            at(*cell) &= ~values;
        }
    }

    // Notes for each piece of a unit the values that the unit has nowhere else.
    template <int known_count>
    void note_locked(const Partition& partition, V wanted) {
        const int count = known_count ? known_count : partition.sides.count;
        const Side* const sides = program.sides.data() + partition.sides.first;
        V once = in_any(program.rest_cells, partition.rest), twice{};
        for (int i = 0; i < count; ++i) {
            const V values = pieces[sides[i].piece].offered;
            twice |= once & values;
            once |= values;
        }
        const V alone = once & ~twice & wanted;
        for (int i = 0; i < count; ++i) {
            Piece& piece = pieces[sides[i].piece];
            piece.locked[sides[i].side] = piece.offered & alone;
        }
    }

    // Removes the values that other units have locked in a piece of this one from its rest. Returns those removed.
    template <int known_count>
    V eliminate(const Partition& partition) {
        const int count = known_count ? known_count : partition.sides.count;
        const Side* const sides = program.sides.data() + partition.sides.first;
        V by_others{};
        for (int i = 0; i < count; ++i) {
            by_others |= pieces[sides[i].piece].locked[1 - sides[i].side];
        }
        V gone = in_any(program.rest_cells, partition.rest) & by_others;
        for (int i = 0; i < count; ++i) {
            const Piece& piece = pieces[sides[i].piece];
            gone |= piece.offered & by_others & ~piece.locked[1 - sides[i].side];
        }
        if (any_lane<Mask>(gone)) {  // rare
            take_from(program.rest_cells, partition.rest, by_others);
            for (int i = 0; i < count; ++i) {
                const V own = pieces[sides[i].piece].locked[1 - sides[i].side];
                take_from(program.piece_cells, program.pieces[sides[i].piece], by_others & ~own);
            }
        }
        return gone;
    }

    const Program& program;
    std::vector<Piece> pieces;
    char* board = nullptr;
};

}  // namespace unitdoku

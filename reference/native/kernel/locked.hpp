// Locked candidates, for any layout: if a complete unit has a value only in the cells that it shares with another unit,
// the value is removed from the rest of that other unit ("pointing" and "claiming" in the words of solvers).
//
// A unit that is cut into pieces has each value in one piece or in several. The values in one piece only are found like
// hidden singles, with pieces in the place of cells.
#pragma once

#include <vector>

#include "lanes.hpp"
#include "program.hpp"
#include "round.hpp"

namespace unitdoku {

template <class Mask>
class LockedCandidates {
public:
    explicit LockedCandidates(const Program& program)
        : program(program), places(program.places / vector_bytes), found(partition_count(program) + 1) {}

    // Applies the rule once to the lanes of the set. Returns the lanes in which candidates were removed.
    LaneSet apply(Cell<Mask>* cells, LaneSet lanes) {
        board = reinterpret_cast<char*>(cells);
        memory = reinterpret_cast<char*>(places.data());
        const V wanted = all_bits_in<Mask>(lanes);
        for (const Piece& piece : program.pieces) {
            place(piece.offered) = in_any(piece.cells);
        }
        for (const PartitionRun& run : program.partitions) {
            if (run.complete) {
                with_known<2, 3, 4, 5>(run.count, [&]<int count>() { note_locked<count>(run); });
            }
        }
        V changed{};
        Found* next = found.data();
        for (const PartitionRun& run : program.partitions) {
            with_known<2, 3, 4, 5>(run.count, [&]<int count>() { next = look_for_others<count>(run, wanted, changed, next); });
        }
        for (const Found* here = found.data(); here != next; ++here) {
            remove(*here);
        }
        return nonzero_lanes<Mask>(changed);
    }

private:
    using V = Vector<Mask>;

    // A unit from whose rest the locked values of other units must go.
    struct Found {
        V values;
        const OwnPiece* first;
        const OwnPiece* end;
    };

    static std::size_t partition_count(const Program& program) {
        std::size_t count = 0;
        for (const PartitionRun& run : program.partitions) {
            count += run.pieces.size() / run.count;
        }
        return count;
    }

    V& at(Offset cell) { return *reinterpret_cast<V*>(board + cell); }
    V& place(Offset offset) { return *reinterpret_cast<V*>(memory + offset); }

    V in_any(Span span) {
        const Offset* const cells = program.piece_cells.data() + span.first;
        if (span.count == 3) {
            return any_of(at(cells[0]), at(cells[1]), at(cells[2]));
        }
        V values{};
        for (int i = 0; i < span.count; ++i) {
            values |= at(cells[i]);
        }
        return values;
    }

    // Notes for each piece of complete units the values that the unit has nowhere else.
    template <int known_count>
    void note_locked(const PartitionRun& run) {
        const int count = known_count ? known_count : run.count;
        const OwnPiece* const end = run.pieces.data() + run.pieces.size();
        for (const OwnPiece* own = run.pieces.data(); own != end; own += count) {
            V once{}, twice{};
#pragma GCC unroll 8
            for (int i = 0; i < count; ++i) {
                const V offered = place(own[i].piece.offered);
                twice |= once & offered;
                once |= offered;
            }
#pragma GCC unroll 8
            for (int i = 0; i < count; ++i) {
                place(own[i].own) = place(own[i].piece.offered) & ~twice;
            }
        }
    }

    // Lists the units that have a value which another unit has locked in a piece of theirs. Returns the end of the list.
    template <int known_count>
    Found* look_for_others(const PartitionRun& run, V wanted, V& changed, Found* list) {
        const int count = known_count ? known_count : run.count;
        const OwnPiece* const end = run.pieces.data() + run.pieces.size();
        V all_gone = changed;
        for (const OwnPiece* own = run.pieces.data(); own != end; own += count) {
            V by_others{}, gone{};
#pragma GCC unroll 8
            for (int i = 0; i < count; ++i) {
                by_others |= place(own[i].others);
            }
            by_others &= wanted;
#pragma GCC unroll 8
            for (int i = 0; i < count; ++i) {
                gone |= place(own[i].piece.offered) & by_others & ~place(own[i].others);
            }
            all_gone |= gone;
            // No branch, as its outcome is unpredictable: the entry counts, or the next one takes its place.
            *list = {by_others, own, own + count};
            list += any_lane<Mask>(gone);
        }
        changed = all_gone;
        return list;
    }

    void remove(const Found& unit) {
        for (const OwnPiece* own = unit.first; own != unit.end; ++own) {
            const V gone = unit.values & ~place(own->others);
            const Offset* const cells = program.piece_cells.data() + own->piece.cells.first;
            for (int i = 0; i < own->piece.cells.count; ++i) {
                at(cells[i]) &= ~gone;
            }
        }
    }

    const Program& program;
    std::vector<Cell<Mask>> places;
    std::vector<Found> found;
    char* board = nullptr;
    char* memory = nullptr;
};

}  // namespace unitdoku

// Locked candidates, for any layout ("pointing" and "claiming" in the words of solvers): see `Crossings`.
#pragma once

#include <vector>

#include "lanes.hpp"
#include "program.hpp"

namespace unitdoku {

template <class Mask>
class LockedCandidates {
public:
    explicit LockedCandidates(const Program& program) : crossings(program.crossings), places(crossings.cells_at.size()), found(places.size() + 1) {}

    // Applies the rule once to the lanes of the set. Returns the lanes in which candidates were removed.
    LaneSet apply(Cell<Mask>* board, LaneSet lanes) {
        char* const cells = reinterpret_cast<char*>(board);
        char* const memory = reinterpret_cast<char*>(places.data());
        const V wanted = all_bits_in<Mask>(lanes);
        V changed{};
        gather(crossings.offered, cells, [&](Offset place, V values) { at(memory, place) = values; });
        part(crossings.parted, memory);
        gather(crossings.allowed, memory, [&](Offset place, V values) { at(memory, place) = values; });
        Found* next = found.data();
        gather(crossings.kept, memory, [&](Offset place, V kept) {
            const V gone = at(memory, place) & ~kept & wanted;
            changed |= gone;
            // No branch, as its outcome is unpredictable: the entry counts, or the next one takes its place.
            *next = {gone, place};
            next += any_lane<Mask>(gone);
        });
        for (const Found* here = found.data(); here != next; ++here) {
            for (const Offset cell : crossings.cells_at[here->place / vector_bytes]) {
                at(cells, cell) &= ~here->gone;
            }
        }
        return nonzero_lanes<Mask>(changed);
    }

private:
    using V = Vector<Mask>;

    // Values that all cells of a piece lose.
    struct Found {
        V gone;
        Offset place;
    };

    static V& at(char* memory, Offset place) { return *reinterpret_cast<V*>(memory + place); }

    // Calls the action with each place and what its sources in this memory have together.
    template <class Action>
    UNITDOKU_INLINE static void gather(const Gathers& gathers, char* memory, Action action) {
        for (const Gathers::Run& run : gathers.runs) {
            // The forms of 9x9 and 16x16.
            with_known<form(1, 3), form(4, 1), form(1, 4), form(6, 1)>(form(run.groups, run.count), [&]<int known>() {
                const int groups = known ? known >> 8 : run.groups, count = known ? known & 0xff : run.count;
                const Offset* source = run.lists.data();
                for (const Offset* const end = source + run.lists.size(); source != end;) {
                    const Offset place = *source++;
                    V all = ~V{};
#pragma GCC unroll 6
                    for (int group = 0; group < groups; ++group) {
                        V any{};
#pragma GCC unroll 4
                        for (int i = 0; i < count; ++i) {
                            any |= at(memory, *source++);
                        }
                        all &= any;
                    }
                    action(place, all);
                }
            });
        }
    }

    // Notes for each part of a unit what the other parts have.
    static void part(const Gathers& parted, char* memory) {
        for (const Gathers::Run& run : parted.runs) {
            with_known<3, 4, 5>(run.count, [&]<int known>() {
                const int count = known ? known : run.count;
                const Offset* const end = run.lists.data() + run.lists.size();
                for (const Offset* list = run.lists.data(); list != end; list += 1 + count) {
                    V once{}, twice{};
#pragma GCC unroll 5
                    for (int i = 1; i <= count; ++i) {
                        twice |= once & at(memory, list[i]);
                        once |= at(memory, list[i]);
                    }
#pragma GCC unroll 5
                    for (int i = 1; i <= count; ++i) {
                        at(memory, list[0] + (i - 1) * vector_bytes) = twice | (once & ~at(memory, list[i]));
                    }
                }
            });
        }
    }

    static constexpr int form(int groups, int count) { return groups << 8 | count; }

    const Crossings& crossings;
    std::vector<Cell<Mask>> places;
    std::vector<Found> found;
};

}  // namespace unitdoku

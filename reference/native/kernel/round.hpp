// A round: naked and hidden singles in every unit, for all lanes at once.
//
// The units are strips, which together hold each cell once, and others. A round takes five steps:
//
// 1. in each strip: the cells with one candidate, and the values that they have. A value that two of them have means that
//    there is no solution;
// 2. in each other unit: the same values;
// 3. in each strip: cells lose the values that single cells of their units have. Then a value that only one cell of the
//    strip has left is a hidden single, which the cell has alone. A value that is left nowhere means that there is no
//    solution;
// 4. in each other complete unit: the values that only one cell has left;
// 5. in each strip: cells have such a value of their other units alone. A cell that two values need means that there is no
//    solution. (The same test in step 3 would take more time than it saves.)
//
// To visit one unit after the other would take fewer rounds, but more time: each cell would be loaded, tested for a single
// and stored once for each of its units.
#pragma once

#include <vector>

#include "lanes.hpp"
#include "program.hpp"

namespace unitdoku {

// The values that are seen once in several masks, and those seen twice: a tree of "in any" and "in two".
template <class V>
struct Seen {
    V once;   // in one mask or more
    V twice;  // in two or more

    V only_once() const { return once & ~twice; }
};

template <int count, class V>
UNITDOKU_INLINE Seen<V> seen_in(const V* masks) {
    if constexpr (count == 1) {
        return {masks[0], V{}};
    } else if constexpr (count == 2) {
        return {masks[0] | masks[1], masks[0] & masks[1]};
    } else if constexpr (count == 3) {
        return {any_of(masks[0], masks[1], masks[2]), two_of(masks[0], masks[1], masks[2])};
    } else {
        constexpr int first = (count + 2) / 3, second = (count - first + 1) / 2, third = count - first - second;
        const Seen<V> a = seen_in<first>(masks);
        const Seen<V> b = seen_in<second>(masks + first);
        const Seen<V> c = seen_in<third>(masks + first + second);
        return {any_of(a.once, b.once, c.once),
                any_of(a.twice, b.twice, c.twice) | two_of(a.once, b.once, c.once)};
    }
}

// The same for a number of masks that is a constant, or else 0, and given as `count`.
template <int known_count, class V>
UNITDOKU_INLINE Seen<V> seen_in(const V* masks, int count) {
    if constexpr (known_count) {
        return seen_in<known_count>(masks);
    } else {
        Seen<V> seen{masks[0], V{}};
        for (int i = 1; i < count; ++i) {
            seen.twice |= seen.once & masks[i];
            seen.once |= masks[i];
        }
        return seen;
    }
}

// The outcome of a round, as sets of lanes.
struct RoundResult {
    LaneSet dead;     // no solution
    LaneSet solved;   // one candidate in each cell, and no contradiction
    LaneSet changed;  // some candidate was removed
};

#if defined(__GNUC__) && !defined(__clang__)
// GCC does not see that loops over the same count are equally long.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

template <class Mask>
class RoundPlayer {
public:
    explicit RoundPlayer(const Program& program)
        : program(program), single_of(program.cell_count), value_of(program.strips.unit_count),
          singles(reinterpret_cast<char*>(single_of.data())), values(reinterpret_cast<char*>(value_of.data())) {}

    RoundPlayer(const RoundPlayer&) = delete;

    // Plays a round. `board` has a vector for each cell.
    RoundResult play(Cell<Mask>* board) {
        cells = reinterpret_cast<char*>(board);
        result = {};
        for_each_strip([&]<int size, int units>(const StripRun& run) { find_singles<size, units>(run); });
        for_each_other([&]<int size>(const UnitRun& run) { note_singles<size>(run); });
        for_each_strip([&]<int size, int units>(const StripRun& run) { eliminate<size, units>(run); });
        for_each_other([&]<int size>(const UnitRun& run) { note_hidden_singles<size>(run); });
        for_each_strip([&]<int size, int units>(const StripRun& run) { put_hidden_singles<size, units>(run); });
        const V top_bit = in_all_lanes<Mask>(static_cast<Mask>(Mask{1} << (8 * sizeof(Mask) - 1)));
        const LaneSet dead = nonzero_lanes<Mask>(result.dead | (result.emptied & top_bit));
        // A cell that is open nowhere was a single when the round began, so every unit has taken it into account.
        const LaneSet open = nonzero_lanes<Mask>(result.open);
        const LaneSet lanes = ~LaneSet{0} >> (64 - lane_count<Mask>);
        return {dead, lanes & ~open & ~dead, nonzero_lanes<Mask>(result.changed)};
    }

private:
    using V = Vector<Mask>;

    struct Tally {
        V open{};     // bits of cells with two candidates or more
        V emptied{};  // the top bit, where a cell has none
        V dead{};
        V changed{};
    };

    template <int known_size>
    static constexpr int room = known_size ? known_size : 8 * sizeof(Mask);

    static V& at(char* memory, Offset place) { return *reinterpret_cast<V*>(memory + place); }
    V& single(Offset cell) { return at(singles, cell); }
    V& value(Offset unit) { return at(values, unit); }

    template <class Action>
    UNITDOKU_INLINE void for_each_strip(Action action) {
        for (const StripRun& run : program.strips.runs) {
            with_size(run.size, [&]<int size>() {
                if (size && run.regular && run.units_of_cell == 2) {
                    action.template operator()<size, 2>(run);
                } else if (size && run.regular && run.units_of_cell == 4) {
                    action.template operator()<size, 4>(run);
                } else {
                    action.template operator()<size, 0>(run);
                }
            });
        }
    }

    template <class Action>
    UNITDOKU_INLINE void for_each_other(Action action) {
        for (const UnitRun& run : program.strips.others) {
            with_size(run.size, [&]<int size>() { action.template operator()<size>(run); });
        }
    }

    // The sizes of usual units; wider masks are for larger ones, and not worth their time to compile.
    template <class Action>
    UNITDOKU_INLINE static void with_size(int size, Action action) {
        if constexpr (sizeof(Mask) == 2) {
            with_known<2, 4, 6, 9, 16>(size, action);
        } else {
            action.template operator()<0>();
        }
    }

    // Goes over the strips of a run. The number of other units of a cell is a constant where that is 2 or 4 and the strip
    // is regular; else it is 0 here.
    template <int known_size, int known_units>
    struct StripCursor {
        const StripRun& run;
        const Offset* list = run.lists.data();

        int stride() const { return 1 + (known_units ? known_units : run.units_of_cell); }
        bool more() const { return list != run.lists.data() + run.lists.size(); }
        void advance() { list += 1 + (known_size ? known_size : run.size) * stride(); }

        Offset unit() const { return list[0]; }
        Offset cell(int i) const { return known_units ? list[1] + i * vector_bytes : list[1 + i * stride()]; }
        const Offset* units_of(int i) const { return list + 2 + i * stride(); }
    };

    // Step 1, and tests of all cells.
    template <int known_size, int known_units>
    void find_singles(const StripRun& run) {
        const int size = known_size ? known_size : run.size;
        Tally tally = result;  // in registers
        for (StripCursor<known_size, known_units> strip{run}; strip.more(); strip.advance()) {
            V masks[room<known_size>];
#pragma GCC unroll 16
            for (int i = 0; i < size; ++i) {
                const V x = at(cells, strip.cell(i));
                const V below = x - 1;
                masks[i] = where_disjoint<Mask>(x, below, x);
                single(strip.cell(i)) = masks[i];
                tally.open |= x & below;
                tally.emptied |= below & ~x;  // all bits below the lowest candidate; without any candidate, all bits
            }
            if (run.complete) {
                note_singles<known_size>(strip.unit(), masks, run.size, tally);
            }
        }
        result = tally;
    }

    // Step 2.
    template <int size>
    void note_singles(const UnitRun& run) {
        Tally tally = result;
        for_each_unit<size>(run, singles, [&](Offset unit, const V* masks) { note_singles<size>(unit, masks, run.size, tally); });
        result = tally;
    }

    template <int size>
    UNITDOKU_INLINE void note_singles(Offset unit, const V* masks, int count, Tally& tally) {
        const auto seen = seen_in<size>(masks, count);
        value(unit) = seen.once;
        tally.dead |= seen.twice;
    }

    // Step 3.
    template <int known_size, int known_units>
    void eliminate(const StripRun& run) {
        const int size = known_size ? known_size : run.size;
        Tally tally = result;
        const V all_values = in_all_lanes<Mask>(program.all_values<Mask>());
        for (StripCursor<known_size, known_units> strip{run}; strip.more(); strip.advance()) {
            V before[room<known_size>], now[room<known_size>];
            const V of_strip = value(strip.unit());
#pragma GCC unroll 16
            for (int i = 0; i < size; ++i) {
                const V taken = any_value<known_units>(of_strip, strip.units_of(i), run.units_of_cell);
                before[i] = at(cells, strip.cell(i));
                now[i] = before[i] & (single(strip.cell(i)) | ~taken);
            }
            if (run.complete) {
                const auto seen = seen_in<known_size>(now, run.size);
                tally.dead |= all_values & ~seen.once;
                const V hidden = seen.only_once();
#pragma GCC unroll 16
                for (int i = 0; i < size; ++i) {
                    const V own = now[i] & hidden;
                    now[i] = own != 0 ? own : now[i];
                }
            }
#pragma GCC unroll 16
            for (int i = 0; i < size; ++i) {
                tally.changed |= before[i] ^ now[i];
                at(cells, strip.cell(i)) = now[i];
            }
        }
        result = tally;
    }

    // Step 4.
    template <int size>
    void note_hidden_singles(const UnitRun& run) {
        if (!run.complete) {
            return;
        }
        Tally tally = result;
        const V all_values = in_all_lanes<Mask>(program.all_values<Mask>());
        for_each_unit<size>(run, cells, [&](Offset unit, const V* masks) {
            const auto seen = seen_in<size>(masks, run.size);
            value(unit) = seen.only_once();
            tally.dead |= all_values & ~seen.once;
        });
        result = tally;
    }

    // Step 5.
    template <int known_size, int known_units>
    void put_hidden_singles(const StripRun& run) {
        if (!run.complete_units_of_cell) {
            return;
        }
        const int size = known_size ? known_size : run.size;
        Tally tally = result;
        for (StripCursor<known_size, known_units> strip{run}; strip.more(); strip.advance()) {
#pragma GCC unroll 16
            for (int i = 0; i < size; ++i) {
                const Offset* const units = strip.units_of(i);
                const V before = at(cells, strip.cell(i));
                V own;
                if constexpr (known_units == 2) {
                    own = in_one_of(before, value(units[0]), value(units[1]));
                } else {
                    own = before & any_value<known_units>(V{}, units, run.complete_units_of_cell);
                }
                const V now = own != 0 ? own : before;
                tally.dead |= own & (own - 1);
                tally.changed |= before ^ now;
                at(cells, strip.cell(i)) = now;
            }
        }
        result = tally;
    }

    // Calls the action with each unit and what its cells have in this memory.
    template <int known_size, class Action>
    UNITDOKU_INLINE void for_each_unit(const UnitRun& run, char* memory, Action action) {
        const int size = known_size ? known_size : run.size;
        const Offset* const end = run.lists.data() + run.lists.size();
        for (const Offset* list = run.lists.data(); list != end; list += 1 + size) {
            V masks[room<known_size>];
#pragma GCC unroll 16
            for (int i = 0; i < size; ++i) {
                masks[i] = at(memory, list[1 + i]);
            }
            action(list[0], masks);
        }
    }

    // The values of some units, and more values.
    template <int known_count>
    UNITDOKU_INLINE V any_value(V more, const Offset* units, int count) {
#pragma GCC unroll 2
        for (int i = 0; i < (known_count ? known_count : count); i += 2) {
            more = any_of(more, value(units[i]), value(units[i + 1]));
        }
        return more;
    }

    const Program& program;
    std::vector<Cell<Mask>> single_of;  // of each cell: its only candidate, or none
    std::vector<Cell<Mask>> value_of;   // of each unit: those of its singles, or its hidden singles
    char* cells = nullptr;
    char* const singles;
    char* const values;
    Tally result;
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace unitdoku

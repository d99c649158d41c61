// A round: naked and hidden singles in every unit, for all lanes at once.
//
// Units are visited one after the other, with their cells in registers. A tree of "in any" and "in two" over masks
// yields the values that are seen once and those that are seen twice. Among the singles of the unit, a value seen once
// leaves the other cells, and a value seen twice means that there is no solution. Among all candidates of a complete
// unit, a value seen once is a hidden single, and a value not seen at all means that there is no solution. A unit sees
// the changes of the units before it.
#pragma once

#include "lanes.hpp"
#include "program.hpp"

namespace unitdoku {

// The outcome of a round, as sets of lanes.
struct RoundResult {
    LaneSet dead;     // no solution
    LaneSet solved;   // one candidate in each cell, and no contradiction
    LaneSet changed;  // some candidate was removed
};

namespace round_details {

template <class Mask>
struct Tally {
    Vector<Mask> open{};     // bits of cells with two candidates or more
    Vector<Mask> emptied{};  // the top bit, where a cell has none
    Vector<Mask> dead{};
    Vector<Mask> changed{};
};

template <class V>
struct Seen {
    V once;   // in one mask or more
    V twice;  // in two or more
};

// The values seen in `count` masks.
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

template <class V>
UNITDOKU_INLINE Seen<V> seen_in(const V* masks, int count) {
    Seen<V> seen{masks[0], V{}};
    for (int i = 1; i < count; ++i) {
        seen.twice |= seen.once & masks[i];
        seen.once |= masks[i];
    }
    return seen;
}

#if defined(__GNUC__) && !defined(__clang__)
// GCC does not see that loops over the same count are equally long.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

// Visits one unit. `known_size` is its size as a constant, or 0; then `size` is used.
template <int known_size, bool complete, bool cover, class Mask>
UNITDOKU_INLINE void visit(char* board, const Offset* cells, int size, Vector<Mask> all_values, Tally<Mask>& tally) {
    using V = Vector<Mask>;
    constexpr int room = known_size ? known_size : 8 * sizeof(Mask);
    const int count = known_size ? known_size : size;
    const auto seen = [&](const V* masks) {
        if constexpr (known_size) {
            return seen_in<known_size>(masks);
        } else {
            return seen_in(masks, count);
        }
    };
    V before[room], single[room], now[room];
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
        const V x = *reinterpret_cast<const V*>(board + cells[i]);
        const V below = x - 1;
        before[i] = x;
        single[i] = where_disjoint<Mask>(x, below, x);
        if constexpr (cover) {
            tally.open |= x & below;
            // All bits below the lowest candidate; without any candidate, all bits.
            tally.emptied |= below & ~x;
        }
    }
    const Seen<V> fixed = seen(single);
    tally.dead |= fixed.twice;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
        now[i] = before[i] & (single[i] | ~fixed.once);
    }
    if constexpr (complete) {
        const Seen<V> left = seen(now);
        tally.dead |= all_values & ~left.once;
        const V hidden = left.once & ~left.twice;
#pragma GCC unroll 16
        for (int i = 0; i < count; ++i) {
            const V own = now[i] & hidden;
            now[i] = own != 0 ? own : now[i];
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
        tally.changed |= before[i] ^ now[i];
        *reinterpret_cast<V*>(board + cells[i]) = now[i];
    }
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

template <int known_size, class Mask>
void visit_all(char* board, const UnitRun& run, Vector<Mask> all_values, Tally<Mask>& result) {
    Tally<Mask> tally = result;  // in registers
    const Offset* const end = run.cells.data() + run.cells.size();
    const auto go = [&]<bool complete, bool cover>() {
        for (const Offset* cells = run.cells.data(); cells != end; cells += run.size) {
            visit<known_size, complete, cover, Mask>(board, cells, run.size, all_values, tally);
        }
    };
    if (run.complete) {
        run.cover ? go.template operator()<true, true>() : go.template operator()<true, false>();
    } else {
        run.cover ? go.template operator()<false, true>() : go.template operator()<false, false>();
    }
    result = tally;
}

}  // namespace round_details

// Visits each unit once. `board` has a vector for each cell.
template <class Mask>
RoundResult play_round(const Program& program, Cell<Mask>* board) {
    using namespace round_details;
    const Vector<Mask> all_values = in_all_lanes<Mask>(program.all_values<Mask>());
    char* const bytes = reinterpret_cast<char*>(board);
    Tally<Mask> tally;
    for (const UnitRun& run : program.runs) {
        switch (run.size) {  // the usual sizes, unrolled
            case 2: visit_all<2>(bytes, run, all_values, tally); break;
            case 4: visit_all<4>(bytes, run, all_values, tally); break;
            case 6: visit_all<6>(bytes, run, all_values, tally); break;
            case 9: visit_all<9>(bytes, run, all_values, tally); break;
            case 16: visit_all<16>(bytes, run, all_values, tally); break;
            default: visit_all<0>(bytes, run, all_values, tally);
        }
    }
    const Vector<Mask> top_bit = in_all_lanes<Mask>(static_cast<Mask>(Mask{1} << (8 * sizeof(Mask) - 1)));
    const LaneSet dead = nonzero_lanes<Mask>(tally.dead | (tally.emptied & top_bit));
    // A cell that is open nowhere was a single when the round began, so every unit has taken it into account.
    const LaneSet open = nonzero_lanes<Mask>(tally.open);
    const LaneSet lanes = ~LaneSet{0} >> (64 - lane_count<Mask>);
    return {dead, lanes & ~open & ~dead, nonzero_lanes<Mask>(tally.changed)};
}

}  // namespace unitdoku

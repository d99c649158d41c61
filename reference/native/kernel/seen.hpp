// The values that are seen once in several masks, and those seen twice: a tree of "in any" and "in two".
#pragma once

#include "lanes.hpp"

namespace unitdoku {

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

}  // namespace unitdoku

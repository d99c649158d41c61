// Lanes: one machine vector holds a candidate mask for each of several puzzles, one puzzle a lane.
//
// Only this file depends on the instruction set. The other files use the vector extensions of GCC and Clang; flags such
// as -march=x86-64-v2, -v3 or -v4 select the instructions.
#pragma once

#include <bit>
#include <cstdint>

#include "numbers.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace unitdoku {

#if defined(__AVX512BW__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class Mask>
struct LanesOf {
    typedef Mask Vector __attribute__((vector_size(vector_bytes)));
};

template <class Mask>
using Vector = typename LanesOf<Mask>::Vector;

// The number of puzzles in a vector.
template <class Mask>
constexpr int lane_count = vector_bytes / sizeof(Mask);

// A set of lanes: bit i for lane i.
using LaneSet = std::uint64_t;

static_assert(vector_bytes / sizeof(std::uint16_t) <= 64, "a set of lanes is one 64-bit word");

inline LaneSet lane_bit(int lane) { return LaneSet{1} << lane; }

template <class Action>
void for_each_lane(LaneSet set, Action action) {
    for (; set; set &= set - 1) {
        action(std::countr_zero(set));
    }
}

// What a truth table says of the bits of three vectors, in one instruction where there is one; else `otherwise`, the same.
template <int table, class V>
UNITDOKU_INLINE V by_table([[maybe_unused]] V a, [[maybe_unused]] V b, [[maybe_unused]] V c, [[maybe_unused]] V otherwise) {
#if defined(__AVX512F__)
    return reinterpret_cast<V>(_mm512_ternarylogic_epi64(
        reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b), reinterpret_cast<__m512i>(c), table));
#else
    return otherwise;
#endif
}

// The bits that are in any of three.
template <class V>
UNITDOKU_INLINE V any_of(V a, V b, V c) {
    return by_table<0xfe>(a, b, c, a | b | c);
}

// The bits of the first that are in one of the others.
template <class V>
UNITDOKU_INLINE V in_one_of(V a, V b, V c) {
    return by_table<0xe0>(a, b, c, a & (b | c));
}

// The bits that are in two of three.
template <class V>
UNITDOKU_INLINE V two_of(V a, V b, V c) {
    return by_table<0xe8>(a, b, c, (a & b) | (c & (a | b)));
}

// Eight masks of 16 bits, a part of a vector.
typedef std::uint16_t Eight __attribute__((vector_size(16)));

// The masks of `a` and `b` at these places, which count those of `a` first.
template <int... places>
UNITDOKU_INLINE Eight shuffled(Eight a, Eight b) {
#if defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, places...);
#else
    return __builtin_shuffle(a, b, Eight{places...});
#endif
}

// The same mask in every lane.
template <class Mask>
UNITDOKU_INLINE Vector<Mask> in_all_lanes(Mask mask) {
    return Vector<Mask>{} + mask;
}

// The masks of `v` in the lanes where `a` and `b` have no bit in common, zero in the others.
template <class Mask>
UNITDOKU_INLINE Vector<Mask> where_disjoint(Vector<Mask> a, Vector<Mask> b, Vector<Mask> v) {
#if defined(__AVX512BW__)
    // GCC does not use this instruction where the common bits are needed elsewhere too.
    if constexpr (sizeof(Mask) == 2) {
        const __mmask32 disjoint = _mm512_testn_epi16_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b));
        return reinterpret_cast<Vector<Mask>>(_mm512_maskz_mov_epi16(disjoint, reinterpret_cast<__m512i>(v)));
    }
#endif
    return (a & b) == 0 ? v : Vector<Mask>{};
}

// The lanes of several vectors, one after the other, at 32 indices.
template <int count>
UNITDOKU_INLINE Vector<std::uint16_t> lanes_at(Vector<std::uint16_t> index, const Vector<std::uint16_t> (&from)[count]) {
    Vector<std::uint16_t> found{};
#if defined(__AVX512BW__)
    const __m512i i = reinterpret_cast<__m512i>(index), *const parts = reinterpret_cast<const __m512i*>(from);
    __m512i two = count == 1 ? _mm512_permutexvar_epi16(i, parts[0]) : _mm512_permutex2var_epi16(parts[0], i, parts[1]);
    for (int part = 2; part < count; part += 2) {
        const __mmask32 later = _mm512_cmpge_epu16_mask(i, _mm512_set1_epi16(static_cast<short>(32 * part)));
        two = part + 1 == count ? _mm512_mask_permutexvar_epi16(two, later, i, parts[part])
                                : _mm512_mask_mov_epi16(two, later, _mm512_permutex2var_epi16(parts[part], i, parts[part + 1]));
    }
    found = reinterpret_cast<Vector<std::uint16_t>>(two);
#endif
    return found;  // nothing calls it where these instructions are missing
}

// The lanes that are not zero.
template <class Mask>
UNITDOKU_INLINE LaneSet nonzero_lanes(Vector<Mask> v) {
#if defined(__AVX512BW__)
    const __m512i x = reinterpret_cast<__m512i>(v);
    if constexpr (sizeof(Mask) == 2) {
        return _mm512_test_epi16_mask(x, x);
    } else if constexpr (sizeof(Mask) == 4) {
        return _mm512_test_epi32_mask(x, x);
    } else if constexpr (sizeof(Mask) == 8) {
        return _mm512_test_epi64_mask(x, x);
    }
#elif defined(__AVX2__)
    const __m256i zero = reinterpret_cast<__m256i>(v == Vector<Mask>{});
    if constexpr (sizeof(Mask) == 2) {
        // Not by `_pext_u32`, which is microcode in the first two generations of Zen.
        const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1));
        return ~_mm_movemask_epi8(bytes) & 0xffff;
    } else if constexpr (sizeof(Mask) == 4) {
        return ~_mm256_movemask_ps(_mm256_castsi256_ps(zero)) & 0xff;
    } else if constexpr (sizeof(Mask) == 8) {
        return ~_mm256_movemask_pd(_mm256_castsi256_pd(zero)) & 0xf;
    }
#elif defined(__SSE2__)
    const __m128i zero = reinterpret_cast<__m128i>(v == Vector<Mask>{});
    if constexpr (sizeof(Mask) == 2) {
        return ~_mm_movemask_epi8(_mm_packs_epi16(zero, zero)) & 0xff;
    } else if constexpr (sizeof(Mask) == 4) {
        return ~_mm_movemask_ps(_mm_castsi128_ps(zero)) & 0xf;
    } else if constexpr (sizeof(Mask) == 8) {
        return ~_mm_movemask_pd(_mm_castsi128_pd(zero)) & 0x3;
    }
#endif
    LaneSet lanes = 0;
    for (int lane = 0; lane < lane_count<Mask>; ++lane) {
        lanes |= static_cast<LaneSet>(v[lane] != 0) << lane;
    }
    return lanes;
}

// Whether any lane is not zero.
template <class Mask>
UNITDOKU_INLINE bool any_lane(Vector<Mask> v) {
#if defined(__AVX512F__)
    const __m512i x = reinterpret_cast<__m512i>(v);
    return _mm512_test_epi64_mask(x, x) != 0;
#elif defined(__AVX2__)
    const __m256i x = reinterpret_cast<__m256i>(v);
    return !_mm256_testz_si256(x, x);
#else
    typedef std::uint64_t Words __attribute__((vector_size(vector_bytes)));
    const Words words = reinterpret_cast<Words>(v);
    return (words[0] | words[1]) != 0;
#endif
}

// All bits in the lanes of the set, none in the others.
template <class Mask>
UNITDOKU_INLINE Vector<Mask> all_bits_in(LaneSet lanes) {
#if defined(__AVX512BW__)
    if constexpr (sizeof(Mask) == 2) {
        return reinterpret_cast<Vector<Mask>>(_mm512_movm_epi16(static_cast<__mmask32>(lanes)));
    }
#endif
    // A mask has a bit for every lane, except 16-bit masks in 512 bits, which are handled above.
    Vector<Mask> own_bit;
    for (int lane = 0; lane < lane_count<Mask>; ++lane) {
        own_bit[lane] = static_cast<Mask>(Mask{1} << (lane % (8 * sizeof(Mask))));
    }
    const Vector<Mask> held = in_all_lanes<Mask>(static_cast<Mask>(lanes)) & own_bit;
    return reinterpret_cast<Vector<Mask>>(held != Vector<Mask>{});
}

// The vector of one cell of the layout.
template <class Mask>
struct alignas(vector_bytes) Cell {
    Vector<Mask> lanes;
};

}  // namespace unitdoku

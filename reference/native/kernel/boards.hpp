// The boards of single lanes: written into the vectors, read out of them, and stacked.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "choice.hpp"
#include "lanes.hpp"

namespace unitdoku {

// The mask of each cell in one lane.
template <class Mask>
class LaneView {
public:
    LaneView(Cell<Mask>* board, int lane) : first(reinterpret_cast<Mask*>(board) + lane) {}

    Mask& operator[](int cell) { return first[static_cast<std::size_t>(cell) * lane_count<Mask>]; }

    // Sets the board to these masks.
    void read(const Mask* from, int cell_count) {
#pragma GCC unroll 16
        for (int cell = 0; cell < cell_count; ++cell) {
            (*this)[cell] = from[cell];
        }
    }

    void write(Mask* to, int cell_count) {
#pragma GCC unroll 16
        for (int cell = 0; cell < cell_count; ++cell) {
            to[cell] = (*this)[cell];
        }
    }

    // Writes the value of each cell of a solved board.
    void write_values(std::uint8_t* to, int cell_count) {
#pragma GCC unroll 16
        for (int cell = 0; cell < cell_count; ++cell) {
            to[cell] = static_cast<std::uint8_t>(1 + lowest_of((*this)[cell]));
        }
    }

private:
    Mask* first;
};

// The cells of a board, rounded up so that `write_boards` may read eight at a time.
inline int rounded_cells(int cell_count) { return (cell_count + 7) / 8 * 8; }

// Writes the boards of some lanes, each to its own place, which has room for the rounded number of cells.
template <class Mask>
void write_boards(Cell<Mask>* board, LaneSet set, Mask* const* to, int cell_count) {
    if constexpr (sizeof(Mask) == sizeof(Eight{}[0])) {
        // Eight cells of eight lanes at a time are transposed by three perfect shuffles: about as fast as one lane alone.
        for (int group = 0; group < lane_count<Mask>; group += 8) {
            const LaneSet here = set >> group & 0xff;
            for (int cell = 0; here && cell < cell_count; cell += 8) {
                Eight rows[8];
                for (int i = 0; i < 8; ++i) {
                    rows[i] = reinterpret_cast<const Eight*>(board + cell + i)[group / 8];
                }
                for (int shuffles = 0; shuffles < 3; ++shuffles) {
                    Eight next[8];
                    for (int i = 0; i < 4; ++i) {
                        next[2 * i] = shuffled<0, 8, 1, 9, 2, 10, 3, 11>(rows[i], rows[i + 4]);
                        next[2 * i + 1] = shuffled<4, 12, 5, 13, 6, 14, 7, 15>(rows[i], rows[i + 4]);
                    }
                    std::copy_n(next, 8, rows);
                }
                for (int i = 0; i < 8; ++i) {
                    if (here >> i & 1) {
                        *reinterpret_cast<Eight*>(to[group + i] + cell) = rows[i];
                    }
                }
            }
        }
    } else {
        for_each_lane(set, [&](int lane) { LaneView<Mask>(board, lane).write(to[lane], cell_count); });
    }
}

// The boards of alternatives: the one pushed last is the next in order, the one pushed first the last.
template <class Mask>
class BoardStack {
public:
    bool empty() const { return bottom == top; }
    int size() const { return top - bottom; }

    void clear() { bottom = top = 0; }

    // Returns room for one more board on top. Its entries beyond the cells are zero; the caller overwrites the cells.
    Mask* push(int room) {
        if (top == capacity) {
            grow(room);
        }
        return at(top++, room);
    }

    // Pushes a copy of the board on top of the stack, and returns the copy.
    Mask* push_copy(int room) {
        Mask* const copy = push(room);
        std::copy_n(at(top - 2, room), room, copy);
        return copy;
    }

    Mask* last(int room) { return at(top - 1, room); }

    const Mask* pop(int room) { return at(--top, room); }

    void drop(int count) { top -= count; }

    // Returns the board that would be the last in order.
    const Mask* take_from_bottom(int room) { return at(bottom++, room); }

private:
    struct Free {
        void operator()(Mask* memory) const { ::operator delete[](memory, std::align_val_t{vector_bytes}); }
    };

    Mask* at(int index, int room) { return boards.get() + static_cast<std::size_t>(index) * room; }

    void grow(int room) {
        const int larger = capacity ? 2 * capacity : 8;
        const std::size_t entries = static_cast<std::size_t>(larger) * room;
        std::unique_ptr<Mask[], Free> moved(
            static_cast<Mask*>(::operator new[](entries * sizeof(Mask), std::align_val_t{vector_bytes})));
        std::memset(moved.get(), 0, entries * sizeof(Mask));
        if (top > bottom) {
            std::memcpy(moved.get(), at(bottom, room), static_cast<std::size_t>(top - bottom) * room * sizeof(Mask));
        }
        top -= bottom;
        bottom = 0;
        boards = std::move(moved);
        capacity = larger;
    }

    std::unique_ptr<Mask[], Free> boards;
    int bottom = 0, top = 0, capacity = 0;
};

}  // namespace unitdoku

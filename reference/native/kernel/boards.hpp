// The boards of single lanes: written into the vectors, read out of them, and stacked.
#pragma once

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
            to[cell] = static_cast<std::uint8_t>(1 + std::countr_zero((*this)[cell]));
        }
    }

private:
    Mask* first;
};

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

    Mask* last(int room) { return at(top - 1, room); }

    const Mask* pop(int room) { return at(--top, room); }

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

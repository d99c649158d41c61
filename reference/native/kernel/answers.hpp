// Puzzles as they come in, and what is found out about each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "boards.hpp"

namespace unitdoku {

constexpr std::size_t no_item = std::numeric_limits<std::size_t>::max();
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// The puzzles of a job, one after the other: for each cell its candidate mask, or one byte with its value or 0.
template <class Mask>
class Puzzles {
public:
    Puzzles(const void* cells, bool as_values, std::size_t count, const Program& program)
        : count(count), cells(cells), as_values(as_values), cell_count(program.cell_count), values(program.values) {
        mask_of[0] = program.all_values<Mask>();
        for (int value = 1; value <= program.values; ++value) {
            mask_of[value] = static_cast<Mask>(Mask{1} << (value - 1));
        }
    }

    void put(std::size_t puzzle, LaneView<Mask> lane) const {
        const std::size_t first = puzzle * cell_count;
        if (as_values) {
            const auto* values = static_cast<const std::uint8_t*>(cells) + first;
            for (int cell = 0; cell < cell_count; ++cell) {
                lane[cell] = mask_of[values[cell]];
            }
        } else {
            const auto* masks = static_cast<const Mask*>(cells) + first;
            for (int cell = 0; cell < cell_count; ++cell) {
                lane[cell] = masks[cell] & mask_of[0];
            }
        }
    }

    // The first item that is no value of the layout, or a mask without or with unknown candidates; `no_item` if none.
    std::size_t first_bad_item() const {
        const std::size_t items = count * cell_count;
        if (as_values) {
            const std::uint8_t greatest = static_cast<std::uint8_t>(values);
            return first_bad(static_cast<const std::uint8_t*>(cells), items, [=](std::uint8_t value) { return value > greatest; });
        }
        const Mask unknown = static_cast<Mask>(~mask_of[0]);
        return first_bad(static_cast<const Mask*>(cells), items,
                         [=](Mask mask) -> bool { return (mask == 0) | ((mask & unknown) != 0); });
    }

    const std::size_t count;

private:
    template <class Item, class Test>
    static std::size_t first_bad(const Item* items, std::size_t count, Test is_bad) {
        constexpr std::size_t stretch = 4096;  // looked at as a whole first: that takes vectors
        for (std::size_t first = 0; first < count; first += stretch) {
            const Item *const begin = items + first, *const end = items + std::min(first + stretch, count);
            Item any = 0;  // of the width of an item
            for (const Item* item = begin; item != end; ++item) {
                any |= is_bad(*item) ? Item{1} : Item{0};
            }
            if (any) {
                return static_cast<std::size_t>(std::find_if(begin, end, is_bad) - items);
            }
        }
        return no_item;
    }

    const void* cells;
    bool as_values;
    int cell_count;
    int values;
    Mask mask_of[256] = {};  // a byte that is no value leaves no candidate: nothing is read beyond
};

struct Answer {
    std::uint64_t count = 0;    // solutions found, no more than the limit
    std::uint64_t guesses = 0;  // boards on which a cell had to be chosen, until the last solution that was asked for
    std::uint64_t rounds = 0;   // rounds of singles and of locked candidates, likewise; all of both where time ran out
    bool finished = false;      // not cut off by time
    bool exhausted = false;     // there are no more solutions
};

// The answers of a job. Different puzzles may be answered by different threads.
class Answers {
public:
    // Grids are kept, if they are, apart for the first of each puzzle, as most have one only; or all in a stream.
    enum class Keep { nothing, grids, stream };

    Answers(std::size_t puzzles, int cell_count, Keep keep)
        : keep(keep), cell_count(cell_count), answers(puzzles),
          first(keep == Keep::grids ? std::make_unique_for_overwrite<std::uint8_t[]>(puzzles * cell_count) : nullptr),
          more(keep == Keep::nothing ? 0 : puzzles) {}

    Answer& operator[](std::size_t puzzle) { return answers[puzzle]; }

    // Counts one more solution; returns where its values go, or nothing if grids are not kept.
    std::uint8_t* add(std::size_t puzzle) {
        const std::uint64_t earlier = answers[puzzle].count++;
        if (keep == Keep::nothing) {
            return nullptr;
        }
        if (keep == Keep::grids && earlier == 0) {
            return first.get() + puzzle * cell_count;
        }
        auto& grids = more[puzzle];
        grids.resize(grids.size() + cell_count);
        return grids.data() + grids.size() - cell_count;
    }

    const Keep keep;
    const int cell_count;
    std::vector<Answer> answers;
    std::unique_ptr<std::uint8_t[]> first;  // written by whoever answers: nothing is set to 0 before
    std::vector<std::vector<std::uint8_t>> more;  // those that follow it, or all in a stream
};

}  // namespace unitdoku

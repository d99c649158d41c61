// The puzzles of a job, the queue from which its threads take them, and the answers.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "program.hpp"

namespace unitdoku {

constexpr std::size_t no_item = std::numeric_limits<std::size_t>::max();
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

// The puzzles of a job, one after the other: for each cell its candidate mask, or a byte with its value or 0.
template <class Mask>
class Puzzles {
public:
    Puzzles(const void* cells, bool as_values, std::size_t count, const Program& program)
        : count(count), cells(cells), as_values(as_values), cell_count(program.cell_count), values(program.values),
          all_values(program.all_values<Mask>()) {
        for (int value = 1; value <= program.values && !program.impossible; ++value) {
            mask_of[value] = static_cast<Mask>(Mask{1} << (value - 1));
            mask_of[0] |= mask_of[value];
        }
    }

    // Writes the candidates of each cell of a puzzle.
    template <class Board>
    void put(std::size_t puzzle, Board board) const {
        const std::size_t first = puzzle * cell_count;
        if (as_values) {
            const auto* values = static_cast<const std::uint8_t*>(cells) + first;
#pragma GCC unroll 16
            for (int cell = 0; cell < cell_count; ++cell) {
                board[cell] = mask_of[values[cell]];
            }
        } else {
            const auto* masks = static_cast<const Mask*>(cells) + first;
            for (int cell = 0; cell < cell_count; ++cell) {
                board[cell] = masks[cell] & mask_of[0];
            }
        }
    }

    // Returns the first item that is no value of the layout, or a mask that is empty or has unknown candidates;
    // `no_item` if there is none.
    std::size_t first_bad_item() const {
        const std::size_t items = count * cell_count;
        if (as_values) {
            const std::uint8_t greatest = static_cast<std::uint8_t>(values);
            return first_bad(static_cast<const std::uint8_t*>(cells), items, [=](std::uint8_t value) { return value > greatest; });
        }
        const Mask unknown = static_cast<Mask>(~all_values);
        return first_bad(static_cast<const Mask*>(cells), items,
                         [=](Mask mask) -> bool { return (mask == 0) | ((mask & unknown) != 0); });
    }

    const std::size_t count;

private:
    template <class Item, class Test>
    static std::size_t first_bad(const Item* items, std::size_t count, Test is_bad) {
        constexpr std::size_t stretch = 4096;  // tested as a whole first: the compiler uses vectors for that
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
    Mask all_values;
    Mask mask_of[256] = {};  // for every byte, so that no byte reads beyond it; no candidate for one that is no value,
                             // and none at all if no puzzle has a solution
};

// Puzzles from `first` to before `end`.
struct Range {
    std::size_t first = 0;
    std::size_t end = 0;

    bool empty() const { return first == end; }
};

// Hands out the puzzles of a job to its threads in ranges: long ones, so that threads seldom meet at the counter and
// their answers lie apart in memory, and shorter ones towards the end, so that threads finish at about the same time.
class Queue {
public:
    Queue(std::size_t count, std::size_t threads) : count(count), threads(threads) {}

    // Returns an empty range when nothing is left.
    Range take() {
        std::size_t first = next.load(std::memory_order_relaxed);
        std::size_t end;
        do {
            end = first + std::clamp<std::size_t>((count - first) / (parts * threads), first < count, longest);
        } while (!next.compare_exchange_weak(first, end, std::memory_order_relaxed));
        return {first, end};
    }

    void restart() { next.store(0, std::memory_order_relaxed); }

private:
    static constexpr std::size_t longest = 256;
    static constexpr std::size_t parts = 8;  // ranges into which a thread's share of the rest is split

    const std::size_t count;
    const std::size_t threads;
    std::atomic<std::size_t> next{0};
};

// What is asked of each puzzle of a job.
struct Limits {
    std::uint64_t solutions = 2;
    double seconds = 0;      // below 0: no limit
    std::size_t stream = 0;  // a run ends when this many grids can be taken; 0: it does not
    int lanes = 64;          // that search the tree of one puzzle at most
};

struct Answer {
    std::uint64_t count = 0;    // solutions found, no more than the limit
    std::uint64_t guesses = 0;  // boards on which a cell had to be chosen, up to the last solution within the limit
    std::uint64_t rounds = 0;   // rounds of singles and of locked candidates, likewise; all of both if time ran out
    bool finished = false;      // not stopped by the time limit
    bool exhausted = false;     // there are no more solutions
};

// The answers of a job. Several threads may write the answers of different puzzles.
class Answers {
public:
    // Grids are not kept; or the first of each puzzle is kept apart, as most puzzles have only one; or all are kept in a
    // stream, for a job of one puzzle.
    enum class Keep { nothing, grids, stream };

    Answers(std::size_t puzzles, int cell_count, Keep keep)
        : keep(keep), cell_count(cell_count), answers(puzzles),
          first(keep == Keep::grids ? std::make_unique_for_overwrite<std::uint8_t[]>(puzzles * cell_count) : nullptr),
          more(keep == Keep::nothing ? 0 : puzzles) {}

    Answer& operator[](std::size_t puzzle) { return answers[puzzle]; }

    // Counts one more solution. Returns where to write its values, or nothing if grids are not kept.
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

    // Returns the grids of a puzzle that are here, in ascending order; valid until the next call.
    const std::vector<const std::uint8_t*>& sorted(std::size_t puzzle) {
        rows.clear();
        if (keep == Keep::grids && answers[puzzle].count) {
            rows.push_back(first.get() + puzzle * cell_count);
        }
        const auto& others = more[puzzle];
        for (std::size_t at = 0; at < others.size(); at += cell_count) {
            rows.push_back(others.data() + at);
        }
        if (rows.size() > 1) {
            std::sort(rows.begin(), rows.end(), [this](const std::uint8_t* one, const std::uint8_t* other) {
                return std::memcmp(one, other, cell_count) < 0;
            });
        }
        return rows;
    }

    // Forgets the answer of a job of one puzzle.
    void clear() {
        answers[0] = {};
        more[0].clear();
    }

    // The number of grids in the stream.
    std::size_t streamed() const { return more[0].size() / cell_count; }

    const Keep keep;
    const int cell_count;
    std::vector<Answer> answers;
    std::unique_ptr<std::uint8_t[]> first;        // not initialized: unanswered puzzles have no grid in it
    std::vector<std::vector<std::uint8_t>> more;  // those after the first, or all of a stream

private:
    std::vector<const std::uint8_t*> rows;  // the grids of a puzzle that were sorted last
};

}  // namespace unitdoku

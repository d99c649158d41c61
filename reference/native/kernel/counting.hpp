// Counting: how many solutions a puzzle has, without listing them.
//
// A depth-first search over one board, with naked and hidden singles. It lists little, for three reasons:
//
// - Values that may stand in the same open cells are interchangeable: one of them is tried, and its count multiplied.
// - Open cells that share no unit and candidate any more, even by way of others, are parts that are counted apart, and
//   their counts multiplied (component caching: Bacchus, Dalmao and Pitassi, 2003; Sang et al., 2004).
// - The count of a part is kept. A part is known by the sets of cells in which its values may stand, in sorted order, so
//   that parts with other names for their values are the same. A unit needs nothing more: the values that its other
//   cells have are no candidates in the part.
//
// The order in which cells are chosen decides how often parts occur again. No order is the best for all layouts, so
// several are tried in turns with a growing number of boards, and those that prove less than a share of the best are
// dropped. All of them use the same cache.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "count_cache.hpp"
#include "program.hpp"
#include "set_boards.hpp"

namespace unitdoku {

inline constexpr Number most_counted = ~Number{0};

// The number of solutions of a puzzle.
class Counting {
public:
    virtual ~Counting() = default;

    // Works until all are counted, and returns true, or until `stop`, which it asks now and then, returns true.
    virtual bool run(const std::function<bool()>& stop) = 0;

    // The number of solutions; as long as not all are counted, one that is proven not to be too large. The largest number
    // stands for itself and all larger ones.
    Number counted = 0;
};

template <int known_words>
class CountingOf final : public Counting {
public:
    // `masks` has the candidates of each cell, `ranks` one or several orders of the cells: the place of each cell.
    CountingOf(const Program& program, std::span<const Wide> masks, const std::vector<Cells>& ranks, std::size_t bytes)
        : program(program), boards(program), cache(bytes) {
        for (const Cells& rank : ranks) {
            orders.push_back({true, rank});
            orders.push_back({false, rank});
        }
        puzzle.assign(boards.board_words(), 0);
        for (int cell = 0; cell < program.cell_count; ++cell) {
            for (Wide mask = masks[cell]; mask; mask &= mask - 1) {
                boards.add(puzzle.data() + lowest_of(mask) * boards.word_count(), cell);
            }
            boards.add(boards.open_of(puzzle.data()), cell);
        }
    }

    bool run(const std::function<bool()>& stop) override {
        for (asked = &stop;; next_round()) {
            for (; turn < orders.size(); ++turn) {
                order = &orders[turn];
                if (order->dropped) {
                    continue;
                }
                left = budget;
                stopped = cut_off = false;
                std::copy(puzzle.begin(), puzzle.end(), frame(0).board.begin());
                order->proven = count_board(0);
                counted = std::max(counted, order->proven);
                if (!cut_off) {
                    return true;
                }
                if (stopped) {
                    return false;
                }
            }
        }
    }

private:
    // A way to choose the next cell.
    struct Order {
        bool fewest_first;  // the cell for which the fewest values have to be tried, or only one with a single such value
        Cells rank;         // then the one that comes first here
        Number proven = 0;  // with the latest budget
        bool dropped = false;
    };

    // What one level of the search needs; it stays for the next board of the level.
    struct Frame {
        Set board;
        Set parts;
        Set key;    // of the current part: the sets of its values, sorted
        Set cells;  // of the current part
        std::vector<std::uint8_t> alike;  // for each set of the key the number of the same sets from it on; 0: not the first
    };

    static constexpr std::uint64_t first_budget = 512;
    static constexpr std::uint64_t enough_to_tell = 4096;  // boards that show whether orders are symmetric
    static constexpr int the_same = 64;                    // they differ by no more than one of this many
    static constexpr int worth_keeping = 2;                // an order that proves one of this many of the best
    static constexpr std::uint64_t between_looks = 256;

    Frame& frame(std::size_t level) {
        while (frames.size() <= level) {
            frames.push_back(std::make_unique<Frame>());
            frames.back()->board.resize(boards.board_words());
            frames.back()->cells.resize(boards.word_count());
            frames.back()->alike.resize(program.values);
        }
        return *frames[level];
    }

    // Drops the orders that prove little, and all but the first of those that prove the same, as they are symmetric.
    void next_round() {
        Number best = 0;
        for (const Order& each : orders) {
            best = std::max(best, each.dropped ? 0 : each.proven);
        }
        for (auto each = orders.begin(); each != orders.end(); ++each) {
            const bool again = budget >= enough_to_tell && std::any_of(orders.begin(), each, [&](const Order& other) {
                const Number more = std::max(other.proven, each->proven), less = std::min(other.proven, each->proven);
                return !other.dropped && more - less <= best / the_same;
            });
            each->dropped = each->dropped || again || each->proven < best / worth_keeping;
        }
        budget *= 2;
        turn = 0;
    }

    // What does not fit becomes the largest number, which stays the largest one in all that follows but a product with 0.
    static Number sum(Number a, Number b) {
        Number result;
        return __builtin_add_overflow(a, b, &result) ? most_counted : result;
    }

    static Number product(Number a, Number b) {
        Number result;
        return __builtin_mul_overflow(a, b, &result) ? most_counted : result;
    }

    // Takes one board of the budget. Returns whether the search has to end.
    bool is_over() {
        if (left == 0) {
            cut_off = true;
        } else if (--left % between_looks == 0 && (*asked)()) {
            stopped = cut_off = true;
        }
        return cut_off;
    }

    // Returns the number of solutions of the board of a level, which it changes; if it is cut off, of a part of them.
    Number count_board(std::size_t level) {
        Frame& own = frame(level);
        if (is_over() || !boards.propagate(own.board.data())) {
            return 0;
        }
        boards.split(own.board.data(), own.parts);
        sort_parts(own.parts);
        Number result = 1;
        for (std::size_t at = 0; at < own.parts.size() && result; at += boards.word_count()) {
            if (cut_off) {
                return 0;  // what comes after the part that was cut off may have no solution
            }
            result = product(result, count_part(level, own.parts.data() + at));
        }
        return result;
    }

    // The largest part comes last: if it is cut off, what was proven of it counts for all.
    void sort_parts(Set& parts) {
        const int size = boards.word_count();
        if (static_cast<int>(parts.size()) == size) {
            return;
        }
        by_size.clear();
        for (std::size_t at = 0; at < parts.size(); at += size) {
            by_size.push_back({boards.size_of(parts.data() + at), at});
        }
        std::sort(by_size.begin(), by_size.end());
        ordered.clear();
        for (const auto& [cells, at] : by_size) {
            ordered.insert(ordered.end(), parts.data() + at, parts.data() + at + size);
        }
        parts.swap(ordered);
    }

    Number count_part(std::size_t level, const Word* cells) {
        Frame& own = *frames[level];
        make_key(own, cells);
        const int size = boards.word_count();
        const int sets = static_cast<int>(own.key.size()) / size;
        if (boards.size_of(cells) == 1) {
            return static_cast<Number>(sets);
        }
        const std::uint64_t hash = CountCache::hash_of(own.key);
        if (const Number* const known = cache.find(hash, own.key)) {
            return *known;
        }
        std::copy_n(cells, size, own.cells.begin());
        const int cell = chosen(own, sets);
        Number total = 0;
        for (int set = 0; set < sets && !cut_off; ++set) {
            if (!own.alike[set] || !boards.has(own.key.data() + set * size, cell)) {
                continue;
            }
            Word* const board = frame(level + 1).board.data();
            std::copy(own.key.begin(), own.key.end(), board);
            std::fill(board + own.key.size(), boards.open_of(board), 0);
            std::copy(own.cells.begin(), own.cells.end(), boards.open_of(board));
            boards.place(board, cell, set);
            total = sum(total, product(own.alike[set], count_board(level + 1)));
        }
        if (!cut_off) {
            cache.add(hash, own.key, total);
        }
        return total;
    }

    // Sorts the sets of the values in a part, and notes which of them are alike.
    void make_key(Frame& own, const Word* cells) {
        const int size = boards.word_count();
        const Word* const board = own.board.data();
        own.key.clear();
        for (int value = 0; value < program.values; ++value) {
            Word any = 0;
            for (int i = 0; i < size; ++i) {
                any |= board[value * size + i] & cells[i];
            }
            if (!any) {
                continue;
            }
            // Inserted in its place: there are few values.
            std::size_t at = own.key.size();
            own.key.resize(at + size);
            const auto before = [&](const Word* other) {
                for (int i = 0; i < size; ++i) {
                    const Word set = board[value * size + i] & cells[i];
                    if (set != other[i]) {
                        return set < other[i];
                    }
                }
                return false;
            };
            for (; at > 0 && before(own.key.data() + at - size); at -= size) {
                std::copy_n(own.key.begin() + at - size, size, own.key.begin() + at);
            }
            for (int i = 0; i < size; ++i) {
                own.key[at + i] = board[value * size + i] & cells[i];
            }
        }
        const int sets = static_cast<int>(own.key.size()) / size;
        for (int first = 0, next; first < sets; first = next) {
            own.alike[first] = 1;
            for (next = first + 1; next < sets && std::equal(own.key.begin() + first * size, own.key.begin() + (first + 1) * size,
                                                             own.key.begin() + next * size);
                 ++next) {
                own.alike[next] = 0;
                ++own.alike[first];
            }
        }
    }

    // Returns the cell that comes next.
    int chosen(const Frame& own, int sets) const {
        const int size = boards.word_count();
        int best = -1, fewest = 0;
        boards.for_each_cell(own.cells.data(), [&](int cell) {
            int tried = 0;
            for (int set = 0; set < sets; ++set) {
                tried += own.alike[set] && boards.has(own.key.data() + set * size, cell);
            }
            if (!order->fewest_first) {
                tried = std::min(tried, 2);
            }
            if (best < 0 || tried < fewest || (tried == fewest && order->rank[cell] < order->rank[best])) {
                best = cell;
                fewest = tried;
            }
        });
        return best;
    }

    const Program& program;
    SetBoards<known_words> boards;
    CountCache cache;
    std::vector<Order> orders;
    Set puzzle;  // its board
    std::vector<std::unique_ptr<Frame>> frames;

    Order* order = nullptr;
    std::size_t turn = 0;                   // the number of the order that has a go
    std::uint64_t budget = first_budget;    // boards for a go
    std::uint64_t left = 0;                 // of them
    bool cut_off = false;                   // the search ends before all is counted
    bool stopped = false;                   // since `asked` wants it
    const std::function<bool()>* asked = nullptr;

    std::vector<std::pair<int, std::size_t>> by_size;  // parts: how many cells, where it begins
    Set ordered;
};

inline std::unique_ptr<Counting> make_counting(const Program& program, std::span<const Wide> masks,
                                               const std::vector<Cells>& ranks, std::size_t bytes) {
    std::unique_ptr<Counting> made;
    with_known<1, 2>(program.words, [&]<int words>() { made = std::make_unique<CountingOf<words>>(program, masks, ranks, bytes); });
    return made;
}

}  // namespace unitdoku

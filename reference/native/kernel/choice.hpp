// The choice of a cell to guess in, from the board of one lane.
//
// Among the cells with two candidates it is the one whose values are candidates of the most peers; peers with two
// candidates count four times, as a guess there decides most at once. Without such a cell it is one with the fewest
// candidates, and among several the one whose values are candidates of the most peers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "lanes.hpp"
#include "program.hpp"

namespace unitdoku {

// The entries in the board of a lane: one for each bit in a set of cells; those beyond the cells are zero.
inline int board_room(const Program& program) { return 64 * program.words; }

template <class Mask>
class Choice {
public:
    explicit Choice(const Program& program)
        : program(program),
          words(program.words),
          most_weighed(words <= 16 ? program.values : 4),
          most_scored(std::max(64, (1 << 18) / words)),
          with_value(static_cast<std::size_t>(program.values) * words),
          bivalue(words), fewest(words), more(static_cast<std::size_t>(words) * vectors_a_word) {}

    // Returns a cell with two candidates or more; there must be one. `board` has `board_room` aligned masks.
    int choose(const Mask* board) {
        find_bivalue(board);
        find_values(board);
        return words == 2 ? best<2>(board) : best<0>(board);
    }

    // Returns up to `most` such cells, none of them a peer of another: the first with two candidates, or with the fewest
    // if none has two. They are not weighed, which takes less time than to choose the best cell.
    const std::vector<int>& choose_several(const Mask* board, int most) {
        find_bivalue(board);
        const bool any = std::any_of(bivalue.begin(), bivalue.end(), [](std::uint64_t cells) { return cells != 0; });
        if (!any) {
            find_fewest();
        }
        std::vector<std::uint64_t>& left = any ? bivalue : fewest;
        chosen.clear();
        for (int word = 0; word < words; ++word) {
            while (left[word] && static_cast<int>(chosen.size()) < most) {
                const int cell = 64 * word + std::countr_zero(left[word]);
                chosen.push_back(cell);
                left[word] &= left[word] - 1;
                const std::uint64_t* const peers = program.peers_of(cell);
                for (int later = word; later < words; ++later) {
                    left[later] &= ~peers[later];
                }
            }
        }
        return chosen;
    }

private:
    using V = Vector<Mask>;

    static constexpr int vectors_a_word = 64 / lane_count<Mask>;

    // Finds the cells with two candidates.
    void find_bivalue(const Mask* board) {
        for (int word = 0; word < words; ++word, board += 64) {
            Cell<Mask>* const third = more.data() + static_cast<std::size_t>(word) * vectors_a_word;
            bivalue[word] = in_cells([&](int i) {
                const V x = vector_of(board, i);
                const V second = x & (x - 1);
                third[i].lanes = second & (second - 1);
                return nonzero_lanes<Mask>(second) & ~nonzero_lanes<Mask>(third[i].lanes);
            });
        }
    }

    // Finds for each value the cells that may hold it.
    void find_values(const Mask* board) {
        for (int word = 0; word < words; ++word, board += 64) {
            for (int value = 0; value < program.values; ++value) {
                const V bit = in_all_lanes<Mask>(static_cast<Mask>(Mask{1} << value));
                with_value[static_cast<std::size_t>(value) * words + word] =
                    in_cells([&](int i) { return nonzero_lanes<Mask>(vector_of(board, i) & bit); });
            }
        }
    }

    // Finds the cells with the fewest candidates, if none has two; takes the lowest candidate away until some have one
    // left. Returns how many they have.
    int find_fewest() {
        for (int count = 3;; ++count) {
            std::uint64_t any = 0;
            for (int word = 0; word < words; ++word) {
                Cell<Mask>* const left = more.data() + static_cast<std::size_t>(word) * vectors_a_word;
                fewest[word] = in_cells([&](int i) {
                    const V x = left[i].lanes;
                    left[i].lanes = x & (x - 1);
                    return nonzero_lanes<Mask>(x) & ~nonzero_lanes<Mask>(left[i].lanes);
                });
                any |= fewest[word];
            }
            if (any) {
                return count;
            }
        }
    }

    static V vector_of(const Mask* board, int index) {
        return *reinterpret_cast<const V*>(board + index * lane_count<Mask>);
    }

    // Returns the cells, out of 64, for which the test holds.
    template <class Test>
    UNITDOKU_INLINE static std::uint64_t in_cells(Test test) {
        std::uint64_t cells = 0;
        for (int i = 0; i < vectors_a_word; ++i) {
            cells |= test(i) << (i * lane_count<Mask>);
        }
        return cells;
    }

    template <int known_words>
    int best(const Mask* board) {
        const int found = best_of<known_words>(bivalue, [&](int cell) { return product<known_words>(board[cell], cell); });
        if (found >= 0) {
            return found;
        }
        const bool weighed = find_fewest() <= most_weighed;
        return best_of<known_words>(fewest, [&](int cell) { return weighed ? sum<known_words>(board[cell], cell) : 1; });
    }

    // Returns the cell of the set with the highest score, of several the first; -1 if there is none.
    template <int known_words, class Score>
    UNITDOKU_INLINE int best_of(const std::vector<std::uint64_t>& cells, Score score) const {
        const int count = known_words ? known_words : words;
        std::uint64_t best = 0;
        int scored = 0;
        for (int word = 0; word < count; ++word) {
            for (std::uint64_t left = cells[word]; left; left &= left - 1) {
                if (!known_words && scored++ == most_scored) {
                    return 0xffff - static_cast<int>(best & 0xffff);
                }
                const int cell = 64 * word + std::countr_zero(left);
                // One number, score before cell, for a comparison without a branch: the outcome is unpredictable.
                const std::uint64_t key = score(cell) << 16 | (0xffff - cell);
                best = std::max(best, key);
            }
        }
        return best ? 0xffff - static_cast<int>(best & 0xffff) : -1;
    }

    template <int known_words>
    UNITDOKU_INLINE std::uint64_t product(Mask candidates, int cell) const {
        const int first = lowest_of(candidates);
        const int second = lowest_of(static_cast<Mask>(candidates & (candidates - 1)));
        return weight<known_words>(first, cell) * weight<known_words>(second, cell);
    }

    // Returns how many peers a value in a cell affects.
    template <int known_words>
    UNITDOKU_INLINE std::uint64_t weight(int value, int cell) const {
        const int count = known_words ? known_words : words;
        const std::uint64_t* const holding = with_value.data() + static_cast<std::size_t>(value) * count;
        const std::uint64_t* const peers = program.peers.data() + static_cast<std::size_t>(cell) * count;
        std::uint64_t all = 0, with_two = 0;
        for (int word = 0; word < count; ++word) {
            const std::uint64_t common = holding[word] & peers[word];
            all += std::popcount(common);
            with_two += std::popcount(common & bivalue[word]);
        }
        return 3 * with_two + all + 1;
    }

    template <int known_words>
    UNITDOKU_INLINE std::uint64_t sum(Mask candidates, int cell) const {
        std::uint64_t weights = 0;
        for (Mask left = candidates; left; left &= static_cast<Mask>(left - 1)) {
            weights += weight<known_words>(lowest_of(left), cell);
        }
        return weights;
    }

    const Program& program;
    const int words;
    const int most_weighed;  // candidates of a cell: large boards have many cells with many
    const int most_scored;   // cells: on layouts of thousands of cells, each score goes through hundreds of words
    std::vector<std::uint64_t> with_value;
    std::vector<std::uint64_t> bivalue;
    std::vector<std::uint64_t> fewest;
    std::vector<int> chosen;
    std::vector<Cell<Mask>> more;  // candidates that are left of each cell without its lowest two
};

}  // namespace unitdoku

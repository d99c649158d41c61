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
          bivalue(words) {}

    // Returns a cell with two candidates or more; there must be one. `board` has `board_room` aligned masks.
    int choose(const Mask* board) {
        survey(board);
        const int best = words == 2 ? best_bivalue<2>(board) : best_bivalue<0>(board);
        return best >= 0 ? best : with_fewest(board);
    }

private:
    using V = Vector<Mask>;

    // Finds for each value the cells that may hold it, and the cells with two candidates.
    void survey(const Mask* board) {
        for (int word = 0; word < words; ++word, board += 64) {
            bivalue[word] = in_cells(board, [](V x) {
                const V second = x & (x - 1);
                return nonzero_lanes<Mask>(second) & ~nonzero_lanes<Mask>(second & (second - 1));
            });
            for (int value = 0; value < program.values; ++value) {
                const V bit = in_all_lanes<Mask>(static_cast<Mask>(Mask{1} << value));
                with_value[static_cast<std::size_t>(value) * words + word] =
                    in_cells(board, [=](V x) { return nonzero_lanes<Mask>(x & bit); });
            }
        }
    }

    // Returns the cells, out of 64, for which the test holds.
    template <class Test>
    UNITDOKU_INLINE static std::uint64_t in_cells(const Mask* board, Test test) {
        std::uint64_t cells = 0;
        for (int first = 0; first < 64; first += lane_count<Mask>) {
            cells |= test(*reinterpret_cast<const V*>(board + first)) << first;
        }
        return cells;
    }

    // Returns the cell with two candidates and the highest score, of several the first; -1 if there is none.
    template <int known_words>
    int best_bivalue(const Mask* board) const {
        const int count = known_words ? known_words : words;
        std::uint64_t best = 0;
        int scored = 0;
        for (int word = 0; word < count; ++word) {
            for (std::uint64_t left = bivalue[word]; left; left &= left - 1) {
                if (!known_words && scored++ == most_scored) {
                    return 0xffff - static_cast<int>(best & 0xffff);
                }
                const int cell = 64 * word + std::countr_zero(left);
                // One number, score before cell, for a comparison without a branch: the outcome is unpredictable.
                const std::uint64_t key = score_of<known_words>(board[cell], cell) << 16 | (0xffff - cell);
                best = std::max(best, key);
            }
        }
        return best ? 0xffff - static_cast<int>(best & 0xffff) : -1;
    }

    template <int known_words>
    UNITDOKU_INLINE std::uint64_t score_of(Mask candidates, int cell) const {
        const int first = std::countr_zero(candidates);
        const int second = std::countr_zero(static_cast<Mask>(candidates & (candidates - 1)));
        return weight<known_words>(first, cell) * weight<known_words>(second, cell);
    }

    // Returns how many peers a value in a cell affects.
    template <int known_words>
    UNITDOKU_INLINE std::uint64_t weight(int value, int cell) const {
        const std::uint64_t* const holding = with_value.data() + static_cast<std::size_t>(value) * words;
        const std::uint64_t* const peers = program.peers_of(cell);
        const int count = known_words ? known_words : words;
        std::uint64_t all = 0, with_two = 0;
        for (int word = 0; word < count; ++word) {
            const std::uint64_t common = holding[word] & peers[word];
            all += std::popcount(common);
            with_two += std::popcount(common & bivalue[word]);
        }
        return 3 * with_two + all + 1;
    }

    int with_fewest(const Mask* board) const {
        int best = -1, fewest = program.values + 1;
        std::uint64_t best_score = 0;
        int scored = 0;
        for (int cell = 0; cell < program.cell_count; ++cell) {
            const int count = std::popcount(board[cell]);
            if (count < 2 || count > fewest || (count == fewest && scored++ >= most_scored)) {
                continue;
            }
            std::uint64_t score = 0;
            for (Mask left = count <= most_weighed ? board[cell] : Mask{0}; left; left &= static_cast<Mask>(left - 1)) {
                score += weight<0>(std::countr_zero(left), cell);
            }
            if (count < fewest || score > best_score) {
                fewest = count;
                best_score = score;
                best = cell;
            }
        }
        return best;
    }

    const Program& program;
    const int words;
    const int most_weighed;  // candidates of a cell: large boards have many cells with many
    const int most_scored;   // cells: on layouts of thousands of cells, each score goes through hundreds of words
    std::vector<std::uint64_t> with_value;
    std::vector<std::uint64_t> bivalue;
};

}  // namespace unitdoku

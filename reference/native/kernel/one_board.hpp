// The search of one puzzle on one board, which three vectors hold: a lane for each cell.
//
// A round takes a tenth of the time of a round of `RoundPlayer`, whose lanes are puzzles. It visits all units at once: the
// first cells of all units are gathered in one vector, then their second cells, and so on. Only AVX-512 has such
// permutations. A search that is not over soon goes on in the lanes of a batch.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "answers.hpp"
#include "board_lists.hpp"
#include "boards.hpp"
#include "guess.hpp"
#include "program.hpp"
#include "round.hpp"
#include "searches.hpp"

namespace unitdoku {

class OneBoard {
public:
    using Mask = BoardLists::Mask;

    // Whether this level can search puzzles with such masks on one board.
    template <class OfJob>
    static constexpr bool takes = sizeof(OfJob) == sizeof(Mask) && vector_bytes == sizeof(BoardLists::Vector);

    // The program must have lists of one board.
    explicit OneBoard(const Program& program) : program(program), lists(*program.board_lists), room(board_room(program)), guesser(program) {
        all_values.lanes = in_all_lanes<Mask>(program.all_values<Mask>());
        for (int lane = 0; lane < lane_count<Mask>; ++lane) {
            lane_numbers.lanes[lane] = static_cast<Mask>(lane);
        }
        for (std::size_t unit = 0; unit < program.units.size(); ++unit) {
            wanted[unit / lanes].lanes[unit % lanes] = program.is_complete(program.units[unit]) ? program.all_values<Mask>() : 0;
        }
    }

    // Searches as a lane alone does. Returns whether the search is over. If not, the boards that are left are on the stack,
    // the next one on top.
    bool search(std::size_t puzzle, const Puzzles<Mask>& puzzles, const Limits& limits, Answers& answers) {
        effort = {};
        stack.clear();
        puzzles.put(puzzle, stack.push(room));
        while (!stack.empty()) {
            load(stack.pop(room));
            for (in_a_row = 0;; ++in_a_row) {
                const Outcome outcome = propagate();
                if (outcome == Outcome::solved) {
                    add_solution(answers, puzzle);
                }
                if (outcome == Outcome::solved && answers[puzzle].count == limits.solutions) {
                    return end(answers[puzzle], effort.guesses == 0);
                }
                if (outcome != Outcome::stalled) {
                    break;
                }
                if (effort.rounds > most_rounds || guesser.is_loose(in_a_row)) {
                    store(stack.push(room));
                    return false;
                }
                guess();
            }
        }
        return end(answers[puzzle], true);
    }

    BoardStack<Mask> stack;
    Effort effort;
    int in_a_row = 0;  // guesses that led to the next board without a contradiction

private:
    using V = Vector<Mask>;

    enum class Outcome { dead, solved, stalled };

    static constexpr int lanes = BoardLists::lanes, vectors = BoardLists::vectors;
    static constexpr std::uint64_t most_rounds = 2000;  // a search that lasts longer is faster in many lanes

    // All values in the lanes of vector `v` that come before a number.
    V values_before(std::size_t number, int v) const {
        return lane_numbers.lanes + static_cast<Mask>(v * lanes) < static_cast<Mask>(number) ? all_values.lanes : V{};
    }

    static const V& vector_of(const BoardLists::Vector& index) { return *reinterpret_cast<const V*>(index.lanes); }

    // Returns what any lane of their lists has, for the lanes of vector `v`.
    template <class Lists, int count>
    UNITDOKU_INLINE static V any_of_lists(const Lists& lists, int v, const V (&from)[count]) {
        V found{};
        for (const auto& index : lists.places) {
            found |= lanes_at(vector_of(index[v]), from);
        }
        return found;
    }

    // Applies singles, and locked candidates where they change nothing, until nothing changes. As in lanes, no locked
    // candidates on a loose board.
    Outcome propagate() {
        Outcome outcome;
        do {
            outcome = program.units.size() < lanes ? play_rounds<1>() : play_rounds<2>();
        } while (outcome == Outcome::stalled && !guesser.is_loose(in_a_row) &&
                 (program.crossings.pairs.size() < 4 * lanes ? apply_locked<4>() : apply_locked<8>()));
        return outcome;
    }

    // The values that the cells of each unit have, and those that two of them have.
    template <int unit_vectors>
    UNITDOKU_INLINE void see_units(const V (&of)[vectors], Seen<V> (&seen)[unit_vectors]) const {
        with_known<9>(static_cast<int>(lists.cells_of_units.places.size()), [&]<int size>() {
            const int count = size ? size : static_cast<int>(lists.cells_of_units.places.size());
            for (int u = 0; u < unit_vectors; ++u) {
                V masks[8 * sizeof(Mask)] = {};
#pragma GCC unroll 16
                for (int place = 0; place < count; ++place) {
                    masks[place] = lanes_at(vector_of(lists.cells_of_units.places[place][u]), of);
                }
                seen[u] = seen_in<size>(masks, count);
            }
        });
    }

    // Plays rounds of naked and hidden singles, as `RoundPlayer` does, until nothing changes.
    template <int unit_vectors>
    Outcome play_rounds() {
        while (true) {
            ++effort.rounds;
            V single[vectors], now[vectors], values[unit_vectors], open{}, dead{}, changed{};
            Seen<V> seen[unit_vectors];
            for (int v = 0; v < vectors; ++v) {
                const V x = board[v], below = x - 1;
                single[v] = where_disjoint<Mask>(x, below, x);
                open |= x & below;
            }
            see_units(single, seen);
            for (int u = 0; u < unit_vectors; ++u) {
                values[u] = seen[u].once;
                dead |= seen[u].twice;
            }
            for (int v = 0; v < vectors; ++v) {
                now[v] = board[v] & (single[v] | ~any_of_lists(lists.units_of_cells, v, values));
            }
            see_units(now, seen);
            for (int u = 0; u < unit_vectors; ++u) {
                values[u] = seen[u].only_once() & wanted[u].lanes;
                dead |= wanted[u].lanes & ~seen[u].once;
            }
            for (int v = 0; v < vectors; ++v) {
                const V own = now[v] & any_of_lists(lists.units_of_cells, v, values);
                const V left = own != 0 ? own : now[v];
                dead |= own & (own - 1);
                dead |= left == 0 ? values_before(program.cell_count, v) : V{};
                changed |= left ^ board[v];
                board[v] = left;
            }
            if (any_lane<Mask>(dead)) {
                return Outcome::dead;
            }
            if (!any_lane<Mask>(changed)) {
                return any_lane<Mask>(open) ? Outcome::stalled : Outcome::solved;
            }
        }
    }

    // Returns whether locked candidates rule out any.
    template <int pair_vectors>
    bool apply_locked() {
        ++effort.rounds;
        V locked[pair_vectors], changed{};
        for (int m = 0; m < pair_vectors; ++m) {
            locked[m] = values_before(program.crossings.pairs.size(), m) & ~any_of_lists(lists.sources_of_pairs, m, board);
        }
        for (int v = 0; v < vectors; ++v) {
            const V gone = board[v] & any_of_lists(lists.pairs_of_cells, v, locked);
            changed |= gone;
            board[v] ^= gone;
        }
        return any_lane<Mask>(changed);
    }

    void guess() {
        Mask* const rest = stack.push(room);
        store(rest);
        const int cell = guesser.choose(rest);
        const Mask lowest = rest[cell] & static_cast<Mask>(-rest[cell]);
        rest[cell] ^= lowest;
        for (int v = 0; v < vectors; ++v) {
            const V numbers = lane_numbers.lanes + static_cast<Mask>(v * lanes);
            board[v] = numbers == static_cast<Mask>(cell) ? in_all_lanes<Mask>(lowest) : board[v];
        }
        ++effort.guesses;
    }

    void add_solution(Answers& answers, std::size_t puzzle) {
        if (std::uint8_t* const values = answers.add(puzzle)) {
            alignas(vector_bytes) Mask masks[vectors * lanes];
            store(masks);
            for (int cell = 0; cell < program.cell_count; ++cell) {
                values[cell] = static_cast<std::uint8_t>(1 + lowest_of(masks[cell]));
            }
        }
    }

    bool end(Answer& answer, bool exhausted) const {
        answer = {answer.count, effort.guesses, effort.rounds, true, exhausted};
        return true;
    }

    void load(const Mask* from) { std::copy_n(reinterpret_cast<const V*>(from), vectors, board); }
    void store(Mask* to) const { std::copy_n(board, vectors, reinterpret_cast<V*>(to)); }

    const Program& program;
    const BoardLists& lists;
    const int room;
    Guesser<Mask> guesser;
    Cell<Mask> wanted[2] = {};  // of each complete unit all values, of others none
    Cell<Mask> lane_numbers, all_values;
    V board[vectors];           // the candidates of each cell
};

}  // namespace unitdoku

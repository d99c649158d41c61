// Guesses: the lowest candidate of a cell goes into the board, and the board without it onto the stack.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "choice.hpp"
#include "program.hpp"
#include "searches.hpp"

namespace unitdoku {

// The work of a lane: a part of a search, and the alternatives in it that are left.
template <class Mask>
struct LaneWork {
    BoardStack<Mask> stack;
    Search* search = nullptr;
    Effort effort;            // in this search, rounds up to `since`
    int in_a_row = 0;         // guesses since it began or came back to an alternative
    int below_leaf = 0;       // alternatives on top of the stack in which all shown cells are as on the board
    std::uint64_t since = 0;  // the round in which it began to run

    // Joins a search in a round; the stack is empty.
    void begin(Search& of, std::uint64_t round) {
        search = &of;
        effort = {};
        in_a_row = below_leaf = 0;
        since = round;
    }

    // Drops the alternatives that would show the same solution again.
    void leave_leaf() { stack.drop(std::exchange(below_leaf, 0)); }
};

template <class Mask>
class Guesser {
public:
    explicit Guesser(const Program& program)
        : hidden(program.hidden), small(program.words <= 2), choice(program),
          shown_cells(hidden.empty() ? 0 : program.words * 64 / lane_count<Mask>) {}

    // Whether a board seems to have very many solutions: `in_a_row` guesses met no contradiction. Not on large layouts,
    // where a wrong guess costs more than a good choice.
    bool is_loose(int in_a_row) const { return small && in_a_row >= 6; }

    // Returns the cell to guess in.
    int choose(const Mask* board) { return choice.choose(board); }

    // Guesses on the board of a lane, a copy of which is on top of its stack: in one cell, or on a loose board in several
    // before the next round, as most of the guesses are right anyway.
    void guess(LaneView<Mask> board, LaneWork<Mask>& work, int room) {
        Mask* rest = work.stack.last(room);
        const int earlier = work.stack.size() - 1;
        const Mask* const choosable = without_hidden(rest, room);
        if (!is_loose(work.in_a_row)) {
            guess_in(choose(choosable ? choosable : rest), board, rest, work);
        } else {
            int before = -1;
            for (const int cell : choice.choose_several(choosable ? choosable : rest, most_at_once)) {
                if (before >= 0) {
                    rest = work.stack.push_copy(room);
                    rest[before] = board[before];
                }
                guess_in(cell, board, rest, work);
                before = cell;
            }
        }
        work.below_leaf += !hidden.empty() && !choosable ? work.stack.size() - earlier : 0;
    }

private:
    static constexpr int most_at_once = 8;

    // Returns the board without the candidates of cells that are not shown; nothing if all shown cells have one candidate,
    // or all cells are shown.
    const Mask* without_hidden(const Mask* board, int room) {
        if (hidden.empty()) {
            return nullptr;
        }
        Mask* const shown = reinterpret_cast<Mask*>(shown_cells.data());
        std::copy_n(board, room, shown);
        for (const int cell : hidden) {
            shown[cell] = 0;
        }
        return std::any_of(shown, shown + room, [](Mask x) { return (x & (x - 1)) != 0; }) ? shown : nullptr;
    }

    static void guess_in(int cell, LaneView<Mask> board, Mask* rest, LaneWork<Mask>& work) {
        const Mask lowest = rest[cell] & static_cast<Mask>(-rest[cell]);
        rest[cell] ^= lowest;
        board[cell] = lowest;
        ++work.effort.guesses;
        ++work.in_a_row;
    }

    const Cells& hidden;
    const bool small;
    Choice<Mask> choice;
    std::vector<Cell<Mask>> shown_cells;
};

}  // namespace unitdoku

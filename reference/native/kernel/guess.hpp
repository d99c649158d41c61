// Guesses: the lowest candidate of a cell goes into the board, and the board without it onto the stack.
#pragma once

#include <vector>

#include "boards.hpp"
#include "choice.hpp"
#include "lane_work.hpp"
#include "program.hpp"

namespace unitdoku {

template <class Mask>
class Guesser {
public:
    explicit Guesser(const Program& program) : small(program.words <= 2), choice(program) {}

    // Whether a board seems to have very many solutions: `in_a_row` guesses met no contradiction. Not on large layouts,
    // where a wrong guess costs more than a good choice.
    bool is_loose(int in_a_row) const { return small && in_a_row >= 6; }

    // Returns the cell to guess in.
    int choose(const Mask* board) { return choice.choose(board); }

    // Guesses on the board of a lane, a copy of which is on top of its stack: in one cell, or on a loose board in several
    // before the next round, as most of the guesses are right anyway.
    void guess(LaneView<Mask> board, LaneWork<Mask>& work, int room) {
        Mask* rest = work.stack.last(room);
        if (!is_loose(work.in_a_row)) {
            guess_in(choose(rest), board, rest, work);
            return;
        }
        int before = -1;
        for (const int cell : choice.choose_several(rest, most_at_once)) {
            if (before >= 0) {
                rest = work.stack.push_copy(room);
                rest[before] = board[before];
            }
            guess_in(cell, board, rest, work);
            before = cell;
        }
    }

private:
    static constexpr int most_at_once = 8;

    static void guess_in(int cell, LaneView<Mask> board, Mask* rest, LaneWork<Mask>& work) {
        const Mask lowest = rest[cell] & static_cast<Mask>(-rest[cell]);
        rest[cell] ^= lowest;
        board[cell] = lowest;
        ++work.effort.guesses;
        ++work.in_a_row;
    }

    const bool small;
    Choice<Mask> choice;
};

}  // namespace unitdoku

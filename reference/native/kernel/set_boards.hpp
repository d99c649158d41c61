// Boards that have a set of cells for each value, for counting: singles, and parts that share nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "program.hpp"

namespace unitdoku {

using Word = std::uint64_t;
using Set = std::vector<Word>;  // sets of cells, a bit for each cell

// What is done to boards of a layout. A board is the set of cells in which each value may stand, and the set of open cells.
// Cells that are not open have no candidates.
template <int known_words>
class SetBoards {
public:
    explicit SetBoards(const Program& program) : program(program), words(known_words ? known_words : program.words) {
        for (const Cells& unit : program.units) {
            if (!program.is_complete(unit)) {
                continue;
            }
            Set cells(words);
            for (int cell : unit) {
                add(cells.data(), cell);
            }
            complete_units.insert(complete_units.end(), cells.begin(), cells.end());
        }
    }

    int word_count() const { return known_words ? known_words : words; }
    std::size_t board_words() const { return static_cast<std::size_t>(program.values + 1) * word_count(); }
    Word* open_of(Word* board) const { return board + static_cast<std::size_t>(program.values) * word_count(); }

    static void add(Word* set, int cell) { set[cell / 64] |= Word{1} << cell % 64; }
    static void remove(Word* set, int cell) { set[cell / 64] &= ~(Word{1} << cell % 64); }
    static bool has(const Word* set, int cell) { return set[cell / 64] >> cell % 64 & 1; }

    template <class Action>
    void for_each_cell(const Word* set, Action action) const {
        for (int i = 0; i < word_count(); ++i) {
            for (Word rest = set[i]; rest; rest &= rest - 1) {
                action(64 * i + std::countr_zero(rest));
            }
        }
    }

    int size_of(const Word* set) const {
        int size = 0;
        for (int i = 0; i < word_count(); ++i) {
            size += std::popcount(set[i]);
        }
        return size;
    }

    void place(Word* board, int cell, int value) const {
        const int size = word_count();
        const Word* const peers = program.peers_of(cell);
        for (int other = 0; other < program.values; ++other) {
            remove(board + other * size, cell);
        }
        for (int i = 0; i < size; ++i) {
            board[value * size + i] &= ~peers[i];
        }
        remove(open_of(board), cell);
    }

    // Places all singles. Returns whether every open cell has a candidate, and every complete unit a cell for each value.
    bool propagate(Word* board) {
        do {
            if (!place_naked_singles(board)) {
                return false;
            }
            placed = false;
            for (std::size_t i = 0; i < complete_units.size() && !placed; i += word_count()) {
                if (!place_hidden_singles(board, complete_units.data() + i)) {
                    return false;
                }
            }
        } while (placed);
        return true;
    }

    // Lists the parts: sets of open cells, such that cells that share a unit and a candidate are in the same.
    void split(const Word* board, Set& parts) {
        const int size = word_count();
        const Word* const open = board + static_cast<std::size_t>(program.values) * size;
        parts.clear();
        todo.assign(size, 0);
        rest.assign(open, open + size);
        for (int i = 0; i < size; ++i) {
            while (rest[i]) {
                const std::size_t first = parts.size();
                parts.resize(first + size);
                Word* const part = parts.data() + first;
                todo[i] = part[i] = rest[i] & -rest[i];
                for (int low = i; low < size;) {
                    if (!todo[low]) {
                        ++low;
                        continue;
                    }
                    const int cell = 64 * low + std::countr_zero(todo[low]);
                    todo[low] &= todo[low] - 1;
                    const Word* const peers = program.peers_of(cell);
                    for (int value = 0; value < program.values; ++value) {
                        const Word* const cells = board + value * size;
                        if (has(cells, cell)) {
                            for (int j = 0; j < size; ++j) {
                                const Word added = cells[j] & peers[j] & ~part[j];
                                if (added) {
                                    part[j] |= added;
                                    todo[j] |= added;
                                    low = std::min(low, j);
                                }
                            }
                        }
                    }
                }
                for (int j = 0; j < size; ++j) {
                    rest[j] &= ~part[j];
                }
            }
        }
    }

private:
    bool place_naked_singles(Word* board) {
        const int size = word_count();
        Word* const open = open_of(board);
        for (bool again = true; again;) {
            again = false;
            for (int i = 0; i < size; ++i) {
                Word once = 0, twice = 0;
                for (int value = 0; value < program.values; ++value) {
                    const Word cells = board[value * size + i];
                    twice |= once & cells;
                    once |= cells;
                }
                if (open[i] & ~once) {
                    return false;
                }
                for (Word single = once & ~twice; single; single &= single - 1) {
                    const int cell = 64 * i + std::countr_zero(single);
                    int value = 0;
                    while (value < program.values && !has(board + value * size, cell)) {
                        ++value;
                    }
                    if (value == program.values) {
                        return false;  // another single took it
                    }
                    place(board, cell, value);
                    again = true;
                }
            }
        }
        return true;
    }

    // Notes in `placed` whether there were any. Other units change then, so it is called again.
    bool place_hidden_singles(Word* board, const Word* unit) {
        const int size = word_count();
        const Word* const open = open_of(board);
        int cells = 0;
        for (int i = 0; i < size; ++i) {
            cells += std::popcount(open[i] & unit[i]);
        }
        if (cells == 0) {
            return true;
        }
        int found = 0, singles = 0;
        for (int value = 0; value < program.values; ++value) {
            int places = 0, last = 0;
            for (int i = 0; i < size; ++i) {
                const Word here = board[value * size + i] & unit[i];
                if (here) {
                    places += std::popcount(here);
                    last = 64 * i + std::countr_zero(here);
                }
            }
            found += places > 0;
            if (places == 1) {
                single_cells[singles] = last;
                single_values[singles++] = value;
            }
        }
        // Of the values that the unit lacks, as many as it has open cells, one has no cell.
        if (found < cells) {
            return false;
        }
        for (int i = 0; i < singles; ++i) {
            if (!has(board + single_values[i] * size, single_cells[i])) {
                return false;  // two values need this cell
            }
            place(board, single_cells[i], single_values[i]);
            placed = true;
        }
        return true;
    }

    const Program& program;
    const int words;
    Set complete_units;

    bool placed = false;
    Set todo, rest;
    int single_cells[128], single_values[128];
};

}  // namespace unitdoku

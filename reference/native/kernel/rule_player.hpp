// What cages, sums and pairs rule out, for all lanes at once.
//
// Cages go by their combinations: those that the candidates of the cells allow are tried one after the other. Cells keep
// the values of such combinations; a value that is in all of them and in one cell only stands there, and the other cells
// of a unit that has the whole cage lose it. Sums go by bounds: what the other cells add at least and at most. Pairs are
// arc consistent (Mackworth, "Consistency in networks of relations", 1977).
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "lanes.hpp"
#include "program.hpp"
#include "round.hpp"

namespace unitdoku {

template <class Mask>
struct Signed {
    using Type = std::make_signed_t<Mask>;
};

template <>
struct Signed<Wide> {
    using Type = SignedWide;
};

template <class Mask>
class RulePlayer {
public:
    explicit RulePlayer(const Program& program)
        : program(program), rules(program.other_rules), lowest(program.cell_count), highest(program.cell_count) {
        for (const BoundedSum& sum : rules.sums) {
            summed.insert(summed.end(), sum.cells.begin(), sum.cells.end());
        }
        std::sort(summed.begin(), summed.end());
        summed.erase(std::unique(summed.begin(), summed.end()), summed.end());
    }

    // Applies each rule once to the lanes that run; notes in the result of the round what that changes. No other lane
    // changes: what is found in a lane must not depend on those beside it. A lane in which each cell has one candidate
    // stays as it is if all rules hold; else some cell has none left, and the next round finds that.
    void play(Cell<Mask>* cells, LaneSet running, RoundResult& result) {
        if (rules.empty()) {
            return;
        }
        board = cells;
        others = ~all_bits_in<Mask>(running);
        changed = V{};
        for (const Support& support : rules.supports) {
            keep(support);
        }
        for (const PartlyDifferent& unit : rules.partly) {
            keep(unit);
        }
        for (const Cage& cage : rules.cages) {
            keep(cage);
        }
        for (int cell : summed) {
            const V x = board[cell].lanes;
            lowest[cell].lanes = bits_in(x ^ (x - 1));
            highest[cell].lanes = bits_in(with_all_below(x));
        }
        for (const BoundedSum& sum : rules.sums) {
            keep(sum);
        }
        result.changed |= nonzero_lanes<Mask>(changed);
        result.solved &= ~nonzero_lanes<Mask>(changed);
    }

private:
    using V = Vector<Mask>;
    using Number = typename Signed<Mask>::Type;
    using Numbers = Vector<Number>;

    static V in_all(Wide mask) { return in_all_lanes<Mask>(static_cast<Mask>(mask)); }

    void put(int cell, V now) {
        const V kept = now | others;
        changed |= board[cell].lanes & ~kept;
        board[cell].lanes &= kept;
    }

    void keep(const Support& support) {
        const V first = board[support.first].lanes;
        V left{};
        for (int value = 0; value < program.values; ++value) {
            const V bit = first >> value & 1;
            left |= -bit & in_all(support.beside[value]);
        }
        put(support.second, left);
    }

    void keep(const PartlyDifferent& unit) {
        V once{}, twice{};  // the values of cells with one candidate
        for (int cell : unit.cells) {
            const V single = single_in(cell) & in_all(unit.values);
            twice |= once & single;
            once |= single;
        }
        for (int cell : unit.cells) {
            put(cell, ~((once & ~single_in(cell)) | twice));
        }
    }

    V single_in(int cell) const {
        const V x = board[cell].lanes;
        return where_disjoint<Mask>(x, x - 1, x);
    }

    void keep(const Cage& cage) {
        V any{}, twice{};
        for (int cell : cage.cells) {
            const V x = board[cell].lanes;
            twice |= any & x;
            any |= x;
        }
        V left{}, common = ~V{};
        for (const Wide set : cage.sets) {
            const V values = in_all(set);
            V least = ~V{};  // zero, where a cell has no value of the set
            for (int cell : cage.cells) {
                const V x = board[cell].lanes & values;
                least = x < least ? x : least;
            }
            const V possible = (least != 0) & ((values & ~any) == 0) ? values : V{};
            left |= possible;
            common &= possible != 0 ? values : ~V{};
        }
        const V alone = common & left & ~twice;
        for (int cell : cage.cells) {
            const V x = board[cell].lanes;
            const V own = x & alone;
            put(cell, own != 0 ? own : left);
        }
        for (const Cells& rest : cage.rests) {
            for (int cell : rest) {
                put(cell, ~(common & left));
            }
        }
    }

    void keep(const BoundedSum& sum) {
        Numbers low{}, high{};
        for (std::size_t i = 0; i < sum.cells.size(); ++i) {
            low += least_term(sum, i);
            high += most_term(sum, i);
        }
        const Numbers below = static_cast<Number>(sum.most) - low;     // how much more than its least a term may be
        const Numbers above = high - static_cast<Number>(sum.least);   // how much less than its most
        for (std::size_t i = 0; i < sum.cells.size(); ++i) {
            const Numbers most = least_term(sum, i) + below;
            const Numbers least = most_term(sum, i) - above;
            const Number coefficient = static_cast<Number>(sum.coefficients[i]);
            V left{};
            for (int value = 1; value <= program.values; ++value) {
                const Numbers term = Numbers{} + static_cast<Number>(coefficient * value);
                const V fits = reinterpret_cast<V>((term <= most) & (term >= least));
                left |= fits & in_all(Wide{1} << (value - 1));
            }
            put(sum.cells[i], left);
        }
    }

    Numbers least_term(const BoundedSum& sum, std::size_t i) const {
        return term(sum, i, sum.coefficients[i] > 0 ? lowest : highest);
    }

    Numbers most_term(const BoundedSum& sum, std::size_t i) const {
        return term(sum, i, sum.coefficients[i] > 0 ? highest : lowest);
    }

    static Numbers term(const BoundedSum& sum, std::size_t i, const std::vector<Cell<Mask>>& values) {
        return static_cast<Number>(sum.coefficients[i]) * reinterpret_cast<Numbers>(values[sum.cells[i]].lanes);
    }

    // Sets all bits below the highest one.
    static V with_all_below(V x) {
        for (unsigned shift = 1; shift < 8 * sizeof(Mask); shift *= 2) {
            x |= x >> shift;
        }
        return x;
    }

    // The number of bits in each lane.
    static V bits_in(V x) {
        constexpr Wide ones = ~Wide{0};
        x -= x >> 1 & in_all(ones / 3);
        x = (x & in_all(ones / 5)) + (x >> 2 & in_all(ones / 5));
        x = (x + (x >> 4)) & in_all(ones / 17);
        for (unsigned shift = 8; shift < 8 * sizeof(Mask); shift *= 2) {
            x += x >> shift;
        }
        return x & in_all(0xff);
    }

    const Program& program;
    const OtherRules& rules;
    std::vector<int> summed;           // cells of bounded sums
    std::vector<Cell<Mask>> lowest;    // of each of these cells its lowest value, counted from 1
    std::vector<Cell<Mask>> highest;
    Cell<Mask>* board = nullptr;
    V others{};                        // all bits of the lanes that stay as they are
    V changed{};
};

}  // namespace unitdoku

// Answers puzzles by the kernel alone, without Python: compiled for another processor and run by an emulator, or with a
// sanitizer. tests/reference/native/test_kernel_alone.py calls it.
//
// Reads cases from standard input, as numbers. A list is its length and its items. Values, cells, limit; the list of units,
// which are lists of cells; the list of cages, each a list of cells and a list of sets; the list of sums, each a list of
// cells, a list of coefficients, least and most; the list of supports, each two cells and a list of sets; the number of
// puzzles, and a mask for each of their cells. Answers them by one lane each, then by up to 64. Prints for each puzzle a line
// with the count; where the number of lanes does not matter, a line with exhausted, guesses and rounds, and one of values for
// each solution.
#include <iostream>
#include <vector>

#include "job_of.hpp"
#include "run.hpp"

using namespace unitdoku;

template <class Mask>
void answer(const Program& program, std::uint64_t limit, std::size_t count) {
    std::vector<Mask> masks(count * program.cell_count);
    for (Mask& mask : masks) {
        std::uint64_t read;
        std::cin >> read;
        mask = static_cast<Mask>(read);
    }
    for (const int lanes : {1, 64}) {
        const auto job = make_job(program, {masks.data(), false, count}, {limit, -1, 0, lanes}, Answers::Keep::grids, 2);
        while (!run(*job, 0.05, no_limit)) {
        }
        for (std::size_t puzzle = 0; puzzle < count; ++puzzle) {
            const Answer& answer = job->answers[puzzle];
            std::cout << answer.count << '\n';
            if (lanes == 1 || answer.count < limit) {
                std::cout << answer.exhausted << ' ' << answer.guesses << ' ' << answer.rounds << '\n';
                for (const std::uint8_t* grid : job->answers.sorted(puzzle)) {
                    for (int cell = 0; cell < program.cell_count; ++cell) {
                        std::cout << int{grid[cell]} << (cell + 1 < program.cell_count ? ' ' : '\n');
                    }
                }
            }
        }
    }
}

template <class Number>
Number read_number() {
    Number number{};
    std::cin >> number;
    return number;
}

template <class Read>
auto read_list(Read read) {
    std::vector<decltype(read())> list;
    for (auto left = read_number<std::size_t>(); left > 0; --left) {
        list.push_back(read());
    }
    return list;
}

Cells read_cells() { return read_list(read_number<int>); }

std::vector<Wide> read_sets() {
    return read_list([] { return Wide{read_number<std::uint64_t>()}; });
}

Cage read_cage() {
    Cells cells = read_cells();
    return {cells, read_sets(), {}};
}

BoundedSum read_sum() {
    Cells cells = read_cells();
    auto coefficients = read_list(read_number<std::int64_t>);
    const auto least = read_number<std::int64_t>();
    return {cells, coefficients, least, read_number<std::int64_t>()};
}

Support read_support() {
    const int first = read_number<int>();
    const int second = read_number<int>();
    return {first, second, read_sets()};
}

int main() {
    int values, cells;
    std::uint64_t limit;
    while (std::cin >> values >> cells >> limit) {
        const auto units = read_list(read_cells);
        const auto cages = read_list(read_cage);
        const auto sums = read_list(read_sum);
        const auto supports = read_list(read_support);
        const auto puzzles = read_number<std::size_t>();
        const Program program(vector_bytes, values, cells, units, false, OtherRules{cages, sums, supports});
        switch (program.mask_bytes()) {
            case 2: answer<std::uint16_t>(program, limit, puzzles); break;
            case 4: answer<std::uint32_t>(program, limit, puzzles); break;
            default: answer<std::uint64_t>(program, limit, puzzles);
        }
    }
}

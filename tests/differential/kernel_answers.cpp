// Answers puzzles by the kernel alone, without Python: compiled for another processor and run by an emulator, or with a
// sanitizer. tests/differential/test_kernel_alone.py calls it.
//
// Reads cases from standard input, as numbers: values, cells, limit, the number of units, each unit as its length and its
// cells, the number of puzzles, and a mask for each of their cells. Prints a line for each puzzle: count, exhausted,
// guesses, rounds; then a line of values for each solution.
#include <iostream>
#include <vector>

#include "job.hpp"

using namespace unitdoku;

template <class Mask>
void answer(const Program& program, std::uint64_t limit, std::size_t count) {
    std::vector<Mask> masks(count * program.cell_count);
    for (Mask& mask : masks) {
        std::uint64_t read;
        std::cin >> read;
        mask = static_cast<Mask>(read);
    }
    const auto job = make_job(program, {masks.data(), false, count}, {limit, -1, 0, true}, Answers::Keep::grids, 2);
    while (!job->run(0.05, no_limit)) {
    }
    for (std::size_t puzzle = 0; puzzle < count; ++puzzle) {
        const Answer& answer = job->answers[puzzle];
        std::cout << answer.count << ' ' << answer.exhausted << ' ' << answer.guesses << ' ' << answer.rounds << '\n';
        for (std::uint64_t solution = 0; solution < answer.count; ++solution) {
            const std::uint8_t* const grid =
                solution == 0 ? job->answers.first.get() + puzzle * program.cell_count
                              : job->answers.more[puzzle].data() + (solution - 1) * program.cell_count;
            for (int cell = 0; cell < program.cell_count; ++cell) {
                std::cout << (cell ? " " : "") << int{grid[cell]};
            }
            std::cout << '\n';
        }
    }
}

int main() {
    int values, cells;
    std::uint64_t limit;
    std::size_t units, puzzles;
    while (std::cin >> values >> cells >> limit >> units) {
        std::vector<Cells> lists(units);
        for (Cells& unit : lists) {
            std::size_t length;
            std::cin >> length;
            unit.resize(length);
            for (int& cell : unit) {
                std::cin >> cell;
            }
        }
        std::cin >> puzzles;
        const Program program(values, cells, lists);
        switch (program.mask_bytes()) {
            case 2: answer<std::uint16_t>(program, limit, puzzles); break;
            case 4: answer<std::uint32_t>(program, limit, puzzles); break;
            default: answer<std::uint64_t>(program, limit, puzzles);
        }
    }
}

// A job: puzzles on one layout, answered by one or several threads in any number of runs.
//
// `job_of.hpp` has what the instruction-set level and the width of the masks determine.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "answers.hpp"

namespace unitdoku {

// The puzzles in the memory of the caller, see `Puzzles`, which must remain valid as long as the job. Without memory there
// is one puzzle at a time, which `restart` brings.
struct Input {
    const void* cells;
    bool as_values;
    std::size_t count;
};

class Job {
public:
    virtual ~Job() = default;

    // The number of threads that it takes.
    virtual std::size_t threads() const = 0;

    // The work of one thread, see `run.hpp`.
    virtual bool run_thread(std::size_t thread, Clock::time_point until, std::uint64_t rounds) = 0;

    // Forgets all, and begins with this puzzle: a mask for each cell.
    virtual void restart(const std::vector<Wide>& masks, const Limits& limits) = 0;

    // The number of rounds that the busiest thread has played, each over all of its lanes.
    virtual std::uint64_t rounds() const = 0;

    // The first invalid item of the input; see `Puzzles`.
    virtual std::size_t first_bad_item() const = 0;

    Answers answers;

protected:
    Job(std::size_t count, const Program& program, Answers::Keep keep, std::size_t threads)
        : answers(count, program.cell_count, keep), queue(count, threads) {}

    Queue queue;
};

// The part of the kernel that is compiled for each instruction-set level. Everything else is compiled once, for the oldest
// processors.
struct Level {
    int vector_bytes;
    std::unique_ptr<Job> (*make_job)(const Program&, Input, const Limits&, Answers::Keep, std::size_t threads);
};

}  // namespace unitdoku

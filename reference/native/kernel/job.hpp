// A job: puzzles on one layout, answered by one or several threads in any number of runs.
//
// The program determines the width of the masks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <future>
#include <memory>
#include <vector>

#include "batch.hpp"

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

    // Works until all is answered, and returns true; or until the stream is full, the time is over, or a thread has
    // played that many rounds since the job began.
    virtual bool run(double seconds, std::uint64_t rounds) = 0;

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

template <class Mask>
class JobOf final : public Job {
public:
    // Takes up to `threads` threads, and no more than have their lanes filled.
    JobOf(const Program& program, Input input, const Limits& limits, Answers::Keep keep, std::size_t threads)
        : Job(input.count, program, keep, threads), own(input.cells ? 0 : program.cell_count),
          puzzles(input.cells ? input.cells : own.data(), input.as_values, input.count, program) {
        const std::size_t full = (input.count + lane_count<Mask> - 1) / lane_count<Mask>;
        for (std::size_t left = std::clamp<std::size_t>(full, 1, threads); left; --left) {
            batches.push_back(std::make_unique<Batch<Mask>>(program, puzzles, queue, limits, answers, input.count <= few));
        }
    }

    std::size_t first_bad_item() const override { return puzzles.first_bad_item(); }

    bool run(double seconds, std::uint64_t rounds) override {
        const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        bool done = true;
        std::vector<std::future<bool>> others;
        others.reserve(batches.size());
        for (std::size_t i = 1; i < batches.size(); ++i) {
            try {
                others.push_back(std::async(std::launch::async, [=, this] { return batches[i]->run(until, rounds); }));
            } catch (const std::exception&) {  // the system has no more threads, or no memory for one
                done &= batches[i]->run(until, rounds);
            }
        }
        done &= batches[0]->run(until, rounds);
        for (std::future<bool>& other : others) {
            done &= other.get();  // rethrows what was thrown there
        }
        return done;
    }

    void restart(const std::vector<Wide>& masks, const Limits& limits) override {
        std::copy(masks.begin(), masks.end(), own.begin());
        queue.restart();
        answers.clear();
        batches[0]->restart(limits);
    }

    std::uint64_t rounds() const override {
        std::uint64_t most = 0;
        for (const auto& batch : batches) {
            most = std::max(most, batch->rounds());
        }
        return most;
    }

private:
    // Puzzles that take less time one after the other on one board than together in lanes.
    static constexpr std::size_t few = 4;

    std::vector<Mask> own;  // the puzzle, where it is not in the memory of the caller
    const Puzzles<Mask> puzzles;
    std::vector<std::unique_ptr<Batch<Mask>>> batches;
};

inline std::unique_ptr<Job> make_job(const Program& program, Input input, const Limits& limits, Answers::Keep keep, std::size_t threads) {
    switch (program.mask_bytes()) {
        case 2: return std::make_unique<JobOf<std::uint16_t>>(program, input, limits, keep, threads);
        case 4: return std::make_unique<JobOf<std::uint32_t>>(program, input, limits, keep, threads);
        case 8: return std::make_unique<JobOf<std::uint64_t>>(program, input, limits, keep, threads);
        default: return std::make_unique<JobOf<Wide>>(program, input, limits, keep, threads);
    }
}

}  // namespace unitdoku

// The job for a width of masks, which the program determines.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "batch.hpp"
#include "job.hpp"

namespace unitdoku {

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

    std::size_t threads() const override { return batches.size(); }

    bool run_thread(std::size_t thread, Clock::time_point until, std::uint64_t rounds) override {
        return batches[thread]->run(until, rounds);
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

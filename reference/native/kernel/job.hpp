// A job: puzzles on one layout, answered by one or several threads, in as many runs as one likes.
//
// The width of the masks is chosen here, by the number of values.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "batch.hpp"

namespace unitdoku {

// How many bytes a candidate mask has.
inline int mask_bytes(int values) { return values <= 16 ? 2 : values <= 32 ? 4 : 8; }

// What a caller hands over: see `Puzzles`. The memory has to stay.
struct Input {
    const void* cells;
    bool as_values;
    std::size_t count;
};

class Job {
public:
    virtual ~Job() = default;

    // Goes on until all is answered, and returns true; or until the stream is full, or the time has come.
    virtual bool run(double seconds) = 0;

    // The first item of the input that cannot be; see `Puzzles`.
    virtual std::size_t first_bad_item() const = 0;

    // How many puzzles have been begun, or are the next of some thread.
    std::size_t begun() const { return queue.taken(); }

    Answers answers;

protected:
    Job(std::size_t count, const Program& program, Answers::Keep keep, std::size_t threads)
        : answers(count, program.cell_count, keep), queue(count, threads) {}

    Queue queue;
};

template <class Mask>
class JobOf final : public Job {
public:
    // `threads` is the most; there are no more than could fill their lanes.
    JobOf(const Program& program, Input input, const Terms& terms, Answers::Keep keep, std::size_t threads)
        : Job(input.count, program, keep, threads), puzzles(input.cells, input.as_values, input.count, program) {
        const std::size_t full = (input.count + lane_count<Mask> - 1) / lane_count<Mask>;
        for (std::size_t left = std::clamp<std::size_t>(full, 1, threads); left; --left) {
            batches.push_back(std::make_unique<Batch<Mask>>(program, puzzles, queue, terms, answers));
        }
    }

    std::size_t first_bad_item() const override { return puzzles.first_bad_item(); }

    bool run(double seconds) override {
        const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        std::atomic<bool> done{true};
        std::exception_ptr failure;
        std::mutex failing;
        const auto work = [&](Batch<Mask>& batch) {
            try {
                if (!batch.run(until)) {
                    done = false;
                }
            } catch (...) {
                const std::lock_guard<std::mutex> lock(failing);
                failure = std::current_exception();
            }
        };
        std::vector<std::thread> others;
        others.reserve(batches.size());
        for (std::size_t i = 1; i < batches.size(); ++i) {
            try {
                others.emplace_back(work, std::ref(*batches[i]));
            } catch (const std::exception&) {
                work(*batches[i]);  // no more threads to be had, or no memory for one
            }
        }
        work(*batches[0]);
        for (std::thread& other : others) {
            other.join();
        }
        if (failure) {
            std::rethrow_exception(failure);
        }
        return done;
    }

private:
    const Puzzles<Mask> puzzles;
    std::vector<std::unique_ptr<Batch<Mask>>> batches;
};

inline std::unique_ptr<Job> make_job(const Program& program, Input input, const Terms& terms, Answers::Keep keep, std::size_t threads) {
    switch (mask_bytes(program.values)) {
        case 2: return std::make_unique<JobOf<std::uint16_t>>(program, input, terms, keep, threads);
        case 4: return std::make_unique<JobOf<std::uint32_t>>(program, input, terms, keep, threads);
        default: return std::make_unique<JobOf<std::uint64_t>>(program, input, terms, keep, threads);
    }
}

}  // namespace unitdoku

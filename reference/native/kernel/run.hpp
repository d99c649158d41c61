// Runs the threads of a job. This code is compiled once, not for each mask and level, because `std::async` compiles slowly.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <vector>

#include "job.hpp"

namespace unitdoku {

// Works until all is answered, and returns true; or until the stream is full, the time is over, or a thread has played that
// many rounds since the job began.
inline bool run(Job& job, double seconds, std::uint64_t rounds) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    bool done = true;
    std::vector<std::future<bool>> others;
    others.reserve(job.threads());
    for (std::size_t i = 1; i < job.threads(); ++i) {
        try {
            others.push_back(std::async(std::launch::async, [=, &job] { return job.run_thread(i, until, rounds); }));
        } catch (const std::exception&) {  // the system has no more threads, or no memory for one
            done &= job.run_thread(i, until, rounds);
        }
    }
    done &= job.run_thread(0, until, rounds);
    for (std::future<bool>& other : others) {
        done &= other.get();  // rethrows what was thrown there
    }
    return done;
}

}  // namespace unitdoku

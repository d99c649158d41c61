// The puzzles of a job that nobody has begun, for its threads to take from.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace unitdoku {

// Puzzles from `first` to before `end`.
struct Range {
    std::size_t first = 0;
    std::size_t end = 0;

    bool empty() const { return first == end; }
};

// Hands out ranges: long ones, so that threads seldom meet at the counter and their answers lie apart in memory, and
// shorter ones towards the end, so that none has work for long when the others have none.
class Queue {
public:
    Queue(std::size_t count, std::size_t threads) : count(count), threads(threads) {}

    // Empty when there is nothing left.
    Range take() {
        std::size_t first = next.load(std::memory_order_relaxed);
        std::size_t end;
        do {
            end = first + std::clamp<std::size_t>((count - first) / (parts * threads), first < count, longest);
        } while (!next.compare_exchange_weak(first, end, std::memory_order_relaxed));
        return {first, end};
    }

    // How many puzzles have been handed out.
    std::size_t taken() const { return next.load(std::memory_order_relaxed); }

private:
    static constexpr std::size_t longest = 256;
    static constexpr std::size_t parts = 8;  // a thread's share of what is left is taken in more than so many

    const std::size_t count;
    const std::size_t threads;
    std::atomic<std::size_t> next{0};
};

}  // namespace unitdoku

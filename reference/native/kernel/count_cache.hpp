// The counts of parts of puzzles that were counted before, in bounded memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "set_boards.hpp"

namespace unitdoku {

using Number = Wide;

// Two generations: when the young one is full, it becomes the old one, and the old one is forgotten. What is found in
// the old one is added to the young one, so parts that occur again and again stay.
class CountCache {
public:
    explicit CountCache(std::size_t bytes) : room(bytes / 2) {}

    static std::uint64_t hash_of(const Set& key) {
        std::uint64_t hash = key.size();
        for (Word word : key) {
            hash = (hash ^ word) * 0xff51afd7ed558ccd;
            hash ^= hash >> 32;
        }
        hash *= 0xc4ceb9fe1a85ec53;
        return (hash ^ hash >> 29) | 1;  // 0 marks a free slot
    }

    // Returns the count of this part, if it is known. The pointer is valid until the next call.
    const Number* find(std::uint64_t hash, const Set& key) {
        if (const Number* const count = young.find(hash, key)) {
            return count;
        }
        if (const Number* const count = old.find(hash, key)) {
            found = *count;
            add(hash, key, found);
            return &found;
        }
        return nullptr;
    }

    void add(std::uint64_t hash, const Set& key, Number count) {
        if (young.bytes_with(key.size()) > room) {
            std::swap(young, old);
            young = {};
        }
        young.add(hash, key, count);
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        std::size_t at = 0;  // of the length of the key and the key itself
        Number count = 0;
    };

    class Generation {
    public:
        const Number* find(std::uint64_t hash, const Set& key) const {
            if (slots.empty()) {
                return nullptr;
            }
            for (std::size_t i = hash & (slots.size() - 1); slots[i].hash; i = (i + 1) & (slots.size() - 1)) {
                const Slot& slot = slots[i];
                if (slot.hash == hash && keys[slot.at] == key.size() &&
                    std::equal(key.begin(), key.end(), keys.begin() + static_cast<std::ptrdiff_t>(slot.at) + 1)) {
                    return &slot.count;
                }
            }
            return nullptr;
        }

        void add(std::uint64_t hash, const Set& key, Number count) {
            if (2 * (used + 1) > slots.size()) {
                grow();
            }
            const std::size_t at = keys.size();
            keys.push_back(key.size());
            keys.insert(keys.end(), key.begin(), key.end());
            put({hash, at, count});
            ++used;
        }

        // The bytes that it takes with one more key of so many words.
        std::size_t bytes_with(std::size_t words) const {
            const std::size_t more = keys.size() + words + 1 > keys.capacity() ? 2 * keys.capacity() : keys.capacity();
            const std::size_t most = 2 * (used + 1) > slots.size() ? 2 * slots.size() : slots.size();
            return more * sizeof(Word) + most * sizeof(Slot);
        }

    private:
        void put(const Slot& slot) {
            std::size_t i = slot.hash & (slots.size() - 1);
            while (slots[i].hash) {
                i = (i + 1) & (slots.size() - 1);
            }
            slots[i] = slot;
        }

        void grow() {
            std::vector<Slot> smaller(slots.empty() ? 1 << 8 : 2 * slots.size());
            smaller.swap(slots);
            for (const Slot& slot : smaller) {
                if (slot.hash) {
                    put(slot);
                }
            }
        }

        std::vector<Slot> slots;
        Set keys;
        std::size_t used = 0;
    };

    const std::size_t room;  // bytes of a generation
    Generation young, old;
    Number found = 0;
};

}  // namespace unitdoku

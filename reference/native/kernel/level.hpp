// The part of the kernel that is compiled for each instruction-set level. Everything else is compiled once, for the oldest
// processors.
#pragma once

#include <cstddef>
#include <memory>

#include "job.hpp"

namespace unitdoku {

struct Level {
    int vector_bytes;
    std::unique_ptr<Job> (*make_job)(const Program&, Input, const Limits&, Answers::Keep, std::size_t threads);
};

}  // namespace unitdoku

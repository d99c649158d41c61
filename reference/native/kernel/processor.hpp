// The instruction-set levels that this processor has.
#pragma once

#include <string>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace unitdoku {

#if defined(__x86_64__)
// `__builtin_cpu_supports` of older compilers does not accept these names.
inline bool has_lzcnt_movbe_f16c() {
    unsigned a, b, c, d;
    const bool basic = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_MOVBE) && (c & bit_F16C);
    return basic && __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT);
}
#endif

// Returns the levels that can run here, best first.
inline std::vector<std::string> levels() {
    std::vector<std::string> found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && has_lzcnt_movbe_f16c();
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    for (const auto& [name, has_it] : {std::pair("v4", v4), std::pair("v3", v3), std::pair("v2", v2)}) {
        if (has_it) {
            found.push_back(name);
        }
    }
#endif
    found.push_back("baseline");
    return found;
}

}  // namespace unitdoku

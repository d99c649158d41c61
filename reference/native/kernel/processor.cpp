// Which instruction-set levels this processor has; compiled for any.
#include <pybind11/pybind11.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace {

#if defined(__x86_64__)
// What not every compiler has a name for.
bool has_lzcnt_movbe_f16c() {
    unsigned a, b, c, d;
    const bool basic = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_MOVBE) && (c & bit_F16C);
    return basic && __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT);
}
#endif

pybind11::list levels() {
    pybind11::list found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && has_lzcnt_movbe_f16c();
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    if (v4) {
        found.append("v4");
    }
    if (v3) {
        found.append("v3");
    }
    if (v2) {
        found.append("v2");
    }
#endif
    found.append("baseline");
    return found;
}

}  // namespace

PYBIND11_MODULE(_processor, module) {
    module.def("levels", &levels, "The levels that can run here, best first.");
}

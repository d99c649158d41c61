// Work without the lock of the Python interpreter, so that other threads run meanwhile.
#pragma once

#include <Python.h>

#include <exception>

#if defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

namespace unitdoku {

// Returns what the action returns, which runs without the interpreter lock; it gets the state of this thread.
//
// Not `py::gil_scoped_release`: when the interpreter ends, it ends a daemon thread that takes the lock back, up to Python
// 3.13 by unwinding its stack, and the program aborts where that begins in a destructor.
template <class Action>
auto without_lock(Action action) {
    PyThreadState* state = PyEval_SaveThread();
    decltype(action(state)) result{};
    std::exception_ptr error;
    try {
        result = action(state);
    }
#if defined(__GLIBCXX__)
    catch (abi::__forced_unwind&) {  // this thread is being ended
        throw;
    }
#endif
    catch (...) {
        error = std::current_exception();
    }
    PyEval_RestoreThread(state);
    if (error) {
        std::rethrow_exception(error);
    }
    return result;
}

}  // namespace unitdoku

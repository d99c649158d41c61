// The search, compiled for one instruction-set level: a Python module that contains only the address of its `Level`.
//
// Every level is a separate shared object. If one object had several levels, the linker would keep only one copy of a function
// such as `std::vector<int>::resize`, and it could choose a copy that this processor cannot run.
#include <Python.h>

#include "job_of.hpp"

// `setup.py` defines the name of this function, because it contains the name of the module.
PyMODINIT_FUNC UNITDOKU_INIT() {
    static unitdoku::Level level{unitdoku::vector_bytes, unitdoku::make_job};
    static PyModuleDef definition{PyModuleDef_HEAD_INIT, "level", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
    PyObject* const module = PyModule_Create(&definition);
    PyObject* const address = PyCapsule_New(&level, nullptr, nullptr);
    if (!module || PyModule_AddObject(module, "level", address) != 0) {
        return nullptr;
    }
    return module;
}

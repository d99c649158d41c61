// The kernel as a Python module. Another module contains the search for each instruction-set level, see `level.cpp`.
//
// The Python code in this folder is the only caller. It has checked layouts, limits, times and items; here only the memory
// of a buffer is checked.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "counting.hpp"
#include "job.hpp"
#include "processor.hpp"
#include "run.hpp"
#include "without_lock.hpp"

namespace py = pybind11;

namespace pybind11::detail {

// Whole numbers of 128 bits.
template <>
struct type_caster<unitdoku::Wide> {
    PYBIND11_TYPE_CASTER(unitdoku::Wide, const_name("int"));

    bool load(handle source, bool) {
        const auto high = reinterpret_steal<object>(PyNumber_Rshift(source.ptr(), int_(64).ptr()));
        value = unitdoku::Wide{PyLong_AsUnsignedLongLongMask(high.ptr())} << 64 | PyLong_AsUnsignedLongLongMask(source.ptr());
        return true;
    }

    static handle cast(unitdoku::Wide number, return_value_policy, handle) {
        const int_ high(static_cast<std::uint64_t>(number >> 64)), low(static_cast<std::uint64_t>(number));
        return ((high << int_(64)) | low).release();
    }
};

}  // namespace pybind11::detail

namespace unitdoku {
namespace {

// The rules of a layout as Python gives them: a tuple has the parts of a rule in their order.
template <class Rule, class... Parts>
std::vector<Rule> made_of(const std::vector<std::tuple<Parts...>>& tuples) {
    std::vector<Rule> rules;
    for (const auto& each : tuples) {
        std::apply([&](const Parts&... parts) { rules.push_back({parts...}); }, each);
    }
    return rules;
}

using Bits = std::vector<Wide>;

// A program and the level that runs its jobs.
struct PythonProgram : Program {
    Level level;
};

std::shared_ptr<PythonProgram> make_program(const Level& level, int values, int cell_count,
                                      const std::vector<Cells>& units, bool impossible,
                                      const std::vector<std::tuple<Cells, Bits>>& cages,
                                      const std::vector<std::tuple<Cells, std::vector<std::int64_t>, std::int64_t, std::int64_t>>& sums,
                                      const std::vector<std::tuple<int, int, Bits>>& supports,
                                      const std::vector<std::tuple<Cells, Wide>>& partly, const Cells& hidden) {
    OtherRules rules{made_of<Cage>(cages), made_of<BoundedSum>(sums), made_of<Support>(supports), made_of<PartlyDifferent>(partly)};
    return std::make_shared<PythonProgram>(
        PythonProgram{{level.vector_bytes, values, cell_count, units, impossible, std::move(rules), hidden}, level});
}

constexpr double longest = 3e7;  // seconds; the clock could overflow

// A time limit as the kernel has it: below 0 there is none.
double bounded(double seconds) { return seconds > longest ? -1 : seconds; }

// The memory of a contiguous buffer, locked as long as this object lives; `py::buffer_info` takes half a microsecond more.
struct Memory : Py_buffer {
    explicit Memory(const py::object& owner) {
        if (PyObject_GetBuffer(owner.ptr(), this, PyBUF_SIMPLE) != 0) {
            throw py::error_already_set();
        }
    }
    ~Memory() { PyBuffer_Release(this); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
};

// Returns a bytes object for the caller to fill.
py::bytes new_bytes(std::size_t size) {
    auto bytes = py::reinterpret_steal<py::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
    if (!bytes) {
        throw py::error_already_set();
    }
    return bytes;
}

bool run_job(Job& job, double seconds, std::uint64_t rounds) {
    return without_lock([&](PyThreadState*) { return unitdoku::run(job, std::min(seconds, longest), rounds); });
}

// Many puzzles in a buffer.
class PythonJob {
public:
    PythonJob(std::shared_ptr<const PythonProgram> program, const py::object& puzzles, bool as_values, std::uint64_t limit,
              double seconds, int threads, bool grids, int lanes)
        : program(std::move(program)), memory(puzzles) {
        const std::size_t cell_bytes = as_values ? 1 : this->program->mask_bytes();
        const std::size_t puzzle_bytes = cell_bytes * this->program->cell_count;
        const auto bytes = static_cast<std::size_t>(memory.len);
        if (bytes % puzzle_bytes != 0 || reinterpret_cast<std::uintptr_t>(memory.buf) % cell_bytes != 0) {
            throw std::invalid_argument("the buffer does not hold a whole number of aligned puzzles");
        }
        job = this->program->level.make_job(*this->program, {memory.buf, as_values, bytes / puzzle_bytes}, {limit, bounded(seconds), 0, lanes},
                       grids ? Answers::Keep::grids : Answers::Keep::nothing, static_cast<std::size_t>(threads));
    }

    bool run(double seconds, std::uint64_t rounds) { return run_job(*job, seconds, rounds); }

    std::uint64_t rounds() const { return job->rounds(); }

    // Returns the index of the first item that is no value or no valid mask, or -1.
    py::ssize_t first_bad_item() const {
        return static_cast<py::ssize_t>(job->first_bad_item());  // `no_item` becomes -1
    }

    // Returns columns: counts, guesses, rounds (64 bits), finished, exhausted (8 bits), one item a puzzle.
    py::tuple answers() const {
        return py::make_tuple(column(&Answer::count), column(&Answer::guesses), column(&Answer::rounds),
                              column(&Answer::finished), column(&Answer::exhausted));
    }

    // Returns all grids, puzzle after puzzle, those of a puzzle in ascending order, a byte a cell.
    py::bytes grids() {
        Answers& answers = job->answers;
        std::size_t total = 0;
        for (const Answer& answer : answers.answers) {
            total += answer.count;
        }
        py::bytes grids = new_bytes(total * answers.cell_count);
        auto* end = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(grids.ptr()));
        for (std::size_t puzzle = 0; puzzle < answers.answers.size(); ++puzzle) {
            for (const std::uint8_t* grid : answers.sorted(puzzle)) {
                end = std::copy_n(grid, answers.cell_count, end);
            }
        }
        return grids;
    }

private:
    template <class Item>
    py::bytes column(Item Answer::*member) const {
        const auto& answers = job->answers.answers;
        py::bytes items = new_bytes(answers.size() * sizeof(Item));
        char* end = PyBytes_AS_STRING(items.ptr());
        for (const Answer& answer : answers) {
            std::memcpy(end, &(answer.*member), sizeof(Item));
            end += sizeof(Item);
        }
        return items;
    }

    std::shared_ptr<const PythonProgram> program;
    Memory memory;
    std::unique_ptr<Job> job;
};

// One puzzle after the other, in memory that stays. Solutions can be taken while a search goes on.
class PythonSearch {
public:
    PythonSearch(std::shared_ptr<const PythonProgram> program, int lanes)
        : program(std::move(program)), lanes(lanes), job(this->program->level.make_job(*this->program, {nullptr, false, 1}, {}, Answers::Keep::stream, 1)) {}

    // Begins a puzzle and runs. Returns what `end` does if the search is over, else None.
    py::object begin(const py::tuple& candidates, std::uint64_t limit, double seconds, double slice, std::uint64_t rounds) {
        masks.clear();
        for (py::handle mask : candidates) {
            masks.push_back(program->values <= 64 ? PyLong_AsUnsignedLongLong(mask.ptr()) : py::cast<Wide>(mask));
        }
        job->restart(masks, {limit, bounded(seconds), most_streamed, lanes});
        return run(slice, rounds) ? py::object(end()) : py::object(py::none());
    }

    bool run(double seconds, std::uint64_t rounds) { return run_job(*job, seconds, rounds); }

    std::uint64_t rounds() const { return job->rounds(); }

    // Returns the solutions found since the last call, ascending.
    py::tuple take() {
        const auto& found = job->answers.sorted(0);
        py::tuple grids(found.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            py::tuple grid(program->cell_count);
            for (int cell = 0; cell < program->cell_count; ++cell) {
                PyTuple_SET_ITEM(grid.ptr(), cell, PyLong_FromLong(found[i][cell]));
            }
            PyTuple_SET_ITEM(grids.ptr(), static_cast<Py_ssize_t>(i), grid.release().ptr());
        }
        job->answers.more[0].clear();
        return grids;
    }

    // Returns the solutions that were not taken, whether there are no others, guesses and rounds.
    py::tuple end() {
        const Answer& answer = job->answers[0];
        return py::make_tuple(take(), answer.exhausted, answer.guesses, answer.rounds);
    }

private:
    static constexpr std::size_t most_streamed = 1024;  // grids for which a run ends

    std::shared_ptr<const PythonProgram> program;
    int lanes;
    Bits masks;
    std::unique_ptr<Job> job;
};

class PythonCounting {
public:
    // `masks` has the candidates of each cell, `orders` one or several orders of the cells: the place of each cell.
    PythonCounting(std::shared_ptr<const PythonProgram> program, const Bits& masks, const std::vector<Cells>& orders,
                   std::size_t bytes)
        : program(std::move(program)), counting(make_counting(*this->program, masks, orders, bytes)) {}

    // Returns whether all is counted. Handles signals now and then; an exception of a handler ends it.
    bool run(double seconds) {
        const Clock::time_point begun = Clock::now();
        const std::chrono::duration<double> time(seconds);
        Clock::time_point looked = begun;
        bool raised = false;
        const bool done = without_lock([&](PyThreadState* state) {
            return counting->run([&, state] {
                const Clock::time_point now = Clock::now();
                if (now - looked >= between_signals) {
                    looked = now;
                    PyEval_RestoreThread(state);
                    raised = PyErr_CheckSignals() != 0;
                    PyEval_SaveThread();
                }
                return raised || now - begun >= time;
            });
        });
        if (raised) {
            throw py::error_already_set();
        }
        return done;
    }

    Number counted() const { return counting->counted; }

private:
    static constexpr std::chrono::milliseconds between_signals{50};

    std::shared_ptr<const PythonProgram> program;
    std::unique_ptr<Counting> counting;
};

}  // namespace
}  // namespace unitdoku

PYBIND11_MODULE(_kernel, module) {
    using namespace unitdoku;
    module.def("levels", &levels);
    py::class_<Level> level(module, "Level");
    level.attr("no_limit") = no_limit;
    level.def(py::init([](const py::capsule& address) { return *address.get_pointer<Level>(); }))
        .def("Program", &make_program, py::arg("values"), py::arg("cell_count"), py::arg("units"),
             py::arg("impossible") = false, py::arg("cages") = py::tuple(), py::arg("sums") = py::tuple(),
             py::arg("supports") = py::tuple(), py::arg("partly") = py::tuple(), py::arg("hidden") = py::tuple());
    py::class_<PythonProgram, std::shared_ptr<PythonProgram>>(module, "Program")
        .def_property_readonly("mask_bytes", &Program::mask_bytes);
    py::class_<PythonJob>(level, "Job")
        .def(py::init<std::shared_ptr<PythonProgram>, const py::object&, bool, std::uint64_t, double, int, bool, int>(),
             py::arg("program"), py::arg("puzzles"), py::kw_only(), py::arg("as_values"), py::arg("limit"),
             py::arg("seconds") = -1.0, py::arg("threads") = 1, py::arg("grids") = true, py::arg("lanes") = 64)
        .def("run", &PythonJob::run, py::arg("seconds"), py::arg("rounds") = no_limit)
        .def("answers", &PythonJob::answers)
        .def("grids", &PythonJob::grids)
        .def("first_bad_item", &PythonJob::first_bad_item)
        .def_property_readonly("rounds", &PythonJob::rounds);
    py::class_<PythonSearch>(level, "Search")
        .def(py::init<std::shared_ptr<PythonProgram>, int>(), py::arg("program"), py::arg("lanes"))
        .def("begin", &PythonSearch::begin, py::arg("candidates"), py::arg("limit"), py::arg("seconds"), py::arg("slice"),
             py::arg("rounds"))
        .def("run", &PythonSearch::run, py::arg("seconds"), py::arg("rounds"))
        .def("take", &PythonSearch::take)
        .def("end", &PythonSearch::end)
        .def_property_readonly("rounds", &PythonSearch::rounds);
    py::class_<PythonCounting>(level, "Counting")
        .def(py::init<std::shared_ptr<PythonProgram>, const Bits&, const std::vector<Cells>&, std::size_t>(), py::arg("program"),
             py::arg("candidates"), py::kw_only(), py::arg("orders"), py::arg("bytes"))
        .def("run", &PythonCounting::run, py::arg("seconds"))
        .def_property_readonly("counted", &PythonCounting::counted);
}

// The kernel as a Python module, one for each instruction-set level.
//
// All arguments are checked here, so that no memory outside of the caller's is read or written. The Python code in
// `backend.py` and `bulk.py` checks them before, with better messages.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "counting.hpp"
#include "job.hpp"
#include "rule_arguments.hpp"
#include "without_lock.hpp"

namespace py = pybind11;

namespace unitdoku {
namespace {

constexpr std::size_t most_cells = 1 << 15;  // the sets of their peers take 128 MiB
constexpr int most_threads = 1024;

std::shared_ptr<Program> make_program(int values, std::size_t cell_count, const std::vector<Cells>& units,
                                      bool impossible, const std::vector<CageArguments>& cages,
                                      const std::vector<SumArguments>& sums,
                                      const std::vector<SupportArguments>& supports) {
    if (values < 1 || values > 64) {
        throw std::invalid_argument("a layout for the kernel has 1 to 64 values");
    }
    if (cell_count < 1 || cell_count > most_cells) {
        throw std::invalid_argument("a layout for the kernel has 1 to 32768 cells");
    }
    for (const Cells& unit : units) {
        if (unit.size() > static_cast<std::size_t>(values)) {
            throw std::invalid_argument("a unit has more cells than there are values");
        }
        check_cells(unit, cell_count);
    }
    OtherRules rules = make_rules(values, cell_count, cages, sums, supports);
    return std::make_shared<Program>(values, static_cast<int>(cell_count), units, impossible, std::move(rules));
}

// The memory of a contiguous buffer, locked as long as this object lives.
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

class PythonJob {
public:
    PythonJob(std::shared_ptr<const Program> program, const py::object& puzzles, bool as_values, std::uint64_t limit,
              double seconds, int threads, bool grids, std::size_t stream, int lanes, std::uint64_t again)
        : program(std::move(program)), memory(puzzles) {
        const std::size_t cell_bytes = as_values ? 1 : this->program->mask_bytes();
        const std::size_t puzzle_bytes = cell_bytes * this->program->cell_count;
        const auto bytes = static_cast<std::size_t>(memory.len);
        if (bytes % puzzle_bytes != 0) {
            throw std::invalid_argument("the buffer does not hold a whole number of puzzles");
        }
        if (reinterpret_cast<std::uintptr_t>(memory.buf) % cell_bytes != 0) {
            throw std::invalid_argument("the buffer is not aligned");
        }
        if (limit < 1 || threads < 1 || threads > most_threads || std::isnan(seconds)) {
            throw std::invalid_argument("a limit or a number of threads is out of range");
        }
        const std::size_t count = bytes / puzzle_bytes;
        if (stream && count != 1) {
            throw std::invalid_argument("a stream is of one puzzle");
        }
        const auto keep = stream ? Answers::Keep::stream : grids ? Answers::Keep::grids : Answers::Keep::nothing;
        // More than a year means no limit: the clock could overflow.
        const double bounded = seconds > 3e7 ? -1 : seconds;
        again = keep == Answers::Keep::nothing ? 0 : again;  // it takes the grids back
        job = make_job(*this->program, {memory.buf, as_values, count}, {limit, bounded, stream, lanes, again}, keep,
                       static_cast<std::size_t>(threads));
    }

    bool run(double seconds, std::uint64_t rounds) {
        const Turn turn(*this);
        failed = true;  // unless it returns: an exception leaves an inconsistent state
        const double time = seconds > 0 ? std::min(seconds, 3e7) : 0.0;
        const bool done = without_lock([&](PyThreadState*) { return job->run(time, rounds); });
        failed = false;
        return done;
    }

    std::size_t begun() const { return job->begun(); }

    std::uint64_t rounds() {
        const Turn turn(*this);
        return job->rounds();
    }

    // Returns the index of the first item that is no value or no valid mask, or -1.
    py::ssize_t first_bad_item() const {
        return static_cast<py::ssize_t>(job->first_bad_item());  // `no_item` becomes -1
    }

    // Returns the grids of a stream found since the last call.
    py::bytes take() {
        const Turn turn(*this);
        if (job->answers.keep != Answers::Keep::stream) {
            throw std::invalid_argument("not a stream");
        }
        auto& grids = job->answers.more[0];
        const py::bytes taken(reinterpret_cast<const char*>(grids.data()), grids.size());
        grids.clear();
        return taken;
    }

    // Returns columns: counts, guesses, rounds (64 bits), finished, exhausted (8 bits), one item a puzzle.
    py::tuple answers() {
        const Turn turn(*this);
        return py::make_tuple(column(&Answer::count), column(&Answer::guesses), column(&Answer::rounds),
                              column(&Answer::finished), column(&Answer::exhausted));
    }

    // Returns all grids, puzzle after puzzle, those of a puzzle in ascending order, a byte a cell.
    py::bytes grids() {
        const Turn turn(*this);
        Answers& answers = job->answers;
        if (answers.keep != Answers::Keep::grids) {
            throw std::invalid_argument("grids are not kept");
        }
        const std::size_t grid_bytes = answers.cell_count;
        std::size_t total = 0;
        for (const Answer& answer : answers.answers) {
            total += answer.count;
        }
        py::bytes grids = new_bytes(total * grid_bytes);
        auto* end = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(grids.ptr()));
        for (std::size_t i = 0; i < answers.answers.size(); ++i) {
            end = answers.write_sorted(i, end);
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

    // Lets one thread at a time use the job: other threads may call it while the interpreter lock is released.
    class Turn {
    public:
        explicit Turn(PythonJob& job) : busy(job.busy) {
            if (busy.exchange(true)) {
                throw std::runtime_error("the job is running in another thread");
            }
            if (job.failed) {
                busy = false;
                throw std::runtime_error("the job has failed");
            }
        }
        ~Turn() { busy = false; }

    private:
        std::atomic<bool>& busy;
    };

    std::shared_ptr<const Program> program;
    Memory memory;
    std::unique_ptr<Job> job;
    std::atomic<bool> busy{false};
    bool failed = false;  // it ran out of memory
};

class PythonCounting {
public:
    PythonCounting(std::shared_ptr<const Program> program, const py::object& puzzle, const std::vector<Cells>& orders,
                   std::size_t bytes)
        : program(std::move(program)) {
        const Memory memory(puzzle);
        const int cells = this->program->cell_count, width = this->program->mask_bytes();
        if (cells > most_counted_cells || memory.len != static_cast<py::ssize_t>(cells) * width) {
            throw std::invalid_argument("counting takes the masks of one puzzle of at most 1024 cells");
        }
        const std::uint64_t all_values = this->program->all_values<std::uint64_t>();
        for (int cell = 0; cell < cells; ++cell) {
            std::uint64_t mask = 0;
            for (int i = width; i-- > 0;) {  // the bytes of a mask have the order of this machine
                const int at = std::endian::native == std::endian::little ? i : width - 1 - i;
                mask = mask << 8 | static_cast<const std::uint8_t*>(memory.buf)[cell * width + at];
            }
            if (mask == 0 || (mask & ~all_values) != 0) {
                throw std::invalid_argument("a mask is empty or has unknown candidates");
            }
            masks.push_back(mask);
        }
        if (!this->program->other_rules.empty()) {
            throw std::invalid_argument("counting takes units only");
        }
        if (orders.empty()) {
            throw std::invalid_argument("counting needs an order of the cells");
        }
        for (const Cells& order : orders) {
            if (order.size() != masks.size()) {
                throw std::invalid_argument("an order has a place for each cell");
            }
        }
        counting = make_counting(*this->program, masks, orders, bytes);
    }

    // Returns whether all is counted. Handles signals now and then; an exception of a handler ends it.
    bool run(double seconds) {
        if (busy.exchange(true)) {
            throw std::runtime_error("the counting is running in another thread");
        }
        const Clock::time_point begun = Clock::now();
        const std::chrono::duration<double> time(seconds > 0 ? std::min(seconds, 3e7) : 0.0);
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
        busy = false;
        if (raised) {
            throw py::error_already_set();
        }
        return done;
    }

    py::int_ counted() const {
        const Number number = counting->counted;
        const py::int_ high(static_cast<std::uint64_t>(number >> 64)), low(static_cast<std::uint64_t>(number));
        return py::int_((high << py::int_(64)) | low);
    }

private:
    static constexpr int most_counted_cells = 1024;  // a level of the search keeps a few boards
    static constexpr std::chrono::milliseconds between_signals{50};

    std::shared_ptr<const Program> program;
    std::vector<std::uint64_t> masks;
    std::unique_ptr<Counting> counting;
    std::atomic<bool> busy{false};
};

}  // namespace
}  // namespace unitdoku

// `setup.py` passes the name of the module to the compiler.
PYBIND11_MODULE(UNITDOKU_MODULE, module) {
    using namespace unitdoku;
    module.attr("vector_bytes") = vector_bytes;
    module.attr("no_limit") = no_limit;
    // Local to the module: a process may load several levels, each with classes of the same names.
    py::class_<Program, std::shared_ptr<Program>>(module, "Program", py::module_local())
        .def(py::init(&make_program), py::arg("values"), py::arg("cell_count"), py::arg("units"),
             py::arg("impossible") = false, py::arg("cages") = py::tuple(), py::arg("sums") = py::tuple(),
             py::arg("supports") = py::tuple())
        .def_property_readonly("mask_bytes", &Program::mask_bytes);
    py::class_<PythonJob>(module, "Job", py::module_local())
        .def(py::init<std::shared_ptr<Program>, const py::object&, bool, std::uint64_t, double, int, bool, std::size_t, int, std::uint64_t>(),
             py::arg("program").none(false), py::arg("puzzles"), py::kw_only(), py::arg("as_values"), py::arg("limit"),
             py::arg("seconds") = -1.0, py::arg("threads") = 1, py::arg("grids") = true, py::arg("stream") = 0,
             py::arg("lanes") = 64, py::arg("again") = 0)
        .def("run", &PythonJob::run, py::arg("seconds"), py::arg("rounds") = no_limit)
        .def("take", &PythonJob::take)
        .def("answers", &PythonJob::answers)
        .def("grids", &PythonJob::grids)
        .def("first_bad_item", &PythonJob::first_bad_item)
        .def_property_readonly("begun", &PythonJob::begun)
        .def_property_readonly("rounds", &PythonJob::rounds);
    py::class_<PythonCounting>(module, "Counting", py::module_local())
        .def(py::init<std::shared_ptr<Program>, const py::object&, const std::vector<Cells>&, std::size_t>(),
             py::arg("program").none(false), py::arg("puzzle"), py::kw_only(), py::arg("orders"), py::arg("bytes"))
        .def("run", &PythonCounting::run, py::arg("seconds"))
        .def_property_readonly("counted", &PythonCounting::counted);
}

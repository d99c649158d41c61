// The kernel as a Python module, one for each instruction-set level.
//
// Whatever a caller passes is checked here, so that nothing outside of its memory is read or written: the Python code
// beside this says first, and in better words, what is wrong.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "job.hpp"

namespace py = pybind11;

namespace unitdoku {
namespace {

constexpr std::size_t most_cells = 1 << 15;  // the sets of their peers take 128 MiB
constexpr int most_threads = 1024;

std::shared_ptr<const Program> make_program(int values, std::size_t cell_count, const std::vector<Cells>& units) {
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
        Cells sorted = unit;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
            throw std::invalid_argument("a unit names a cell twice");
        }
        if (!sorted.empty() && (sorted.front() < 0 || static_cast<std::size_t>(sorted.back()) >= cell_count)) {
            throw std::invalid_argument("a unit names a cell beyond the layout");
        }
    }
    return std::make_shared<const Program>(values, static_cast<int>(cell_count), units);
}

// The memory of a contiguous buffer, held as long as this lives.
class Memory {
public:
    explicit Memory(const py::object& owner) {
        if (PyObject_GetBuffer(owner.ptr(), &view, PyBUF_SIMPLE) != 0) {
            throw py::error_already_set();
        }
    }
    ~Memory() { PyBuffer_Release(&view); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    const void* data() const { return view.buf; }
    std::size_t size() const { return static_cast<std::size_t>(view.len); }

private:
    Py_buffer view{};
};

template <class Item>
class Column {
public:
    explicit Column(std::size_t count)
        : bytes(py::reinterpret_steal<py::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(count * sizeof(Item))))) {
        if (!bytes) {
            throw py::error_already_set();
        }
        data = PyBytes_AS_STRING(bytes.ptr());
    }

    void set(std::size_t index, Item item) { std::memcpy(data + index * sizeof(Item), &item, sizeof(Item)); }

    py::bytes bytes;
    char* data;
};

class PythonJob {
public:
    PythonJob(std::shared_ptr<const Program> program, const py::object& puzzles, bool as_values, std::uint64_t limit,
              double seconds, int threads, bool grids, std::size_t stream)
        : program(std::move(program)), memory(puzzles) {
        const std::size_t cell_bytes = as_values ? 1 : mask_bytes(this->program->values);
        const std::size_t puzzle_bytes = cell_bytes * this->program->cell_count;
        if (memory.size() % puzzle_bytes != 0) {
            throw std::invalid_argument("the buffer does not hold a whole number of puzzles");
        }
        if (reinterpret_cast<std::uintptr_t>(memory.data()) % cell_bytes != 0) {
            throw std::invalid_argument("the buffer is not aligned");
        }
        if (limit < 1 || threads < 1 || threads > most_threads || std::isnan(seconds)) {
            throw std::invalid_argument("a limit or a number of threads is out of range");
        }
        const std::size_t count = memory.size() / puzzle_bytes;
        if (stream && count != 1) {
            throw std::invalid_argument("a stream is of one puzzle");
        }
        const auto keep = stream ? Answers::Keep::stream : grids ? Answers::Keep::grids : Answers::Keep::nothing;
        // A time beyond a year is none: the clock cannot count to it.
        const double bounded = seconds > 3e7 ? -1 : seconds;
        job = make_job(*this->program, {memory.data(), as_values, count}, {limit, bounded, stream}, keep,
                       static_cast<std::size_t>(threads));
    }

    bool run(double seconds) {
        const Turn turn(*this);
        const py::gil_scoped_release release;
        failed = true;  // unless this returns: what an exception leaves is in no order
        const bool done = job->run(seconds > 0 ? std::min(seconds, 3e7) : 0.0);
        failed = false;
        return done;
    }

    std::size_t begun() const { return job->begun(); }

    // The index of the first item that cannot be, or -1.
    py::ssize_t first_bad_item() const {
        const std::size_t item = job->first_bad_item();
        return item == no_item ? -1 : static_cast<py::ssize_t>(item);
    }

    // The grids of a stream that were found since this was last called.
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

    // Columns of the answers: counts, guesses, rounds (64 bits), finished, exhausted (8 bits), one item a puzzle.
    py::tuple answers() {
        const Turn turn(*this);
        const auto& all = job->answers.answers;
        Column<std::uint64_t> counts(all.size()), guesses(all.size()), rounds(all.size());
        Column<std::uint8_t> finished(all.size()), exhausted(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            counts.set(i, all[i].count);
            guesses.set(i, all[i].guesses);
            rounds.set(i, all[i].rounds);
            finished.set(i, all[i].finished);
            exhausted.set(i, all[i].exhausted);
        }
        return py::make_tuple(counts.bytes, guesses.bytes, rounds.bytes, finished.bytes, exhausted.bytes);
    }

    // All grids, puzzle after puzzle, a byte a cell.
    py::bytes grids() {
        const Turn turn(*this);
        const Answers& answers = job->answers;
        if (answers.keep != Answers::Keep::grids) {
            throw std::invalid_argument("grids are not kept");
        }
        const std::size_t grid_bytes = answers.cell_count;
        std::size_t total = 0;
        for (const Answer& answer : answers.answers) {
            total += answer.count;
        }
        Column<std::uint8_t> grids(total * grid_bytes);
        char* end = grids.data;
        for (std::size_t i = 0; i < answers.answers.size(); ++i) {
            if (answers.answers[i].count) {
                std::memcpy(end, answers.first.get() + i * grid_bytes, grid_bytes);
                end += grid_bytes;
                if (!answers.more[i].empty()) {
                    std::memcpy(end, answers.more[i].data(), answers.more[i].size());
                    end += answers.more[i].size();
                }
            }
        }
        return grids.bytes;
    }

private:
    // A job is for one thread at a time: others may come while the interpreter lock is released.
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

}  // namespace
}  // namespace unitdoku

// The name of the module is given on the command line of the compiler.
PYBIND11_MODULE(UNITDOKU_MODULE, module) {
    using namespace unitdoku;
    module.attr("vector_bytes") = vector_bytes;
    module.attr("no_limit") = no_limit;
    // A table without rows, which Python's own views cannot be cast to.
    module.def("no_grids", [](py::ssize_t cell_count) {
        static const std::uint8_t nothing = 0;
        return py::memoryview::from_buffer(&nothing, {py::ssize_t{0}, cell_count}, {cell_count, py::ssize_t{1}});
    });
    // Local to the module: several levels may be loaded, each with classes of the same names.
    py::class_<Program, std::shared_ptr<Program>>(module, "Program", py::module_local())
        .def(py::init([](int values, std::size_t cells, const std::vector<Cells>& units) {
                 return std::const_pointer_cast<Program>(make_program(values, cells, units));
             }),
             py::arg("values"), py::arg("cell_count"), py::arg("units"))
        .def_property_readonly("mask_bytes", [](const Program& program) { return mask_bytes(program.values); });
    py::class_<PythonJob>(module, "Job", py::module_local())
        .def(py::init<std::shared_ptr<Program>, const py::object&, bool, std::uint64_t, double, int, bool, std::size_t>(),
             py::arg("program").none(false), py::arg("puzzles"), py::kw_only(), py::arg("as_values"), py::arg("limit"),
             py::arg("seconds"), py::arg("threads"), py::arg("grids"), py::arg("stream"))
        .def("run", &PythonJob::run, py::arg("seconds"))
        .def("take", &PythonJob::take)
        .def("answers", &PythonJob::answers)
        .def("grids", &PythonJob::grids)
        .def("first_bad_item", &PythonJob::first_bad_item)
        .def_property_readonly("begun", &PythonJob::begun);
}

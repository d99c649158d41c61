"""Conformance of solvers: any callable is asked puzzles with known answers and tested against a table of properties.

Start with `check_solver.py`; the table is in `properties.py`. A call goes from `cases.py` (puzzles) through
`examination.py` (properties) and `calls.py` (asking); `encoders/callables/` has the forms of a puzzle, and reads what
was returned. Tests of solvers outside this package depend on it.
"""

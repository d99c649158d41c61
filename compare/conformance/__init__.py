"""Conformance checks: a solver or a backend is tested against a table of properties, and violations are reported.

`check_solver.py` and `check_backend.py` are the doors. Start with `examination.py`, the engine, or with a table:
`solver_properties.py`, `backend_properties.py`. What is asked is in `cases.py` and `backend_cases.py`. How it is asked
is in `solver.py` and `backend.py`, which extend the engine, and ask in another process by `isolated_call.py`. The
public `check_solver` and `check_backend`, the fixtures for pytest and the tests of our own backends depend on this
room.
"""

"""Conformance checks: a solver or a backend is tested against a table of properties, and violations are reported.

`check.py` has the doors, `check_solver` and `check_backend`. Start with `examination.py`, the engine, or with a table:
`solver_properties.py`, `backend_properties.py`. What is asked is in `cases.py`. How it is asked is in `solver.py` and
`backend.py`, which extend the engine, and ask in another process by `isolated_call.py`. The fixtures for pytest and the
tests of our own backends depend on this room.
"""

"""Conformance checks: a solver or a backend is tested against a table of properties, and violations are reported.

Start with `solver/check_solver.py` and `backend/check_backend.py`. The public `check_solver` and `check_backend`, the
fixtures for pytest and the tests of our own backends depend on it.
"""

"""Conformance: what a right solver and a backend must keep, property by property.

Start with `solver/check_solver.py` and `backend/check_backend.py`. `unitdoku check --solver`, the fixtures for pytest
and the tests of our own backends depend on it.
"""

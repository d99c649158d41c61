"""Conformance of backends to the contract in `reference/contract.py`.

Start with `check_backend.py`; the table of properties is in `properties.py`, their puzzles in `questions.py`. The tests
of every backend depend on it.
"""

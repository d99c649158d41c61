"""A solver of a user, held against what holds for every right one.

Start with `check_solver.py`; the table of properties is in `properties.py`. `unitdoku check --solver` depends on it.
"""

"""Puzzles as formulas and constraints, and the backends that solve them.

Start with `solve.py`, the questions of a caller, and `naming/families.py`, the table of backends. `compare` and the
commands depend on this folder.
"""

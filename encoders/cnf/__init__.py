"""Puzzles as formulas in conjunctive normal form: variables, encodings, their sizes.

Start with `encodings.py`, the table of encodings. The backends `sat` and `dimacs` and the format `dimacs` depend on it;
the linear and CP-SAT models and all formats use the numbering of `variables.py`. Files in `tests/truths` hold the text
of small formulas.
"""

"""The meaning of a puzzle, and the solvers written here. Only the standard library is imported.

Start with `model/` (rules, layouts, puzzles, grids) and `contract/` (what a backend is asked and returns). All other
folders depend on this one. It reaches parsers and pictures through `model/rooms_above.py` alone.
"""

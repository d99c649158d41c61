"""The meaning of a puzzle, and the solvers written here. Only the standard library is imported.

Start with `layout.py`, `puzzle.py`, `result.py` and `contract.py`. All other folders depend on this one. It reaches
parsers and pictures through `rooms_above.py` alone.
"""

"""The reference solver: propagation and depth-first search in pure Python.

Read `board.py` (all candidates in one integer), `rules.py`, `search.py`, `backend.py`. The tests hold every other
solver against it, so a change of its answers shows as a disagreement of all backends.
"""

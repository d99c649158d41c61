"""The reference solver: propagation and depth-first search in pure Python.

Read `board.py` (all candidates in one integer), then `rules.py` and `search.py`. The tests compare every other solver
with it, so a change of its answers shows as a disagreement of all backends.
"""

"""The reference solver: propagation and depth-first search in pure Python.

Read `board.py` (all candidates in one integer, and the rules of units), then `search.py`.
`encoders/backends/own_solvers.py` makes it a backend; the tests compare every other solver with it, so a change of its
answers shows as a disagreement of all backends.
"""

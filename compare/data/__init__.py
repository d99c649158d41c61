"""Sets of puzzles as data: made, judged, split, rated and scored, many at a time by the compiled search.

Start with `generate.py` (puzzles by the million) and `audit.py` (what is wrong with a file), for which `occurrences.py`
compares very many puzzles. `canonical.py` finds equivalent puzzles and splits a set without them, `rate.py` says how
hard a puzzle is, `score.py` how often a solver is right. Needs NumPy, and igraph for canonical forms. A change in
`generate.py` or `lockstep.py` may alter what a seed makes.
"""

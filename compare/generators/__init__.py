"""Random layouts, grids and puzzles whose answers are known by how they are made.

Start with `puzzles.py`, which has a recipe for each kind of puzzle; `strategies.py` draws from the same recipes with
Hypothesis. The cross-check, conformance checks and property tests depend on it. A change may alter what a seed draws.
"""

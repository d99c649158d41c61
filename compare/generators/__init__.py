"""Layouts, grids and puzzles drawn at random, whose answers are known by how they are made.

Start with `puzzles.py` and `recipes.py`; `strategies/` has the same for Hypothesis. Campaigns, conformance checks and
property tests depend on it; a change may alter what a seed draws.
"""

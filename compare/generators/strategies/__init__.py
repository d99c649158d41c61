"""Hypothesis strategies that draw layouts, grids and puzzles from the recipes of the generators.

Start with `puzzles.py`. Tests import them from `unitdoku.strategies`, the only module that depends on this room.
"""

"""Layouts, grids and puzzles drawn at random, whose answers are known by how they are made."""

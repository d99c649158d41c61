"""Puzzles as files for other programs, and what those programs answer as grids again."""

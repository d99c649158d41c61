"""Puzzles as files for other programs, and the answers of those programs as grids.

Start with `formats.py`, which writes and reads any of them; each other file is one format. `unitdoku encode` and
`decode`, the backend `dimacs`, and the bundles of findings depend on it.
"""

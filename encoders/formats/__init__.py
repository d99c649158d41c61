"""Puzzles as files for other programs, and the answers of those programs as grids.

Start with `formats.py` (writing) and `read_assignment.py` (reading). `unitdoku encode` and `decode`, the backends
`dimacs` and `program`, and the bundles of findings depend on it.
"""

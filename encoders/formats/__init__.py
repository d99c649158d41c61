"""Puzzles as files for other programs, and the answers of those programs as grids.

Start with `formats.py`, which writes and reads any of them; each format is a file. `names.py`, `reply.py` and
`variable_values.py` are what they share. `unitdoku encode`, `decode` and `prove`, the bundles of findings and all
backends that read the reply of a solver depend on it.
"""

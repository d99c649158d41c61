"""Puzzles as files for other programs, and the answers of those programs as grids.

Start with `formats.py`, which writes and reads any of them; each format is a file, and `names.py` is what they share.
`unitdoku encode` and `decode` depend on this room, and so do the backend `dimacs` and proofs for other checkers.
"""

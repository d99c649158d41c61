"""Puzzles as people have them: texts, files, links and pictures, read and written.

Start with `text/any_puzzle.py` (a puzzle from what a caller has), `formats/table.py` (formats of files) and
`pictures/shown.py` (what `print` and notebooks show). Backends, `compare` and the commands depend on this folder.
"""

"""Puzzles as pictures: SVG in `svg.py`, characters in `terminal.py`, HTML for notebooks in `notebook.py`.

Start with `draw.py`, what callers use. `shown.py` says what `print` and notebooks show of each class.
"""

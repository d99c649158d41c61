"""Puzzles as pictures: SVG in `svg.py`, characters in `text.py`; `pictured.py` has what both show of a layout.

Start with `draw.py`, what callers use. `shown.py` says what `print` and notebooks show of each class. `text_table.py`
makes the tables of texts, for terminals and as Markdown.
"""

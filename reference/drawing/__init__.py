"""Puzzles as pictures: SVG in `svg.py`, characters in `terminal.py`, HTML for notebooks in `notebook.py`.

`encoders/drawing` takes puzzles in any form, and writes the pictures to files, in other forms too.
"""

"""Puzzles as SVG pictures. Read `svg.py`; `encoders/drawing` writes them to files, in other forms too."""

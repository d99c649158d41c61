"""What a puzzle is: its rules, a layout of them, a puzzle with its candidates, and a grid of values.

Start with `rules.py`, then `layout.py` and `puzzle.py`. `grid.py` checks whether a grid is a solution, by the rules
alone; `cells.py` reads the cells that a caller gives. `rooms_above.py` is the only way from here to parsers and
pictures. Everything depends on this room.
"""

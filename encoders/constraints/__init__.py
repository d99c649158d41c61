"""Layouts as constraints: those of CP-SAT, with the solver's parameters by name, and 0/1 programs.

`cpsat.py` and `linear.py` do not depend on each other. The backends `cpsat`, `ilp` and `highs` and the formats `lp` and
`opb` depend on this room.
"""

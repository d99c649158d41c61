"""The 0/1 program of a layout: variables that are 0 or 1, and rows that bound sums of them.

`rows.py` is all of it. The backends `ilp` and the formats `lp` and `opb` depend on it.
"""

"""A solver of Sudoku as courses teach it, on dictionaries from the label of a box to its digits.

`classroom.py` has the rules for any layout, `diagonal.py` the names of one course on diagonal Sudoku; the steps of
`encoders/reasons/` draw its boards. The public module is `unitdoku.course`.
"""

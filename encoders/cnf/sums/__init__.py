"""Sums as clauses: an encoding a file, and the choice between them in `table.py`.

In every encoding here the auxiliary variables have some values for each solution of the sum, and none for other values
of the cells. Start with `combinations.py`. `docs/encodings.md` compares them.
"""

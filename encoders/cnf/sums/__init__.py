"""Sums as clauses: an encoding a file, and the choice between them in `sum_encodings.py`.

In every encoding here the auxiliary variables can be set if and only if the cells satisfy the sum. Start with
`sum_encodings.py`, then `combinations.py`. `docs/encodings.md` compares them.
"""

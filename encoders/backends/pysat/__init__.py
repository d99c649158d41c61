"""The solvers of PySAT: their capabilities (`solver_table.py`), and one with a formula loaded (`solver.py`).

Start with `solver.py`. The family `sat` and `prove` depend on it; it needs the extra `sat`.
"""

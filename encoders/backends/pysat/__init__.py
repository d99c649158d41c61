"""The solvers of PySAT: their capabilities (`table.py`), one loaded formula (`solver.py`), sessions and proofs.

Start with `sessions.py`. The family `sat` and `prove` depend on it; it needs the extra `sat`.
"""

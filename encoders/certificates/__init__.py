"""Certificates made: answers with proofs, by the rules of the reference solver or by a solver of PySAT.

Start with `certify.py`. The checker is `reference/certificates/checker.py`, and imports nothing of this.
"""

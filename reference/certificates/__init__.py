"""Certificates: answers that can be checked without trust in a solver, and the checker.

Read `statement.py` (what a certificate says), then `checker.py`. Nothing here imports a solver or an encoder, and a
change here can make false claims pass: docs/certificates.md argues why none does.
"""

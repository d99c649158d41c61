"""Solvers with one fault each, and what finds them; start with `catalogue.py`."""

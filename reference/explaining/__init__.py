"""Derivations that a person can follow: each step says what it goes by, in a sentence, and can be checked by itself.

Read `step.py`, then `singles.py`, `sums_and_pairs.py`, `trials.py` (where steps come from) and `derivation.py`.
"""

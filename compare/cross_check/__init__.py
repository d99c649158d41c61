"""Every backend answers every puzzle, and all answers must fit together; findings are reduced and written down.

Start with `cross_check.py`, then `agreement.py` (what contradicts what) and `shrink.py` (smaller puzzles that still
show it). Campaigns, conformance checks and races depend on it.
"""

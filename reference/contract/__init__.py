"""The contract of a backend: what it is asked, what it answers, and in which time.

Start with `session.py`, a search and what every session does around it, then `result.py`. `judgement.py` says whether
an answer is right, `capabilities.py` what a backend can do, `deadline.py` keeps its time limit, and `errors.py` has all
exceptions. All solvers and all that compares them depend on this room.
"""

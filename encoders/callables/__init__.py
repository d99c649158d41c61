"""Functions of others as solvers: a puzzle as their argument, and what they return as an answer.

`functions.py` imports them, has the forms that a puzzle may have for them, and reads what they return. The backends
`program` and `python`, and the conformance check of solvers, depend on this room.
"""

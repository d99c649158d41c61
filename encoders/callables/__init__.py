"""Functions of others as solvers: a puzzle as their argument, and what they return as an answer.

Start with `forms.py`, the forms that a puzzle may have for them; `answers.py` reads the answer. The backends `program`
and `python`, and the conformance check of solvers, depend on this room.
"""

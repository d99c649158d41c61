"""Worker processes and programs of others: one supervisor starts them, watches their time and memory, and ends them.

Start with `supervisor.py`; `limits.py` has every limit and tolerance, `messages.py` the messages. Sessions of solvers
that cannot be interrupted, `solve_many`, the cross-check, races and conformance checks depend on this room.
"""

"""Worker processes, which one supervisor starts, watches and ends, and runs of programs of others.

Start with `supervisor.py`: `events` finds workers whose time or memory is over, and kills them; `limits.py` has every
limit and tolerance. A solver in a worker gets its time limit too (`session.py`): the supervisor acts where it does
not stop. `program.py` runs one program until its deadline, `line_program.py` keeps one that answers line after line.
`usage.py` has the memory and the processor time of a process and its children. Sessions of solvers that cannot be
interrupted, `solve_many`, the cross-check, races, conformance checks, the measurements for `auto`, and the backends
`dimacs`, `program` and `python` depend on this room.
"""

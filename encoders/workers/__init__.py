"""Worker processes: started, watched (time, memory, death of the parent) and ended in one place.

Start with `worker.py`. Sessions of solvers that cannot be interrupted, `solve_many`, the cross-check, races and
conformance checks depend on it.
"""

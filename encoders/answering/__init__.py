"""Puzzles answered in worker processes: one session in a worker, or a pool of workers.

Start with `in_worker.py`, what such a worker runs, and its messages. `worker_session.py` is a session in a worker: its
solver is passed the time limit, and is killed where it does not stop. `pool.py` shares many puzzles among workers.
Backends whose solver cannot be interrupted, `solve_many`, the cross-check and races depend on this room; the processes
are those of `encoders/workers/`.
"""

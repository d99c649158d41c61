"""Native search, compiled: batches of puzzles in the lanes of a vector register.

Read `backend.py` (sessions), `bulk.py` (puzzles in buffers), then `kernel/batch.hpp`. After a change of the kernel run
`make sanitize`; `auto` and `unitdoku solve` send most puzzles here.
"""

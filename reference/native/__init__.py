"""The native solver: a compiled kernel that answers batches of puzzles in the lanes of vector registers.

Read `backend.py` (sessions), `bulk.py` (puzzles in buffers), then `kernel/batch.hpp`. After a change of the kernel run
`make sanitize`; `auto` and `unitdoku solve` send most puzzles here.
"""

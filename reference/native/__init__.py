"""Native search, compiled: batches of puzzles in the lanes of a vector register.

`kernel/` is the C++ of it, one file a concept; `loading.py` chooses a build of it, `backend.py` has the sessions,
`bulk.py` the answers to a buffer of puzzles.
"""

"""Worker processes with limits on their time and memory, and runs of external programs.

Start with `worker.py`: `Worker` is the place of one process, and `events` finds processes whose time or memory is over,
and kills them; `limits.py` has every limit and tolerance. `external_program.py` runs a program until its deadline, or
asks it line after line. Both are made of a `Child` (`processes.py`), which ends with all that it started, and with this
process. `executor.py` makes an executor of `concurrent.futures` of workers. All that runs in another process depends on
this room, which has no puzzles.
"""

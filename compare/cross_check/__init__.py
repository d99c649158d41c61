"""All backends answer the same puzzles, and their answers must agree.

Start with `cross_check.py`: the check and its report. `finding.py` says what is wrong with answers, `shrink.py` finds
the smallest puzzle that still shows a finding, `bundle.py` writes it to a folder. Backends are asked in worker
processes, or in this process. Campaigns, conformance checks and races use these findings.
"""

"""All backends answer the same puzzles, and their answers must agree.

Start with `cross_check.py`: the check and its report. `asking.py` asks the backends, `finding.py` says what is wrong
with their answers, `shrink.py` finds the smallest puzzle that still shows a finding, `bundle.py` writes it to a folder.
`random_cases.py` draws puzzles without end. `unitdoku check`, conformance checks, races and their results use these
findings.
"""

"""What follows from a puzzle besides its solutions: candidates, explanations, and the steps of a person.

Start with `explain.py`, `derivation.py` (`steps`, and the table of rules that find steps, from easy to hard) and
`replay.py`. `step.py` says what a step is and by what it is found; the rules are in `sets_and_fish.py`,
`sums_and_pairs.py` and `chains.py`. Each step says why, and can be checked by itself.
"""

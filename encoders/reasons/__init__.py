"""What follows from a puzzle besides its solutions: candidates, explanations, and the steps of a person.

Start with `explain.py`, `derivation.py` (`steps`) and `replay.py`. `step.py` says what a step is, `rules.py` is the
table of rules that find steps, from easy to hard, each in a file of its own, and `known.py` has what they go by. Each
step says why, and can be checked by itself.
"""

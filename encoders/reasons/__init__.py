"""What follows from a puzzle besides its solutions: candidates, explanations, and steps that a person can follow.

Start with `candidates.py` and `explain.py`. `step.py` says what a step is, `derivation.py` has the table of techniques
that find steps, each in a file of its own, and `known.py` what they go by. Each step says why, and can be checked by
itself.
"""

"""What follows from a puzzle besides its solutions: candidates, explanations, and steps that a person can follow.

Start with `candidates.py` and `explain.py`; `step.py` and `derivation.py` say what a step is and how steps are found.
Each step says what it goes by, in a sentence, and can be checked by itself.
"""

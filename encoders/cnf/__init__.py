"""Puzzles as formulas in conjunctive normal form: variables, the encodings, their sizes."""

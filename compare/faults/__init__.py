"""Deliberate faults, each a small patch at run time, that the checks have to catch."""

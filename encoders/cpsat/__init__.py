"""Layouts as constraints of CP-SAT, and the solver's parameters by name.

Start with `forms.py`. The backend `cpsat` and the format `cpsat` depend on it; both need the extra `cpsat`.
"""

"""Checks whether solvers are right, measures how fast they are, and advises which one to take.

Start with `cross_check/`, which compares the answers of backends, and `races/`, which measures them. Modules are
imported by their own names; the public names are gathered in `unitdoku`, the only package that depends on this one.
"""

"""Names of backends: which there are, what they need, and how a name, an object or a function becomes a backend.

Start with `families.py`, the table, where a new family has its row; `find.py` goes from a name to a backend. Every
question of a caller passes this room: what changes here may change which backend answers.
"""

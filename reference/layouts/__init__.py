"""Layout builders, one kind a file, and their names."""

"""Reading and writing puzzles as text, one format a file."""

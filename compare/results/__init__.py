"""Results of races in a database: written as they happen, read for tables, exports and pictures."""

"""What a right solver keeps, and what a backend promises: each held against whoever claims to be one."""

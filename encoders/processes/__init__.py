"""Child processes that can be ended at any time: workers that answer for a backend, and programs of others."""

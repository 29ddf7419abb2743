"""A mathematics submission: its sections as data, and the files they are written to."""

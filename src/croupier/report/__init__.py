"""A mathematics submission: its sections as data, and the files it is written to."""

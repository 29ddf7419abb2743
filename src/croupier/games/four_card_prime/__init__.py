"""Four Card Prime: its rules, and its figures."""

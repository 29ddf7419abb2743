"""Five Card Hold Out: its rules, and its figures."""

"""Checks the books from the first record to the last."""

"""The bank in one file, and restored from it."""

"""The books checked from the first record to the last."""

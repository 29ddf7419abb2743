"""The migrations of a bank, in order; upgrade runs those that are missing."""

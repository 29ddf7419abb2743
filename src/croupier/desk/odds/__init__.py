"""The figures of a table and of hands: computed, and as data for programs."""

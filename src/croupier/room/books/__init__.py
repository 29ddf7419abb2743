"""Reports from the books: days, rounds, receipts, reconciliation."""

"""What the books say: days, rounds, receipts, reconciliation."""

"""Money that cannot be lost: a ledger, its store and audit, jackpot meters. Knows no rounds."""

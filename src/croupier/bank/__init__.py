"""Money that cannot be lost: the ledger and the jackpots. It knows no rounds and no clock."""

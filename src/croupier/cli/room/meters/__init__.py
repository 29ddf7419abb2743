"""`croupier room meter`: jackpot meters, their changes and their money."""

"""Open tables: chips, shoes, bets, rounds and hands."""

"""What staff see and do in a browser: tables, money, people, proposals, jackpots, the log."""

"""What jackpots cost, with everybody at the table counted."""

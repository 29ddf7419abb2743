"""What jackpots cost, counting everyone at the table."""

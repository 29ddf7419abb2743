"""A player's own side of the page: limits and breaks, the session so far, rounds at all tables."""

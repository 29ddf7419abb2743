"""Players' money outside the tables."""

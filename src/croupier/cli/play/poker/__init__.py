"""`croupier play`: poker in the terminal."""

"""`croupier play`: the house-banked games in the terminal."""

"""`croupier audit`, `books`, `recall`, `backup`, `restore`."""

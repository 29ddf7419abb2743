"""The tables of a bank, and whether they are what the migrations make."""

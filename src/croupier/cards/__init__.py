"""Cards and hands: ints in, ints out. Knows no game, no money, no table."""

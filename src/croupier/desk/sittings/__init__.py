"""Sittings at home: what a player at `croupier play` has, does and leaves behind."""

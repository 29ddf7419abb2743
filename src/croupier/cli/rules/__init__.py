"""`croupier games`, `rules`, `settle`, `fair`, `replay`."""

"""The games: what only one game knows lies in its folder."""

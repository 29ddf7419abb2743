"""The games: whatever only one game knows is in that game's folder."""

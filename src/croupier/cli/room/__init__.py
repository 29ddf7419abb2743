"""`croupier room`: what staff and players do in the room."""

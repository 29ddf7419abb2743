"""`croupier room`: room commands for staff and players."""

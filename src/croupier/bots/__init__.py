"""Players that see what a player at their seat would see, and nothing else."""

"""The vocabulary that games are written in: wagers, steps, paytables, limits."""

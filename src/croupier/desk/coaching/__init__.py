"""The coach beyond one choice: what bets cost, how a sitting went, poker, and training."""

"""Play: a round is a frozen state, an act returns a new one, events record what happened."""

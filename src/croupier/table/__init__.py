"""Play: a round is a frozen state, an act gives a new one, an event tells what happened."""

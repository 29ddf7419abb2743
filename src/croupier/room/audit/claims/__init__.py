"""The rule that accounts for each event and posting."""

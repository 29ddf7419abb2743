"""Which rule claims each event and posting."""

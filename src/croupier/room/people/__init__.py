"""Staff and players, their permissions, and acts that take two people."""

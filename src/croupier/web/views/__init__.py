"""What people may see of tables, rounds and the lobby, as messages."""

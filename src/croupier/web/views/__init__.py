"""What people see of tables, rounds and the lobby, as messages."""

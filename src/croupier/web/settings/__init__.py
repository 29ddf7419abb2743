"""What the operator may set: each setting is declared once, and read from four places."""

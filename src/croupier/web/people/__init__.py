"""Sign-in data, kept outside the books because it changes: passwords, second factors, sessions."""

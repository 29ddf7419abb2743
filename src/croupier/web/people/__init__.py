"""Sign-in data (passwords, second factors, sessions), kept outside the books because it changes."""

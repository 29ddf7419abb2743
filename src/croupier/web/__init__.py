"""The room in a browser: the messages between page and server, and the server itself."""

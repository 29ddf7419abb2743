"""The room in a browser: what the page and the server say to each other, and the server."""

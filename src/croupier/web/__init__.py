"""The web room: tables in the browser, on the books of a room. Extra `web`."""

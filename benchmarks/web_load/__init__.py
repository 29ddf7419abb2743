"""A client with many bots, over real sockets, for the web room: see web_tables.py."""

"""The names of a room's streams: each table and each meter has one, the room itself, the cage."""

ROOM, CAGE = "room", "cage"
PROPOSALS = "proposals"  # of what takes two people
DIFFERENCES = "differences"  # which an audit found, and two people declared known
TABLE, METER = "table/", "meter/"  # how the names of their streams begin

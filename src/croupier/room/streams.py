"""The names of a room's streams: each table and each meter has one, the room itself, the cage."""

ROOM, CAGE = "room", "cage"
PROPOSALS = "proposals"  # of what takes two people
TABLE, METER = "table/", "meter/"  # how the names of their streams begin

"""The state of the room, as decisions see it."""

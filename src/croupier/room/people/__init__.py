"""Who works in the room, who may do what, and what takes two people."""

"""Replays the room from its books and checks every act against the rules."""

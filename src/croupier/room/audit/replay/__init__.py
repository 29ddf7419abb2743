"""Replays rounds, act by act."""

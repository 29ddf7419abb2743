"""Rounds and acts played again."""

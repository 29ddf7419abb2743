"""Poker tables of the room: hands as money, blinds owed, amounts as people type them."""

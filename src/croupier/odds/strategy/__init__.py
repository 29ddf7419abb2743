"""Strategies: rules to memorize, and tables of every choice."""

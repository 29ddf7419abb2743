"""Requests: a decision, its arguments, who makes it, and its idempotency key."""

"""Requests: what is asked for, by whom, under which idempotency key."""

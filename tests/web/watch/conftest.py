"""A bank for a server of one's own; its dealer does not wait."""

from tests.web.server.conftest import bank

__all__ = ["bank"]

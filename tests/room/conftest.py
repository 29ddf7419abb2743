"""Databases."""

from tests.databases import database, new_url, postgres, store, url

__all__ = ["database", "new_url", "postgres", "store", "url"]

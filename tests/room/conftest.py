"""Databases."""

from tests.databases import new_url, postgres, store, url

__all__ = ["new_url", "postgres", "store", "url"]

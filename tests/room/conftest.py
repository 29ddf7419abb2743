"""Databases."""

from tests.databases import (
    database,
    new_url,
    postgres,
    postgres_bank,
    sqlite_bank,
    store,
    url,
)

__all__ = ["database", "new_url", "postgres", "postgres_bank", "sqlite_bank", "store", "url"]

"""Money that cannot be lost: a ledger, a chain over its records, a store. Knows no games."""

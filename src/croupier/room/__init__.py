"""Open tables: where play meets money."""

"""The trainer in a browser: one choice after another; the page keeps the record."""

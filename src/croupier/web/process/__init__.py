"""The process behind the page: its threads, and its memory."""

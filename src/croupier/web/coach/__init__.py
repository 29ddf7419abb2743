"""The coach of the web room: it computes in processes of its own, so that no table waits for it."""

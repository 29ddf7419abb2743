"""What an operator sees of a running server: health, metrics, logs with request ids."""

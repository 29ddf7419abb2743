"""Alembic runs this: the migrations go through the connection that `open_store` holds."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()

"""Acts are found by their numbers and by their events; two fewer indexes to write and check."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.drop_index("acts_at", "acts")
    op.drop_index("acts_stream", "acts")

"""A database gets the tables of a bank, or the changes that they lack."""

from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text

from croupier.bank.connect import StoreError
from croupier.errors import shown

MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 0x62616E6B  # any number, as long as every process takes the same


def is_newest(connection: Connection) -> bool:
    """Whether the tables are those of the last migration; its number begins its file's name."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    newest = max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    found = connection.scalars(text("SELECT version_num FROM alembic_version"))
    return list(found) == [newest]


def upgrade(connection: Connection) -> None:
    """Makes the tables in an empty database, and the changes that an older one lacks."""
    if is_newest(connection):
        return
    # Most banks are as they should be, and Alembic takes longer to load than they to open.
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    newest = scripts.get_current_head()
    present = MigrationContext.configure(connection).get_current_revision()
    if present == newest:
        return
    if present is None and inspect(connection).get_table_names():
        raise StoreError(
            "this database holds tables that are not a bank's; give it an empty one",
            "store/not_a_bank",
        )
    if present is not None and present not in {each.revision for each in scripts.walk_revisions()}:
        raise StoreError(
            f"the bank was written by a newer Croupier (its tables are {shown(present)}, and this"
            f" one knows them up to {shown(newest)}): use that one",
            "store/newer",
        )
    command.upgrade(config, "head")

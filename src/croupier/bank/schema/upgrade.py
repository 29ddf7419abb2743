"""A database gets the tables of a bank, or the changes that they lack."""

from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text

from croupier.bank.faults import StoreError
from croupier.bank.schema import tables as schema
from croupier.errors import shown

MIGRATIONS = Path(__file__).parents[1] / "migrations"
UPGRADE_LOCK = 0x62616E6B  # any number, as long as every process takes the same


def known() -> list[str]:
    """The migrations, the newest last; the number of each begins its file's name."""
    return sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def present(connection: Connection) -> str | None:
    """The migration that the tables are of; none if a bank was never made here."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = list(connection.scalars(text("SELECT version_num FROM alembic_version")))
    return found[0] if len(found) == 1 else None


def is_newest(connection: Connection) -> bool:
    return present(connection) == known()[-1]


def check_readable(connection: Connection) -> None:
    """Raises StoreError if there is no bank here whose tables we know how to read."""
    found = present(connection)
    if found == known()[-1]:
        return
    if found is None:
        if not inspect(connection).get_table_names():
            raise StoreError(
                "there is no bank here yet, only an empty database; `croupier room found` makes"
                " one",
                "store/empty",
            )
        raise _not_a_bank()
    if found not in known():
        raise _newer(found)
    there = inspect(connection)
    for table in schema.books.sorted_tables:
        columns = there.get_columns(table.name) if there.has_table(table.name) else []
        if lacking := {*table.columns.keys()} - {column["name"] for column in columns}:
            raise StoreError(
                f"the bank was written by an older Croupier, and its table {table.name} lacks"
                f" {', '.join(sorted(lacking))}: the next act that is done in it adds that",
                "store/older",
            )


def _not_a_bank() -> StoreError:
    return StoreError(
        "this database holds tables that are not a bank's; give it an empty one", "store/not_a_bank"
    )


def _newer(found: str) -> StoreError:
    return StoreError(
        f"the bank was written by a newer Croupier (its tables are {shown(found)}, and this one"
        f" knows them up to {shown(known()[-1])}): use that one",
        "store/newer",
    )


def upgrade(connection: Connection) -> None:
    """Makes the tables in an empty database, and the changes that an older one lacks."""
    if is_newest(connection):
        return
    # Most banks are as they should be, and Alembic takes longer to load than they to open.
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADE_LOCK)))
    found = present(connection)
    if found is None and inspect(connection).get_table_names():
        raise _not_a_bank()
    if found is not None and found not in known():
        raise _newer(found)
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")

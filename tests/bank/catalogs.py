"""Writes the catalogs that the audit knows, after a new migration and nothing else.

    python tests/bank/catalogs.py sqlite:////tmp/new.db
    python tests/bank/catalogs.py postgresql://user@host/new

Give it a database that is empty; of a published migration the catalog never changes.
"""

import sys

from alembic import command
from alembic.config import Config

from croupier.bank.connect import engine_for
from croupier.bank.schema.upgrade import CATALOGS, MIGRATIONS, catalog


def migrated(url: str, version: str) -> list[str]:
    """What the migrations up to one create in a database that is empty or has the earlier ones."""
    engine = engine_for(url)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        command.upgrade(config, version)
        found = catalog(connection)
    engine.dispose()
    return found


def write(url: str) -> None:
    from croupier.bank.schema.upgrade import known

    kind = url.partition(":")[0].partition("+")[0]
    CATALOGS.mkdir(exist_ok=True)
    for version in known():
        lines = migrated(url, version)
        (CATALOGS / f"{version}.{kind}.txt").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    write(sys.argv[1])

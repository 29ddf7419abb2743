"""Creates the tables of a bank, or migrates them; and checks the catalog."""

from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, text

from croupier.bank.faults import StoreError
from croupier.bank.schema import tables as schema
from croupier.errors import shown

MIGRATIONS = Path(__file__).parents[1] / "migrations"
UPGRADE_LOCK = 0x62616E6B  # any number, but the same for every process


def known() -> list[str]:
    """The migrations, newest last; the names of the files begin with their numbers."""
    return sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def present(connection: Connection) -> str | None:
    """The migration that the tables are at; None if there was never a bank here."""
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


def _newer(revision: str) -> StoreError:
    return StoreError(
        f"the bank was written by a newer Croupier (its tables are {shown(revision)}, and this one"
        f" knows them up to {shown(known()[-1])}): use that one",
        "store/newer",
    )


def upgrade(connection: Connection) -> None:
    if is_newest(connection):
        return
    # Most banks are up to date, and loading Alembic takes longer than opening one.
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


# The catalog: the database's own description of its tables, compared with migrations/catalogs/. A
# dropped or added trigger changes no record, but it changes what can happen to records later.


CATALOGS = MIGRATIONS / "catalogs"
LONGEST = 300  # of a difference, as shown

# Without the statistics of ANALYZE.
SQLITE = """
SELECT type || ' ' || name, 'on ' || tbl_name || ' ' || coalesce(sql, 'made with its table')
FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'
"""

# Only the schema of our tables, without objects of extensions.
_OURS = """
relnamespace = current_schema()::regnamespace AND NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
  AND d.deptype = 'e')
"""
POSTGRESQL = (
    f"""
SELECT 'relation ' || relname, relkind::text || ' ' || relpersistence::text
  || CASE WHEN relrowsecurity THEN ' row security' ELSE '' END
FROM pg_class c WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND {_OURS}
""",
    f"""
SELECT 'column ' || relname || '.' || attname, format_type(atttypid, atttypmod)
  || CASE WHEN attnotnull THEN ' not null' ELSE '' END
  || CASE WHEN attcollation <> typcollation THEN ' collate ' || attcollation::text ELSE '' END
  || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
  || attidentity::text || attgenerated::text
FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid JOIN pg_type y ON y.oid = atttypid
LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
WHERE relkind IN ('r', 'p', 'f') AND attnum > 0 AND NOT attisdropped AND {_OURS}
""",
    f"""
SELECT 'constraint ' || relname || '.' || conname,
  pg_get_constraintdef(o.oid) || CASE WHEN convalidated THEN '' ELSE ' not validated' END
FROM pg_class c JOIN pg_constraint o ON conrelid = c.oid WHERE contype <> 'n' AND {_OURS}
""",
    f"""
SELECT 'index ' || i.relname, pg_get_indexdef(indexrelid)
  || CASE WHEN indisvalid AND indisready THEN '' ELSE ' not valid' END
FROM pg_class c JOIN pg_index ON indrelid = c.oid JOIN pg_class i ON i.oid = indexrelid
WHERE c.{_OURS.strip()}
""",
    f"""
SELECT 'trigger ' || relname || '.' || tgname,
  pg_get_triggerdef(t.oid) || CASE tgenabled WHEN 'O' THEN '' ELSE ' fires: ' || tgenabled::text END
FROM pg_class c JOIN pg_trigger t ON tgrelid = c.oid WHERE NOT tgisinternal AND {_OURS}
""",
    f"""
SELECT 'constraint ' || relname || '.' || conname, 'is not checked: ' || tgenabled::text
FROM pg_class c JOIN pg_trigger t ON tgrelid = c.oid JOIN pg_constraint o ON o.oid = tgconstraint
WHERE tgisinternal AND tgenabled <> 'O' AND {_OURS}
""",
    f"""
SELECT 'rule ' || relname || '.' || rulename, pg_get_ruledef(r.oid) || ' ' || ev_enabled::text
FROM pg_class c JOIN pg_rewrite r ON ev_class = c.oid WHERE rulename <> '_RETURN' AND {_OURS}
""",
    f"""
SELECT 'policy ' || relname || '.' || polname, polcmd::text
FROM pg_class c JOIN pg_policy ON polrelid = c.oid WHERE {_OURS}
""",
    f"""
SELECT 'child ' || inhrelid::regclass::text, 'of ' || relname
FROM pg_class c JOIN pg_inherits ON inhparent = c.oid WHERE {_OURS}
""",
    """
SELECT 'function ' || p.oid::regprocedure::text,
  lanname || ' ' || provolatile::text || ' ' || prosrc
  || CASE WHEN prosecdef THEN ' as its owner' ELSE '' END || coalesce(' ' || proconfig::text, '')
FROM pg_proc p JOIN pg_language l ON l.oid = prolang
WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
  AND d.deptype = 'e')
""",
    # If this is not `origin`, our triggers do not fire.
    """
SELECT 'setting session_replication_role', said FROM (
  SELECT current_setting('session_replication_role') AS said
  UNION SELECT split_part(setting, '=', 2) FROM pg_db_role_setting, unnest(setconfig) AS setting
  WHERE split_part(setting, '=', 1) = 'session_replication_role' AND setdatabase IN (
    0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS found
WHERE said <> 'origin'
""",
)


def catalog(connection: Connection) -> list[str]:
    """A sorted line for each object: `what name: how it is made`."""
    on_a_server = connection.dialect.name == "postgresql"
    questions = POSTGRESQL if on_a_server else (SQLITE,)
    name = "SELECT current_schema()"
    schema = str(connection.exec_driver_sql(name).scalar_one()) if on_a_server else ""
    lines = [
        f"{what}: {_plain(how, schema)}"
        for question in questions
        for what, how in connection.exec_driver_sql(question)
    ]
    return sorted(lines)


def _plain(how: str, schema: str) -> str:
    """Without line breaks and quotation marks, which vary."""
    text = " ".join(how.replace('"', "").split())
    return text.replace(f"{schema}.", "") if schema else text


def difference(connection: Connection) -> str | None:
    """The first difference from what the migrations create, in words."""
    file = CATALOGS / f"{present(connection)}.{connection.dialect.name}.txt"
    made, found = file.read_text("utf-8").splitlines(), catalog(connection)
    gone = [line.partition(": ")[0] for line in made if line not in found]
    for line in found:
        what, _, how = line.partition(": ")
        if line not in made or found.count(line) != made.count(line):
            known = "is not as the migrations make it" if what in gone else "was added"
            return f"{what} {known}: {how[:LONGEST]}"
    return f"{gone[0]} is gone" if gone else None

"""`croupier room open`: what the table is worth as posted is found before it may open."""

from collections.abc import Mapping, Sequence

from croupier.cli.progress import working
from croupier.cli.room_run import act, check_room, opened
from croupier.money import Cents
from croupier.room.posted import worth_of
from croupier.room.room import Room
from croupier.room.tables import table_opened
from croupier.rules.felt import OptionValue
from croupier.rules.limits import Limits, profile
from croupier.table.table import open_table


def run(
    bank: str,
    by: str,
    key: str,
    name: str,
    game: str,
    *,
    posted: Mapping[str, str],
    options: Mapping[str, OptionValue],
    profile_name: str,
    minimums: Mapping[str, Cents],
    maximums: Mapping[str, Cents],
    offers: Sequence[str] | None,
    override: str,
    as_json: bool,
) -> None:
    table = open_table(
        game,
        posted=posted,
        options=options,
        limits=Limits(profile(profile_name), minimums, maximums),
        offers=offers,
    )
    with opened(bank) as store, working("Finding what the table is worth"):
        room = Room(store)
        check_room(room)
        worth = worth_of(room.hall, name, table)
    said = f"Table {name} is open: {table.game.title}."
    act(
        bank,
        by,
        key,
        table_opened,
        name,
        table,
        worth,
        override=override,
        said=said,
        as_json=as_json,
    )

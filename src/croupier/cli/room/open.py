"""`croupier room open`: what the table is worth as posted is found before it may open."""

from collections.abc import Mapping, Sequence

from croupier.cli.room.run import act
from croupier.cli.unprinted import limited, marked, marks
from croupier.games.five_card_hold_out.rules import MOST_SEATS
from croupier.money import Cents
from croupier.room.tables.poker import poker_opened
from croupier.room.tables.tables import table_opened
from croupier.rules.aggregate import words
from croupier.rules.felt import OptionValue
from croupier.rules.limits import DEFAULT_POKER_PROFILE, DEFAULT_PROFILE, Limits, profile
from croupier.table.poker.table import open_poker
from croupier.table.table import Table, open_table


def poker_table(
    bank: str,
    by: str,
    key: str,
    name: str,
    options: Mapping[str, OptionValue],
    seats: int | None,
    profile_name: str,
    *,
    as_json: bool,
) -> None:
    law = profile_name or DEFAULT_POKER_PROFILE
    table = open_poker(options, seat_count=MOST_SEATS if seats is None else seats, profile=law)
    said = f"Table {name} is open: Five Card Hold Out, {table.seat_count} seats."
    act(bank, by, key, poker_opened, name, table, said=said, as_json=as_json)


def run(
    bank: str,
    by: str,
    key: str,
    name: str,
    game: str,
    *,
    posted: Mapping[str, str],
    unprinted: bool,
    options: Mapping[str, OptionValue],
    profile_name: str,
    minimums: Mapping[str, Cents],
    maximums: Mapping[str, Cents],
    aggregates: Mapping[str, Cents],
    offers: Sequence[str] | None,
    override: str,
    as_json: bool,
) -> None:
    table = open_table(
        game,
        posted=posted,
        options=options,
        limits=Limits(profile(profile_name or DEFAULT_PROFILE), minimums, maximums, aggregates),
        offers=offers,
        unprinted=unprinted,
    )
    must_show = [f"The layout must show: {notice}" for notice in table.notices]
    is_open = f"Table {name} is open: {table.game.name}. {marked(table)}".rstrip()
    said = "\n".join([is_open, *must_show, *_must_post(table)])
    act(
        bank,
        by,
        key,
        table_opened,
        name,
        table,
        override=override,
        said=said,
        as_json=as_json,
        doing="Finding what the table is worth",
        then=lambda _: {**marks(table), **limited(table)},
    )


def _must_post(table: Table) -> list[str]:
    """WAC 230-15-490: an aggregate limit is shown at the table. No figure reckons with it."""
    return [
        f"The table must show: {said}. What the table is worth is found without this limit."
        for said in words(table.limits.aggregates)
    ]

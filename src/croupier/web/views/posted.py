"""A posted table for the page: wagers and limits, paytables, how to play, the layout."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.desk.games import game_named, rule_sheet
from croupier.games.registry import folder_of
from croupier.money import Cents, dollars
from croupier.room.state.hall import AnyTable
from croupier.rules.paytable import Paytable
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table
from croupier.web import messages
from croupier.web.house import is_practice, times_of


@cache
def layout_of(game: str) -> dict[str, Any]:
    """The layout of the felt; empty if the game has none, then the page makes a plain one."""
    folder = files("croupier.games") / folder_of(game)
    place = folder / "layouts" / f"{game}.json"
    if not place.is_file():
        return {}
    read: dict[str, Any] = json.loads(place.read_text("utf-8"))
    return read


def felt_of(game: str) -> str:
    return str(layout_of(game).get("felt", "green"))


def posted_of(state: AnyTable) -> messages.PostedTable:
    table, times = state.table, times_of(state.name)
    kind = "poker" if isinstance(table, PokerTable) else "banked"
    least, most = buy_ins(table)
    return messages.PostedTable(
        table=state.name,
        game=state.game_id,
        name=table.game.name,
        title=table.game.title,
        kind=kind,  # type: ignore[arg-type]
        practice=is_practice(state.name),
        seats=seats_of(table),
        stakes=stakes_of(table),
        wagers=() if isinstance(table, PokerTable) else tuple(wagers_of(table)),
        paytables=() if isinstance(table, PokerTable) else tuple(_paytables(table)),
        how_to_play=table.game.how_to_play,
        notices=() if isinstance(table, PokerTable) else table.notices,
        options={
            option.name: option.words(table.options[option.name])
            for option in table.game.options
            if option.name in table.options
        },
        layout=layout_of(state.game_id),
        bet_time=times.bets,
        act_time=times.act,
        buy_in_least=least,
        buy_in_most=most,
    )


def seats_of(table: Table | PokerTable) -> int:
    return table.seat_count if isinstance(table, PokerTable) else table.game.seats_max


def bounds(table: Table | PokerTable) -> tuple[int, int]:
    """The limits of the first wager; at poker, the big blind and the big bet."""
    if isinstance(table, PokerTable):
        return int(table.options["big_blind"]), int(table.options["big_bet"])
    first = next(wager for wager in table.offers if wager.required)
    return table.limits.least(first), table.limits.most(first)


def buy_ins(table: Table | PokerTable) -> tuple[Cents, Cents]:
    """The chips that a player may have after buying some (web/house_rules.py)."""
    least, most = bounds(table)
    return Cents(20 * least), Cents(100 * max(least, most))


def stakes_of(table: Table | PokerTable) -> str:
    if isinstance(table, PokerTable):
        blinds = _two(table, "small_blind", "big_blind")
        if table.limit == "fixed":
            return f"fixed limit {_two(table, 'small_bet', 'big_bet')}, blinds {blinds}"
        return f"{table.limit} limit, blinds {blinds}"
    least, most = bounds(table)
    return f"{dollars(least)} to {dollars(most)}"


def _two(table: PokerTable, small: str, big: str) -> str:
    return f"{dollars(int(table.options[small]))}/{dollars(int(table.options[big]))}"


def wagers_of(table: Table) -> list[messages.WagerInfo]:
    labels = _labels(table.game.id)
    return [
        messages.WagerInfo(
            name=terms.wager.name,
            label=labels.get(terms.wager.name, terms.wager.name.title()),
            required=terms.wager.required,
            in_play=terms.wager.follows,
            equals=terms.wager.equals,
            at_least=terms.wager.at_least,
            least=terms.least or 0,
            most=terms.most or 0,
            fixed=table.fixed_wager(terms.wager.name) if terms.wager.fixed else 0,
            jackpot=terms.wager.name in table.jackpots,
        )
        for terms in rule_sheet(table).wagers
    ]


def _labels(game: str) -> dict[str, str]:
    """The names printed on the spots."""
    spots = layout_of(game).get("wide", {}).get("spots", ())
    return {spot["id"]: spot["name"] for spot in spots}


def _paytables(table: Table) -> list[messages.PayTable]:
    by_group: dict[str, list[str]] = {}
    for wager in table.game.wagers:
        if wager.table:
            by_group.setdefault(wager.table, []).append(wager.name)
    return [_paytable(one, by_group.get(one.group, [])) for one in rule_sheet(table).tables]


def _paytable(one: Paytable, wagers: list[str]) -> messages.PayTable:
    return messages.PayTable(
        id=one.id,
        name=one.title or one.group.replace("_", " "),
        wagers=tuple(wagers),
        columns=tuple(one.columns),
        rows=tuple(
            messages.PayRow(
                hand=f"{row.label} points" if row.label.isdigit() else row.label,
                pays=" / ".join(_pays(cell, one) for cell in row.printed),
            )
            for row in one.rows
        ),
    )


def _pays(cell: str, table: Paytable) -> str:
    """With the odds, if the table has one column."""
    return f"{int(cell):,} {table.odds}" if cell.isdigit() and len(table.columns) == 1 else cell


def game_card(game: str) -> messages.LobbyGame:
    known = game_named(game)
    return messages.LobbyGame(game=game, name=known.name, title=known.title, felt=felt_of(game))

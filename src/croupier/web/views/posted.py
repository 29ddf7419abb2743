"""A posted table for the page: wagers and limits, paytables, how to play, the layout."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.desk.games import game_named, rule_sheet
from croupier.desk.posting import buy_ins
from croupier.games.figures import solved
from croupier.games.registry import folder_of
from croupier.room.state.hall import AnyTable
from croupier.rules.paytable import Paytable
from croupier.table.poker.table import PokerTable
from croupier.table.table import Table
from croupier.web import messages
from croupier.web.tables import Times, is_practice

FACE_DOWN = "? ?"  # the drawing of a game that has none


@cache
def layout_of(game: str) -> dict[str, Any]:
    """The layout of the felt; empty if the game has none: the page then generates one."""
    folder = files("croupier.games") / folder_of(game)
    place = folder / "layouts" / f"{game}.json"
    if not place.is_file():
        return {}
    read: dict[str, Any] = json.loads(place.read_text("utf-8"))
    return read


def felt_of(game: str) -> str:
    return str(layout_of(game).get("felt", "green"))


def posted_of(state: AnyTable, times: Times) -> messages.PostedTable:
    table = state.table
    chips = buy_ins(table)
    return messages.PostedTable(
        table=state.name,
        game=state.game_id,
        name=table.game.name,
        title=table.game.title,
        kind=table.kind,
        practice=is_practice(state.name),
        seats=table.seat_count,
        stakes=table.stakes_text,
        wagers=wagers_of(table),
        paytables=_paytables(table),
        how_to_play=table.game.how_to_play,
        notices=table.notices,
        options={
            option.name: option.words(table.options[option.name])
            for option in table.game.options
            if option.name in table.options
        },
        coach=table.coach,
        layout=layout_of(state.game_id),
        bet_time=times.bets,
        act_time=times.act,
        buy_in_least=chips.least,
        buy_in_usual=chips.usual,
        buy_in_most=chips.most,
    )


def wagers_of(table: Table | PokerTable) -> tuple[messages.WagerInfo, ...]:
    """The wagers against the house; none at poker."""
    if isinstance(table, PokerTable):
        return ()
    labels = _labels(table.game.id)
    return tuple(
        messages.WagerInfo(
            name=terms.wager.name,
            label=labels.get(terms.wager.name, terms.wager.name.title()),
            required=terms.wager.required,
            alone=terms.wager in table.alone,
            in_play=terms.wager.follows,
            equals=terms.wager.equals,
            at_least=terms.wager.at_least,
            least=terms.least or 0,
            most=terms.most or 0,
            fixed=table.fixed_wager(terms.wager.name) if terms.wager.fixed else 0,
            jackpot=terms.wager.name in table.jackpots,
        )
        for terms in rule_sheet(table).wagers
    )


def _labels(game: str) -> dict[str, str]:
    """The names printed on the spots."""
    spots = layout_of(game).get("wide", {}).get("spots", ())
    return {spot["id"]: spot["name"] for spot in spots}


def _paytables(table: Table | PokerTable) -> tuple[messages.PayTable, ...]:
    if isinstance(table, PokerTable):
        return ()
    by_group: dict[str, list[str]] = {}
    for wager in table.game.wagers:
        if wager.table:
            by_group.setdefault(wager.table, []).append(wager.name)
    return tuple(_paytable(one, by_group.get(one.group, [])) for one in rule_sheet(table).tables)


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
    drawing = str(layout_of(game).get("lobby", FACE_DOWN))
    return messages.LobbyGame(
        game=game,
        name=known.name,
        title=known.title,
        felt=felt_of(game),
        drawing=drawing,
        trainer=game in solved(),
    )

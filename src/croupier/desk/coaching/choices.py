"""The choices that a seat made in a round, each with what it saw then, and what the coach says."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.desk.coach import AdvisedAct, advice
from croupier.table.events import Acted
from croupier.table.round import Round, rebuild
from croupier.table.source import Deck
from croupier.table.table import Table
from croupier.table.view import View, view


class MadeChoice(NamedTuple):
    seen: View  # what the seat saw when it chose
    action: str


def choices_made(played: Round, seat: int) -> list[MadeChoice]:
    """In their order; the clock's are among them."""
    return [
        MadeChoice(view(rebuild(played.table, Deck(()), played.events[:at]), seat), event.action)
        for at, event in enumerate(played.events)
        if isinstance(event, Acted) and event.seat == seat
    ]


def judged(table: Table, made: Iterable[MadeChoice]) -> tuple[AdvisedAct, ...]:
    return tuple(AdvisedAct(advice(table, one.seen), one.action) for one in made)

"""What one person may see of a table, as a message. A view starts empty; what may be seen is added.

It is made from the room's state and the engine's own views (table/view.py), so hidden cards,
secrets and words never get here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.room.state.hall import AnyTable
from croupier.room.tables.poker.state import OpenPoker
from croupier.table.poker.hand import Hand
from croupier.table.round import Round
from croupier.web import messages
from croupier.web.views.banked import banked_felt
from croupier.web.views.felt import OnFelt, SeatsSeen
from croupier.web.views.poker import poker_felt

AnyRound = Round | Hand


class Waiting(NamedTuple):
    """A clock at the table: what it waits for, and until when (monotonic milliseconds)."""

    what: str  # as in messages.Clock
    until: int
    total: int


class Felts:
    """The felt of one state of a round, as each seat sees it (None: the rail)."""

    def __init__(self) -> None:
        self._felts: dict[int | None, OnFelt] = {}
        self._seats: SeatsSeen = {}

    def of(self, now: AnyRound | None, seat: int | None) -> OnFelt:
        if seat not in self._felts:
            self._felts[seat] = _felt_of(now, seat, self._seats)
        return self._felts[seat]

    def clear(self) -> None:
        self._felts.clear()
        self._seats.clear()


@dataclass(frozen=True, slots=True)
class Look:
    """A table at one version, including hidden cards. It is never sent: views are made from it."""

    state: AnyTable
    chips: Mapping[int, int]
    last: AnyRound | None = None  # the last round, until the next deal
    players: Mapping[int, str] = field(default_factory=dict)  # its players, by seat
    held: Mapping[tuple[int, str], int] = field(default_factory=dict)  # large wins that are held
    meters: tuple[messages.Meter, ...] = ()
    reseeds: Mapping[str, int] = field(default_factory=dict)  # what each begins with again
    paid: Mapping[tuple[int, str], int] = field(default_factory=dict)  # with shares of meters
    waiting: Waiting | None = None
    # In that round: the seats whose players chose themselves, and how often the clock did since.
    chose: frozenset[int] = frozenset()
    late: Mapping[int, int] = field(default_factory=dict)
    # Under limits that players set: seats on a break, and those that no hand is dealt to.
    paused: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()
    felts: Felts = field(default_factory=Felts, compare=False, repr=False)  # of `round`

    @property
    def round(self) -> AnyRound | None:
        """The round in progress or, until the next bets, the last one."""
        before = self.state.before
        cleared = before.bets or before.closed is not None or before.window is not None
        return self.last if self.state.round is None and not cleared else self.state.round


def seat_of(state: AnyTable, person: str | None) -> int | None:
    if person is None:
        return None
    return next((seat for seat, who in sorted(state.seats.items()) if who == person), None)


def view_of(look: Look, person: str | None, now: int, balance: int | None = None) -> messages.View:
    """`now` is in monotonic milliseconds, like the end of the clock."""
    state, seat = look.state, seat_of(look.state, person)
    on_felt = look.felts.of(look.round, seat)
    return messages.View(
        table=state.name,
        version=state.version,
        you=person,
        seat=seat,
        phase=phase_of(look),
        round=state.rounds,
        seats=tuple(_seat(look, each, on_felt) for each in sorted(state.seats)),
        dealer=on_felt.dealer,
        board=on_felt.board,
        burned=on_felt.burned,
        street=on_felt.street,
        pots=on_felt.pots,
        turn=on_felt.turn,
        clock=_clock(look.waiting, now),
        meters=look.meters,
        shuffle=_shuffle(state),
        balance=balance,
        settled=on_felt.settled,
    )


def phase_of(look: Look) -> messages.Phase:
    state = look.state
    if state.round is not None:
        return "playing"
    if state.before.closed is not None:
        return "words"
    if state.before.bets or look.last is None or state.before.window is not None:
        return "betting" if state.seats else "open"
    return "settled"


def _clock(waiting: Waiting | None, now: int) -> messages.Clock | None:
    if waiting is None:
        return None
    remaining = max(0, waiting.until - now)
    return messages.Clock(
        waits_for=waiting.what,  # type: ignore[arg-type]
        remaining=min(remaining, waiting.total),
        total=waiting.total,
    )


def _shuffle(state: AnyTable) -> messages.Shuffle:
    before = state.before
    return messages.Shuffle(
        commitment=state.shoe.commitment,
        takes_words=state.round is None and before.closed is None and not state.shoe.first,
        waits_for_words=tuple(word.seat for word in before.missing),
    )


def _felt_of(now: AnyRound | None, seat: int | None, made: SeatsSeen) -> OnFelt:
    if now is None:
        return OnFelt()
    if isinstance(now, Hand):
        return poker_felt(now, seat, made)
    return banked_felt(now, seat, made)


def _seat(look: Look, seat: int, felt: OnFelt) -> messages.Seat:
    state = look.state
    word = state.before.words.get(seat)
    here = messages.Seat(
        seat=seat,
        player=state.seats[seat],
        chips=look.chips.get(seat, 0),
        away=seat in state.out,
        leaving=seat in state.leaving,
        bets=dict(state.before.bets.get(seat, {})),
        word="none" if word is None else "kept" if word.word is None else "opened",
        owes=_owes(state, seat),
    )
    lies = felt.seats.get(seat)
    if lies is None or not _played_by(look, seat):
        return here
    waits = {wager for (where, wager) in look.held if where == seat}
    outcomes = tuple(
        one.model_copy(update={"waits": True}) if one.wager in waits else one
        for one in lies.outcomes
    )
    shown = {name: getattr(lies, name) for name in ON_FELT}
    return here.model_copy(update={**shown, "outcomes": outcomes})


ON_FELT = ("in_round", "wagers", "hands", "rack", "did", "folded", "dead", "net", "button")


def _played_by(look: Look, seat: int) -> bool:
    """Whether the seat's player played the round: a newcomer does not see its cards there."""
    return look.state.round is not None or look.players.get(seat) == look.state.seats[seat]


def _owes(state: AnyTable, seat: int) -> tuple[str, ...]:
    return tuple(sorted(state.blinds.owed.get(seat, ()))) if isinstance(state, OpenPoker) else ()

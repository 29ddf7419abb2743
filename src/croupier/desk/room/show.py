"""The room as it is now; a round as one seat sees it; rounds and abandoned shoes of the past."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import NamedTuple

from croupier.bank.ledger import Posting
from croupier.bank.meters.events import DUE
from croupier.bank.meters.meter import Meter
from croupier.bank.meters.rules import notices
from croupier.bank.store import Store
from croupier.desk.posting import limited, marks
from croupier.desk.room.acts import Outcome
from croupier.desk.room.bank import check_reader
from croupier.desk.room.rounds import before_json
from croupier.errors import Refused, RuleError, shown
from croupier.games.registry import plays_poker
from croupier.money import Cents
from croupier.room.books.recall import AbandonedShoe, Recalled, abandoned_shoes, recall
from croupier.room.books.receipt import RoundReceipt, receipt
from croupier.room.meters.meters import OpenMeter
from croupier.room.names import chips_of, drop_of, player_of, tray_of
from croupier.room.people.proposal_state import Proposal
from croupier.room.people.roles import NotAllowed, Role, called
from croupier.room.room import Room
from croupier.room.state.hall import KnownTable
from croupier.room.tables.kinds import seen
from croupier.room.tables.state import Held, UnreadTable
from croupier.table.poker.hand import Hand
from croupier.table.round import Round


class TableShown(NamedTuple):
    state: KnownTable
    chips: Mapping[int, Cents]  # by seat
    tray: Cents
    drop: Cents

    @property
    def data(self) -> dict[str, object]:
        """For programs: no secret of a shuffle, and no card."""
        state = self.state
        return {
            "table": state.name,
            "game": state.game_id,
            **_marks(state),
            "open": state.is_open,
            "rounds": state.rounds,
            "in_round": state.round is not None,
            "turn": state.turn,
            "version": None if state.round is None else state.round.version,
            "legal": state.legal,
            "commitment": None if isinstance(state, UnreadTable) else state.shoe.commitment,
            "abandoned": [one._asdict() for one in state.abandoned],
            **before_json(state),
            "seats": {
                str(seat): {"player": player, "chips": self.chips[seat], **_seated(state, seat)}
                for seat, player in state.seats.items()
            },
            "tray": self.tray,
            "drop": self.drop,
            "held": [held._asdict() for held in state.held],
        }


class Shown(NamedTuple):
    """The whole room at one moment."""

    tables: list[TableShown]
    meters: list[OpenMeter]
    due: Cents  # to the players, from discontinued jackpots
    people: Mapping[str, Role]
    deposits: Mapping[str, Cents]  # of the players
    waiting: list[Proposal]  # for a second person

    @property
    def data(self) -> dict[str, object]:
        return {
            "tables": [table.data for table in self.tables],
            "meters": [_meter_json(one.name, one.meter) for one in self.meters],
            "due_to_players": self.due,
            "people": {name: role.value for name, role in self.people.items()},
            "proposals": [one.to_json() for one in self.waiting],
        }


def show(store: Store) -> Shown:
    room = Room(store)
    room.read()
    hall, balances = room.hall, store.balances()
    people, waiting = hall.floor.people, hall.proposals.waiting(store.clock())
    players = [name for name, role in people.items() if role is Role.PLAYER]
    return Shown(
        [_table_shown(state, balances) for state in hall.tables.values()],
        list(hall.meters.values()),
        balances.get(DUE, Cents(0)),
        people,
        {name: balances[player_of(name)] for name in players},
        waiting,
    )


def _table_shown(state: KnownTable, balances: Mapping[str, Cents]) -> TableShown:
    name = state.name
    chips = {seat: balances[chips_of(name, seat)] for seat in state.seats}
    return TableShown(state, chips, balances[tray_of(name)], balances[drop_of(name)])


def _meter_json(name: str, meter: Meter) -> dict[str, object]:
    return {
        "meter": name,
        "sensor": meter.rules.sensor,
        "type": meter.rules.kind,
        "notices": notices(meter.rules),
        "tables": meter.rules.tables,
        "displayed": meter.shown,
        "suspended": meter.suspended or None,
        "discontinued": meter.discontinued or None,
        "hits": [hit._asdict() for hit in meter.hits],
    }


def _marks(state: KnownTable) -> dict[str, object]:
    if isinstance(state, UnreadTable):
        return {"unread": state.reason}
    table = state.table
    return {**marks(table), **limited(table)}


def _seated(state: KnownTable, seat: int) -> dict[str, object]:
    seated = state.seated(seat)
    return {} if seated is None else seated._asdict()


class Shoes(NamedTuple):
    abandoned: list[AbandonedShoe]
    waits: str  # why their secrets are not shown yet, if they are not


def shoes(store: Store, name: str, by: str) -> Shoes:
    hall = Room(store).hall
    if name not in hall.tables:
        known = ", ".join(hall.tables) or "none"
        raise RuleError(f"there is no table {shown(name)}; tables: {known}", "room/table")
    check_reader(store, by)
    abandoned, waits = abandoned_shoes(store, name), _why_secret(hall.tables[name], by)
    return Shoes([one._replace(proof=None) for one in abandoned] if waits else abandoned, waits)


def _why_secret(state: KnownTable, by: str) -> str:
    """Why secrets are not shown yet: at poker they would reveal hands that were mucked unseen."""
    if by or not plays_poker(state.game_id) or not state.is_open:
        return ""
    return (
        f"the secrets are shown when table {state.name} is closed, as hands are hidden until then"
    )


class RoundView(NamedTuple):
    """A round, and who sees it: `seat` is None for what everybody sees."""

    round: Round | Hand
    number: int
    seat: int | None
    held: tuple[Held, ...] = ()  # wins that wait for a supervisor

    @property
    def data(self) -> dict[str, object]:
        return {"round": self.number, **seen(self.round, self.seat)}


def own_hand(store: Store, by: str, name: str, seat: int) -> RoundView:
    """Lets a player look at their own cards; nobody else may."""
    table = Room(store).hall.table(name)
    if seat not in table.seats:
        raise RuleError(f"table {name}: nobody sits at seat {seat}", "room/seat")
    if table.seats[seat] != by:
        raise NotAllowed(
            f"Only the player at seat {seat} of table {name} may look at its cards; that is not "
            f"{called(by)}."
        )
    if table.round is None:
        raise RuleError(
            f"table {name} is between rounds; there are no cards to look at", "room/round"
        )
    if not table.plays(seat):
        raise RuleError(f"table {name} seat {seat} is not in this round", "room/round")
    return RoundView(table.round, table.rounds, seat)


class NextShoe(NamedTuple):
    """What the next cards are committed to, once betting is closed."""

    commitment: str


def after_act(done: Outcome, seat: int | None = None) -> RoundView | NextShoe | None:
    """The round of an act, for the person who did it: with the cards of `seat`, if those are their
    own.
    """
    table = done.room.hall.tables[done.table]
    if table.before.closed is not None:
        return NextShoe(done.room.hall.table(done.table).shoe.commitment)
    state, players = _latest(done.room.store, table)
    if state is None:
        return None
    own = seat if seat is not None and players.get(seat) == done.request.by else None
    return RoundView(state, table.rounds, own, table.held)


def _latest(store: Store, table: KnownTable) -> tuple[Round | Hand | None, Mapping[int, str]]:
    """The round in progress or the last one, and who plays or played in it."""
    if table.round is not None:
        return table.round, table.seats
    try:
        last = recall(store, table.name, table.rounds)
    except Refused:  # a repeated act from before a change of rules: it was done all the same
        return None, {}
    return last.round, last.players


# Rounds of the past


def recalled(store: Store, by: str, table: str, number: int) -> Recalled:
    """Any past round, for those who may read the books."""
    check_reader(store, by)
    return recall(store, table, number)


def recalled_json(past: Recalled) -> dict[str, object]:
    names = ("began", "ended", "called_off", "cause", "players")
    return {
        "table": past.table,
        "round": past.number,
        **{name: getattr(past, name) for name in names},
        "acts": [act._asdict() for act in past.acts],
        "transcript": past.transcript,
        "postings": _postings_json(past.postings),
        "proof": past.proof,
        "corrections": [one._asdict() for one in past.corrections],
    }


def own_receipt(store: Store, by: str, table: str, number: int, seat: int = 0) -> RoundReceipt:
    """A player's own receipt, of a round in progress or past; `seat` if they had several."""
    return receipt(store, Room(store).hall, by, table, number, seat)


def receipt_json(own: RoundReceipt) -> dict[str, object]:
    """The record that fair.py reads, as far as it may be revealed, plus what concerns the seat
    itself.
    """
    names = (
        *("table", "seat", "player", "began", "ended", "called_off", "timed_out"),
        *("chips_before", "chips_after", "records", "waits"),
    )
    receipt = {
        "round": own.number,
        **{name: getattr(own, name) for name in names},
        "seen": seen(own.state, own.seat),
        "outcomes": [one._asdict() for one in own.outcomes],
        "payments": _postings_json(own.payments),
        "corrections": [one._asdict() for one in own.corrections],
        "steps": [one._asdict() for one in own.steps],
    }
    shuffle = own.proof or {"commitment": own.commitment, "words": own.words}
    return {**shuffle, "receipt": receipt}


def _postings_json(postings: Iterable[Posting]) -> list[dict[str, object]]:
    return [{**asdict(one), "reason": one.reason.value} for one in postings]

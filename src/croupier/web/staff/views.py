"""What staff see, as messages: built from states published by the owner's thread, and from reads
that do not block it.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from croupier.bank.meters.events import DUE, ESCROW
from croupier.bank.meters.meter import PARTS
from croupier.bank.reading import balances_of
from croupier.bank.store import Store
from croupier.desk.room.answers import proposals_waiting
from croupier.desk.room.events import log_page
from croupier.desk.room.own_limits import own_shown, shown_words
from croupier.errors import Refused
from croupier.games.registry import GAMES, POKER, plays_poker
from croupier.room.books.recall import recall
from croupier.room.meters.meters import OpenMeter
from croupier.room.names import JACKPOT_BANK, chips_of, drop_of, player_of, tray_of
from croupier.room.own_limits.state import OwnLimits
from croupier.room.people.proposal_state import Proposal
from croupier.room.people.proposals import matter_of
from croupier.room.people.roles import MAY, Role, enrolling
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable, Hall, KnownTable
from croupier.room.tables.mistakes import CAUSES
from croupier.room.tables.state import Held, UnreadTable
from croupier.rules.vocabulary import HouseOption
from croupier.table.explain import Explanation, explanations
from croupier.table.round import Round
from croupier.web.house import AUTOMATIC
from croupier.web.people.tables import Person
from croupier.web.staff import messages
from croupier.web.tables import games, is_practice, posted
from croupier.web.views.posted import wagers_of
from croupier.web.views.words import with_tens

PEOPLE = 50  # shown at once
BY_RANK = tuple(reversed(Role))
FloorPhase = Literal["open", "betting", "words", "playing"]
NO_REASON = Explanation("", "")


def staff_of(hall: Hall, now: int, name: str, *, play_money: bool) -> messages.Staff:
    role = hall.floor.people[name]
    return messages.Staff(
        name=name,
        role=role.value,
        may=tuple(doing for doing, roles in MAY.items() if role in roles),
        enrols=tuple(one.value for one in Role if role in MAY[enrolling(one)]),
        play_money=play_money,
        wins=sum(len(table.held) for table in hall.tables.values()),
        proposals=sum(_may_approve(one, name, role) for one in hall.proposals.waiting(now)),
    )


def _may_approve(proposal: Proposal, name: str, role: Role) -> bool:
    return proposal.by != name and role in MAY[matter_of(proposal).doing]


# ---- tables


class FloorReader:
    """The tables, and the reason for each waiting win, which is read once."""

    def __init__(self) -> None:
        self._reasons: dict[tuple[str, Held], Explanation] = {}

    def tables_of(self, states: Iterable[KnownTable], store: Store) -> messages.FloorTables:
        known = list(states)
        open_ones = [state for state in known if state.is_open]
        balances = balances_of(store, {name for state in open_ones for name in _accounts(state)})
        held = [(state, one) for state in open_ones for one in state.held]
        reasons = {
            (state.name, one): self._reason(store, state, one)
            for state, one in held
            if not _plays(state, one)
        }
        self._reasons = reasons  # concurrent requests share it
        return messages.FloorTables(
            tables=tuple(_table(state, balances) for state in open_ones),
            closed=tuple(
                state.name for state in known if not state.is_open and not is_practice(state.name)
            ),
            wins=tuple(_win(state, one, reasons.get((state.name, one))) for state, one in held),
            causes=CAUSES,
        )

    def _reason(self, store: Store, state: KnownTable, held: Held) -> Explanation:
        known = self._reasons.get((state.name, held))
        if known is not None:
            return known
        try:
            past = recall(store, state.name, held.round).round
        except Refused:  # it was dealt under other rules
            return NO_REASON
        assert isinstance(past, Round), "a win against the house, at poker"
        return explanations(past).get(held.seat, {}).get(held.wager, NO_REASON)


def _win(state: KnownTable, held: Held, why: Explanation | None) -> messages.FloorWin:
    return messages.FloorWin(
        table=state.name,
        seat=held.seat,
        player=state.seats.get(held.seat, ""),
        round=held.round,
        wager=held.wager,
        cents=held.cents,
        rule=why.rule if why else "",
        reason=with_tens(why.text) if why else "",
        in_round=state.round is not None,
    )


def _plays(state: KnownTable, held: Held) -> bool:
    """Whether the win belongs to the round in progress, whose cards may be hidden."""
    return state.round is not None and state.rounds == held.round


def _accounts(state: KnownTable) -> list[str]:
    chips = [chips_of(state.name, seat) for seat in state.seats]
    return [tray_of(state.name), drop_of(state.name), *chips]


def _table(state: KnownTable, balances: Mapping[str, int]) -> messages.FloorTable:
    unread = isinstance(state, UnreadTable)
    seats = tuple(_seat(state, seat, balances) for seat in sorted(state.seats))
    return messages.FloorTable(
        table=state.name,
        name=_game_name(state.game_id),
        poker=plays_poker(state.game_id),
        stakes="" if isinstance(state, UnreadTable) else state.table.stakes_text,
        seats_most=len(seats) if isinstance(state, UnreadTable) else state.table.seat_count,
        practice=is_practice(state.name),
        phase="unread" if isinstance(state, UnreadTable) else _phase(state),
        round=state.rounds,
        turn=state.turn,
        stands=not unread and (state.round is not None or state.before.stands),
        coach=isinstance(state, UnreadTable) or state.table.coach,
        seats=seats,
        tray=balances[tray_of(state.name)],
        drop=balances[drop_of(state.name)],
        fault=state.reason if isinstance(state, UnreadTable) else "",
    )


def _seat(state: KnownTable, seat: int, balances: Mapping[str, int]) -> messages.FloorSeat:
    seated = state.seated(seat)
    return messages.FloorSeat(
        seat=seat,
        player=state.seats[seat],
        chips=balances[chips_of(state.name, seat)],
        in_round=not isinstance(state, UnreadTable) and state.plays(seat),
        away=seated is not None and seated.sits_out,
        leaving=seated is not None and seated.leaves,
    )


def _phase(state: AnyTable) -> FloorPhase:
    if state.round is not None:
        return "playing"
    if state.before.closed is not None:
        return "words"
    return "betting" if state.before.bets or state.before.window is not None else "open"


def _game_name(game: str) -> str:
    """Old books may name a game that no longer exists."""
    known = GAMES.get(game) or POKER.get(game)
    return game if known is None else known.name


def games_of() -> messages.FloorGames:
    return messages.FloorGames(games=tuple(map(_game, games())))


def _game(game: str) -> messages.FloorGame:
    table = posted(game, meters=False)
    poker = table.kind == "poker"
    return messages.FloorGame(
        game=game,
        name=table.game.name,
        poker=poker,
        seats_most=table.seat_count,
        wagers=wagers_of(table),
        options=tuple(map(_option, table.game.options)) if poker else (),
    )


def _option(option: HouseOption) -> messages.FloorOption:
    return messages.FloorOption(
        name=option.name,
        text=option.text,
        value=option.default,
        values=option.values,
        money=option.money,
        least=option.least,
        most=option.most,
    )


# ---- people


def chosen_people(
    people: Mapping[str, Role], words: str, role: str
) -> tuple[list[tuple[str, Role]], int]:
    """People whose names contain all these words, staff first; and how many more there are."""
    wanted = words.casefold().split()
    found = [
        (name, own)
        for name, own in people.items()
        if role in ("", own.value) and all(word in name.casefold() for word in wanted)
    ]
    found.sort(key=lambda one: (BY_RANK.index(one[1]), one[0].casefold()))
    return found[:PEOPLE], max(0, len(found) - PEOPLE)


def people_of(
    chosen: Iterable[tuple[str, Role]],
    more: int,
    states: Iterable[KnownTable],
    store: Store,
    accounts: Mapping[str, messages.FloorAccount],
) -> messages.FloorPeople:
    shown = list(chosen)
    sits: dict[str, list[str]] = {}
    for state in states:
        for player in dict.fromkeys(state.seats.values()):
            sits.setdefault(player, []).append(state.name)
    players = {player_of(name) for name, role in shown if role is Role.PLAYER}
    deposits = balances_of(store, players)
    hall, at = Room(store).hall, store.clock()
    return messages.FloorPeople(
        people=tuple(
            messages.FloorPerson(
                name=name,
                role=role.value,
                deposit=deposits.get(player_of(name)) if role is Role.PLAYER else None,
                sits=tuple(sits.get(name, ())),
                limits=_own_limits(hall.own(name), at) if role is Role.PLAYER else (),
                account=accounts.get(name),
                automatic=name in AUTOMATIC,
            )
            for name, role in shown
        ),
        more=more,
    )


def _own_limits(own: OwnLimits, at: int) -> tuple[str, ...]:
    shown = own_shown(own, at)
    return tuple(words for words in (shown.paused, *map(shown_words, shown.limits)) if words)


def account_of(person: Person, sessions: int) -> messages.FloorAccount:
    return messages.FloorAccount(
        password=person.password is not None,
        second_factor=person.totp is not None,
        locked=bool(person.locked),
        sessions=sessions,
        last_sign_in=person.last_sign_in,
    )


# ---- proposals, jackpots, the log


def proposals_of(store: Store, name: str, role: Role) -> messages.FloorProposals:
    return messages.FloorProposals(
        proposals=tuple(
            messages.FloorProposal(
                number=one.number,
                by=one.by,
                at=one.at,
                until=one.until,
                words=words,
                may_approve=_may_approve(one, name, role),
                may_refuse=one.by == name or _may_approve(one, name, role),
            )
            for one, words in proposals_waiting(store)
        )
    )


def jackpots_of(meters: Iterable[OpenMeter], store: Store) -> messages.FloorJackpots:
    balances = balances_of(store, {ESCROW, DUE, JACKPOT_BANK})
    return messages.FloorJackpots(
        meters=tuple(map(_meter, meters)),
        escrow=balances.get(ESCROW, 0),
        due=balances.get(DUE, 0),
        banked=balances.get(JACKPOT_BANK, 0),
    )


def _meter(one: OpenMeter) -> messages.FloorMeter:
    meter, rules = one.meter, one.meter.rules
    return messages.FloorMeter(
        name=one.name,
        sensor=rules.sensor,
        kind=rules.kind,
        tables=rules.tables,
        displayed=meter.shown,
        reserve=meter.reserve // PARTS,
        held=meter.held,
        cap=rules.cap,
        suspended=meter.suspended,
        discontinued=meter.discontinued,
        hits=tuple(
            messages.FloorHit(
                table=hit.table,
                round=hit.round,
                seat=hit.account.rpartition("/")[2],
                percent=hit.percent,
                paid=hit.paid,
            )
            for hit in reversed(meter.hits)
        ),
    )


def log_of(store: Store, words: str, before: int) -> messages.FloorLog:
    lines, before = log_page(store, words, before)
    return messages.FloorLog(
        events=tuple(messages.FloorEvent(**line._asdict()) for line in lines), before=before
    )

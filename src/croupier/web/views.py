"""What one person may see of a table, as a message. A view starts empty and adds what may be seen.

Everything comes from the state of the room and from the views of the engine (table/view.py): hidden
cards, secrets and words are not here to be left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from croupier.cards.card import name as card_name
from croupier.cards.card import parse
from croupier.cards.scales import FIVE
from croupier.money import Cents, dollars
from croupier.room.state.hall import AnyTable
from croupier.room.tables.poker.state import OpenPoker
from croupier.rules.felt import Felt, Spot
from croupier.rules.vocabulary import Option, Settle, steps_of
from croupier.table import view as banked_view
from croupier.table.events import Acted, Settled, Voided
from croupier.table.explain import explanations
from croupier.table.poker import events as poker_events
from croupier.table.poker import view as poker_view
from croupier.table.poker.hand import Hand as PokerHand
from croupier.table.poker.hand import Legal
from croupier.table.poker.transcript import award_text
from croupier.table.round import Round
from croupier.table.spots import stake_of
from croupier.web import messages

NOBODY = None
ANY_ROUND = Round | PokerHand


class Waiting(NamedTuple):
    """A clock of the table: what it waits for, and when that ends (monotonic milliseconds)."""

    what: str  # as in messages.Clock
    until: int
    total: int


@dataclass(frozen=True, slots=True)
class Look:
    """A table at one version, as the house has it: nothing of it is sent, views are made of it."""

    state: AnyTable
    chips: Mapping[int, int]
    last: ANY_ROUND | None = None  # the round that is over, until the next is dealt
    players: Mapping[int, str] = field(default_factory=dict)  # who played it
    held: Mapping[tuple[int, str], int] = field(default_factory=dict)  # large wins that wait
    meters: tuple[messages.Meter, ...] = ()
    waiting: Waiting | None = None

    @property
    def round(self) -> ANY_ROUND | None:
        """In progress, or the last one."""
        return self.state.round if self.state.round is not None else self.last


def seat_of(state: AnyTable, person: str | None) -> int | None:
    if person is None:
        return None
    return next((seat for seat, who in sorted(state.seats.items()) if who == person), None)


def view_of(look: Look, person: str | None, now: int, balance: int | None = None) -> messages.View:
    """`now` is in monotonic milliseconds, as the clock's end is."""
    state, seat = look.state, seat_of(look.state, person)
    on_felt = _felt_of(look.round, seat)
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


Phase = Literal["open", "betting", "words", "playing", "settled"]


def phase_of(look: Look) -> Phase:
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


class OnFelt(NamedTuple):
    """What lies on the felt, as one seat sees it."""

    seats: Mapping[int, messages.Seat] = {}
    dealer: messages.Hand | None = None
    board: messages.Hand | None = None
    burned: int = 0
    street: str = ""
    pots: tuple[messages.Pot, ...] = ()
    turn: messages.Turn | None = None
    settled: tuple[tuple[int, str], ...] = ()


def _felt_of(now: ANY_ROUND | None, seat: int | None) -> OnFelt:
    if now is None:
        return OnFelt()
    return _poker(now, seat) if isinstance(now, PokerHand) else _banked(now, seat)


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


ON_FELT = (*("in_round", "wagers", "hands", "rack", "did", "folded", "dead", "net", "button"),)


def _played_by(look: Look, seat: int) -> bool:
    """Who sits down at a seat after a round does not get its cards."""
    return look.state.round is not None or look.players.get(seat) == look.state.seats[seat]


def _owes(state: AnyTable, seat: int) -> tuple[str, ...]:
    return tuple(sorted(state.blinds.owed.get(seat, ()))) if isinstance(state, OpenPoker) else ()


# ---- house-banked


def _banked(now: Round, seat: int | None) -> OnFelt:
    seen = banked_view.view(now, seat)
    reasons = explanations(now)
    seats = {}
    for spot, shown in zip(now.spots, seen.spots, strict=True):
        own = spot.seat == seat
        outcomes = tuple(
            messages.Outcome(
                wager=wager,
                stake=result.stake,
                net=result.net,
                reason=reasons[spot.seat][wager].text,
                rule=reasons[spot.seat][wager].rule,
            )
            for wager, result in shown.results.items()
        )
        folded = bool(spot.rack) and not any(hand.cards for hand in spot.hands)
        seats[spot.seat] = messages.Seat(
            seat=spot.seat,
            player="",
            chips=0,
            in_round=True,
            wagers=dict(shown.wagers),
            hands=tuple(_hands(now, spot, shown, own=own)),
            rack=len(shown.rack),
            did=_did(now, spot.seat, own=own),
            folded=folded,
            dead=shown.dead,
            outcomes=outcomes,
            net=sum(one.net for one in outcomes) if now.over else None,
        )
    return OnFelt(
        seats=seats,
        dealer=messages.Hand(id="dealer", cards=_names(seen.dealer), caption=_dealer_words(now)),
        turn=_turn(now, seat),
        settled=_settled_order(now),
    )


def _names(cards: banked_view.Seen) -> messages.Cards:
    return tuple(None if card is None else card_name(card) for card in cards)


def _hands(
    now: Round, spot: Spot, shown: banked_view.SpotView, *, own: bool
) -> Iterator[messages.Hand]:
    two = len(shown.hands) == 2
    for place, cards in enumerate(shown.hands):
        if two or cards:
            seen = cards and all(card is not None for card in cards)
            words = _player_words(now, spot) if seen and not two else ""
            yield messages.Hand(
                id=("first", "second")[place] if two else "hand", cards=_names(cards), caption=words
            )
    if shown.offer:
        yield messages.Hand(id="offer", cards=_names(shown.offer))


def _player_words(now: Round, spot: Spot) -> str:
    """What the cards make, for the settlement that is still to come (or that was, at the end)."""
    felt = Felt(spot, now.dealer, now.spots, now.table.options)
    for step in steps_of(now.table.game.flow):
        if not isinstance(step, Settle) or not any(one in spot.wagers for one in step.wagers):
            continue
        if any(wager in spot.results for wager in step.wagers) != now.over or not step.when(felt):
            continue
        for fact in step.facts:
            if fact.name == "player":
                value = fact.of(felt)
                return fact.words(value) if value else ""
    return ""


def _dealer_words(now: Round) -> str:
    if not now.over:
        return ""
    for event in reversed(now.events):
        if isinstance(event, Settled):
            for step in steps_of(now.table.game.flow):
                if isinstance(step, Settle) and event.results[0].wager in step.wagers:
                    for fact, value in zip(step.facts, event.facts, strict=False):
                        if fact.name == "dealer" and value:
                            return fact.words(value)
    return ""


def _did(now: Round, seat: int, *, own: bool) -> str:
    """The last choice, as everybody saw it: a split is named by its cards, which may be hidden."""
    for event in reversed(now.events):
        if isinstance(event, Acted) and event.seat == seat:
            names_cards = "/" in event.action
            hidden = any(
                card is None
                for hand in banked_view.view(now).spots[_place(now, seat)].hands
                for card in hand
            )
            return "splits" if names_cards and hidden and not own else event.action
    return ""


def _place(now: Round, seat: int) -> int:
    return next(place for place, spot in enumerate(now.spots) if spot.seat == seat)


def _settled_order(now: Round) -> tuple[tuple[int, str], ...]:
    return tuple(
        (event.seat, result.wager)
        for event in now.events
        if isinstance(event, (Settled, Voided))
        for result in event.results
    )


def _turn(now: Round, seat: int | None) -> messages.Turn | None:
    choice = now.choice
    if now.turn is None or choice is None:
        return None
    options: tuple[messages.Option, ...] = ()
    if seat == now.turn:
        spot = now.spot(now.turn)
        options = tuple(_option(now, spot, option) for option in now.options)
    return messages.Turn(seat=now.turn, choice=choice.name, version=now.version, options=options)


def _option(now: Round, spot: Spot, option: Option) -> messages.Option:
    cost = stake_of(now.table.game, spot, option) if option.bet else 0
    split = option.split or ()
    return messages.Option(
        action=option.name,
        name=option.name,
        kind="split" if option.split else "choice",
        tone="fold" if option.mucks else "go" if cost else "pass",
        cost=cost,
        wager=option.bet,
        hands=tuple(tuple(card_name(card) for card in hand) for hand in split),
        note=option.note,
    )


# ---- poker


def _poker(now: PokerHand, seat: int | None) -> OnFelt:
    seen = poker_view.view(now, seat)
    seats = {}
    for one in seen.seats:
        cards: messages.Cards = tuple(one.shown.split()) if one.shown else (None,) * one.cards
        net = now.stacks[one.seat] - now.started.stacks[one.seat] if now.over else None
        seats[one.seat] = messages.Seat(
            seat=one.seat,
            player="",
            chips=0,
            in_round=True,
            wagers={"bet": one.bet} if one.bet and not now.over else {},
            hands=(messages.Hand(id="hand", cards=cards, caption=_poker_words(now, one)),)
            if cards
            else (),
            rack=one.discarded or 0,
            did=_poker_did(now, one.seat),
            folded=not one.live,
            outcomes=_awards(now, one.seat) if now.over else (),
            net=net,
            button=seen.button == one.seat,
        )
    board = tuple(seen.board.split())
    pots = (messages.Pot(name="Pot", cents=seen.pot),) if seen.pot else ()
    burned = sum(isinstance(event, poker_events.Burned) for event in now.events)
    return OnFelt(
        seats=seats,
        board=messages.Hand(id="board", cards=board),
        burned=burned,
        street=seen.street,
        pots=pots,
        turn=_poker_turn(now, seat),
    )


def _poker_words(now: PokerHand, one: poker_view.SeatView) -> str:
    """The best high hand of cards that the viewer sees, once there is a board to play with."""
    if not one.shown or len(one.shown.split()) + len(now.board) < 5:
        return ""
    high, _ = now.table.game.hands(parse(one.shown), now.board, now.table.options)
    return FIVE.words(high) if high is not None else ""


def _poker_did(now: PokerHand, seat: int) -> str:
    for event in reversed(now.events):
        if isinstance(event, poker_events.SeatActed) and event.seat == seat:
            word, _, amount = event.action.partition(" ")
            if amount:
                return f"{word} {dollars(int(amount))}"
            return f"{word} {dollars(event.chips)}" if word == "call" else word
        if isinstance(event, poker_events.Discarded) and event.seat == seat:
            return f"discards {len(event.cards)}" if event.cards else "keeps all"
        if isinstance(event, poker_events.Posted) and event.seat == seat:
            return event.what
        if isinstance(event, poker_events.HandVoided) and event.seat == seat:
            return "dead hand"
    return ""


def _awards(now: PokerHand, seat: int) -> tuple[messages.Outcome, ...]:
    return tuple(
        messages.Outcome(
            wager=f"pot {event.pot} {event.half}".strip(),
            stake=now.paid[seat],
            net=event.chips,
            reason=award_text(now, event),
            rule="",
        )
        for event in now.events
        if isinstance(event, poker_events.Awarded) and event.seat == seat and event.chips
    )


def _poker_turn(now: PokerHand, seat: int | None) -> messages.Turn | None:
    if now.to_act is None:
        return None
    options = tuple(_poker_option(now, one) for one in now.legal()) if seat == now.to_act else ()
    choice = "discard" if now.discarding else "bet"
    return messages.Turn(seat=now.to_act, choice=choice, version=now.version, options=options)


def _poker_option(now: PokerHand, legal: Legal) -> messages.Option:
    word = legal.action
    if word == "discard":
        return messages.Option(
            action=word, name=word, kind="discard", tone="pass", least=legal.least, most=legal.most
        )
    if word in ("bet", "raise"):
        return messages.Option(
            action=word, name=word, kind="size", least=legal.least, most=legal.most
        )
    cost = Cents(legal.most)
    return messages.Option(
        action=word,
        name=word,
        tone="fold" if word == "fold" else "go" if cost else "pass",
        cost=cost,
    )

"""The dispute tool: takes cards, wagers and choices, and returns what every wager must be paid.

A request is untrusted plain data. The engine itself plays it, so the answer is what the table would
have done.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from croupier.cards.card import DECK, Card, check_copies, parse_card, text
from croupier.errors import BadCards, BadRecord, IllegalAction, IllegalWager, shown
from croupier.games.registry import GAMES, plays_poker
from croupier.games.registry import game as find_game
from croupier.money import Cents, dollars
from croupier.rules.felt import Face
from croupier.rules.jackpots import JACKPOT_SPLIT, JACKPOT_TYPE, meter_pays, prize_won
from croupier.rules.limits import DEFAULT_PROFILE
from croupier.rules.vocabulary import Deal, Game, To
from croupier.table import request as read
from croupier.table.events import DEALER, Settled
from croupier.table.explain import Explanation, explanations
from croupier.table.poker.showdown import settle as settle_showdown
from croupier.table.round import Round, deal
from croupier.table.source import Laid, dealt_to
from croupier.table.table import Table, dispute_table

REQUEST_KEYS = (
    *("game", "posted", "options", "limits", "dealer", "up", "seats", "meters", "reseed"),
    *("unprinted", "aggregates"),
)
SEAT_KEYS = ("seat", "cards", "wagers", "choices")


class LaidSeat(NamedTuple):
    number: int
    cards: tuple[Card, ...]
    wagers: Mapping[str, int]
    choices: tuple[str, ...]


def settle(request: object) -> dict[str, object]:
    """Answers one request; refuses an impossible one with the reason."""
    game = read.as_object(request, "the request").get("game")
    if isinstance(game, str):
        if plays_poker(game):
            return settle_showdown(request)  # pots instead of wagers
        find_game(game)  # refused, if there is none
    fields = read.as_object(request, "the request", REQUEST_KEYS)
    table = _table(fields)
    seats = [_seat(part, table.game) for part in read.as_list(fields.get("seats"), "seats")]
    numbers = [seat.number for seat in seats]
    if len(set(numbers)) != len(numbers):
        raise BadRecord(f"seats {numbers}: each seat stands in the request once", "request/seats")
    _check_aggregates(table, seats)
    dealers = _dealers_cards(fields, table.game)
    everything = [*dealers, *(card for seat in seats for card in seat.cards)]
    check_copies(everything, table.game.decks)
    state = _played(table, seats, dealers, everything)
    _check_all_used(state, seats, dealers)
    return _answer(state, _meters(fields, table), _meter(fields.get("reseed", 0), "reseed"))


def _table(fields: Mapping[str, object]) -> Table:
    game = fields.get("game")
    if not isinstance(game, str):
        known = ", ".join(GAMES)
        raise BadRecord(f'"game" must name a game: one of {known}', "request/game")
    posted = read.as_object(fields.get("posted", {}), "posted")
    return dispute_table(
        game,
        posted={group: _table_id(id_, group) for group, id_ in posted.items()},
        options=read.as_options(fields.get("options", {})),
        profile_name=read.as_word(fields.get("limits", DEFAULT_PROFILE), "limits"),
        aggregates=_amounts(fields.get("aggregates", {})),
        unprinted=read.as_truth(fields.get("unprinted", False), "unprinted"),
    )


def _amounts(value: object) -> dict[str, Cents]:
    aggregates = read.as_object(value, "aggregates")
    return {
        name: Cents(read.as_whole(cents, f"aggregate {name}")) for name, cents in aggregates.items()
    }


def _check_aggregates(table: Table, seats: Sequence[LaidSeat]) -> None:
    """Checks aggregate limits; the unknown maximum is at least the largest stake here."""
    most = {
        wager.name: Cents(max([seat.wagers.get(wager.name, 0) for seat in seats], default=0))
        for wager in table.offers
    }
    table.check_aggregates(most)


def _seat(part: object, game: Game) -> LaidSeat:
    said = read.as_object(part, "a seat", SEAT_KEYS)
    number = read.as_whole(said.get("seat"), "seat")
    where = f"seat {number}"
    wagers = read.as_object(said.get("wagers"), f"{where} wagers")
    choices = said.get("choices", [])
    listed = [choices] if isinstance(choices, str) else read.as_list(choices, f"{where} choices")
    if not all(isinstance(choice, str) for choice in listed):
        raise BadRecord(
            f"{where} choices {shown(choices)}; write actions in quotes", "request/choices"
        )
    return LaidSeat(
        number,
        read.as_cards(said.get("cards"), f"{where} cards", game.decks),
        {name: read.as_whole(stake, f"{where} {name}") for name, stake in wagers.items()},
        tuple(str(choice) for choice in listed),
    )


def _dealers_cards(fields: Mapping[str, object], game: Game) -> tuple[Card, ...]:
    """The dealer's cards in deal order, with a named upcard where the game deals it."""
    cards = read.as_cards(fields.get("dealer"), "dealer", game.decks)
    if "up" not in fields:
        return cards
    up = parse_card(read.as_word(fields["up"], "up"))
    if up not in cards:
        raise BadCards(f"the upcard {text([up])} is not among the dealer's {text(cards)}")
    rest = list(cards)
    rest.remove(up)
    place = _up_place(game)
    return (*rest[:place], up, *rest[place:])


def _up_place(game: Game) -> int:
    dealt = 0
    for step in game.flow:
        if isinstance(step, Deal) and step.to is To.DEALER:
            if step.face is Face.UP:
                return dealt
            dealt += step.cards
    raise AssertionError(f"{game.id} turns no dealer's card up")


def _played(
    table: Table, seats: Sequence[LaidSeat], dealers: tuple[Card, ...], everything: Sequence[Card]
) -> Round:
    """Plays the round from these cards and choices.

    A refused or folded card is in the rack and may be missing from the request: an unused card
    stands in for it, and must not end up in a hand.
    """
    stand_in = next((card for card in DECK if card not in everything), None)
    laid = {seat.number: seat.cards for seat in seats}
    following = {wager.name for wager in table.game.wagers if wager.follows}
    opening = {
        seat.number: {name: cents for name, cents in seat.wagers.items() if name not in following}
        for seat in seats
    }
    state = deal(table, opening, Laid({**laid, DEALER: dealers}, stand_in))
    left = {seat.number: list(seat.choices) for seat in seats}
    while not state.over:
        turn, choice = state.turn, state.choice
        assert turn is not None and choice is not None
        if not left[turn]:
            raise IllegalAction(
                f"{table.game.id} seat {turn}: no choice is given at {choice.name!r}; "
                f"legal: {', '.join(state.legal)}",
                "request/choices",
            )
        state = state.act(turn, left[turn].pop(0))
    for seat in seats:
        _check_seat(state, seat, left[seat.number], stand_in, following)
    return state


def _check_seat(
    state: Round, seat: LaidSeat, left: Sequence[str], stand_in: Card | None, following: set[str]
) -> None:
    where = f"{state.table.game.id} seat {seat.number}"
    spot = state.spot(seat.number)
    if left:
        raise IllegalAction(f"{where}: {left[0]!r} comes after the last choice", "request/choices")
    if any(stand_in in hand.cards for hand in spot.hands):
        raise BadCards(
            f"{where} has {text(seat.cards)} ({len(seat.cards)} cards); with the choices "
            f"{', '.join(seat.choices) or 'none'} the game deals more",
            "cards/short",
        )
    made = {name: cents for name, cents in spot.wagers.items() if name in following}
    said = {name: cents for name, cents in seat.wagers.items() if name in following}
    if said and said != made:
        raise IllegalWager(
            f"{where}: {_bets(said)}; with the choices {', '.join(seat.choices)} "
            f"it must be {_bets(made)}",
            "wager/unequal",
        )


def _bets(wagers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {dollars(cents)}" for name, cents in wagers.items()) or "none"


def _check_all_used(state: Round, seats: Sequence[LaidSeat], dealers: tuple[Card, ...]) -> None:
    """Refuses cards that the game would not have dealt."""
    laid = {**{seat.number: seat.cards for seat in seats}, DEALER: dealers}
    for seat, cards in laid.items():
        dealt = dealt_to(seat, state.events)
        if dealt < len(cards):
            who = "the dealer" if seat == DEALER else f"seat {seat}"
            raise BadCards(
                f"{who} has {text(cards)}; the game deals only {dealt} cards there: "
                f"{text(cards[dealt:])} too many",
                "cards/count",
            )


def _meters(fields: Mapping[str, object], table: Table) -> dict[str, Cents]:
    meters = read.as_object(fields.get("meters", {}), "meters")
    for name in meters:
        if name not in table.game.jackpots:
            known = ", ".join(table.game.jackpots) or "none"
            raise BadRecord(f"{table.game.id} has no meter {name!r}; it has: {known}")
    return {name: _meter(cents, f"meter {name}") for name, cents in meters.items()}


def _meter(value: object, what: str) -> Cents:
    cents = read.as_whole(value, what)
    if cents < 0:
        raise BadRecord(f"{what}: {cents}; a meter is never below zero", "request/meter")
    return Cents(cents)


def _answer(state: Round, meters: Mapping[str, Cents], reseed: Cents) -> dict[str, object]:
    shares = _meter_shares(state, meters, reseed)
    reasons = explanations(state)
    seats = [_seat_answer(state, spot.seat, reasons[spot.seat], shares) for spot in state.spots]
    return {
        "game": state.table.game.id,
        "posted": state.table.posted_ids,
        **({"unprinted": list(state.table.unprinted)} if state.table.unprinted else {}),
        **({"aggregates": dict(limits)} if (limits := state.table.limits.aggregates) else {}),
        "dealer": text(state.dealer.cards),
        "seats": seats,
        "house": -sum(int(str(seat["net"])) for seat in seats),
    }


def _seat_answer(
    state: Round,
    seat: int,
    reasons: Mapping[str, Explanation],
    shares: Mapping[tuple[int, str], Cents],
) -> dict[str, object]:
    law, sensors = state.table.limits.profile, state.table.game.jackpots
    wagers: dict[str, object] = {}
    total = 0
    for name, result in state.results[seat].items():
        share = shares.get((seat, name), Cents(0))
        net = result.net + share
        total += net
        answer: dict[str, object] = {
            "stake": result.stake,
            "net": net,
            "returned": result.stake + net,
            "rule": reasons[name].rule,
            "reason": reasons[name].text,
        }
        if result.meter_percent:
            answer["meter_percent"] = result.meter_percent
            answer["meter_pay"] = shares.get((seat, name))
        if law.needs_supervisor(prize_won(result, sensors, share)):
            answer["supervisor"] = True
        wagers[name] = answer
    return {"seat": seat, "net": total, "wagers": wagers}


def _meter_shares(
    state: Round, meters: Mapping[str, Cents], reseed: Cents
) -> dict[tuple[int, str], Cents]:
    """What each winner takes from each meter whose amount is given."""
    claims: dict[str, list[tuple[int, int]]] = {}
    for event in state.events:
        if not isinstance(event, Settled):
            continue
        for result in event.results:
            if result.meter_percent and result.wager in meters:
                claims.setdefault(result.wager, []).append((event.seat, result.meter_percent))
    options = state.table.options
    shares = {}
    for wager, claimed in claims.items():
        pays = meter_pays(
            [percent for _, percent in claimed],
            meters[wager],
            kind=str(options[JACKPOT_TYPE]),
            split=str(options[JACKPOT_SPLIT]),
            reseed=reseed,
        )
        shares.update({(seat, wager): pay for (seat, _), pay in zip(claimed, pays, strict=True)})
    return shares


def _table_id(value: object, group: str) -> str:
    """Some table ids are numbers (Buyout's 1, 2 and 3), so an int is accepted."""
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**6
    return str(value) if is_number else read.as_word(value, f"posted {group}")

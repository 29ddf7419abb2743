"""A rehearsal: simulated players bet and act at random, to try out a room before it opens."""

from collections.abc import Sequence
from random import Random

from croupier import fair
from croupier.cards.card import text
from croupier.errors import Refused
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.room.state.hall import AnyTable, Hall
from croupier.room.tables.bets import bet_made, word_kept, word_opened
from croupier.room.tables.poker.amounts import in_dollars
from croupier.room.tables.poker.state import OpenPoker
from croupier.room.tables.rounds import acknowledged, acted, dealt
from croupier.table.poker.hand import FOLD, Hand
from croupier.table.table import Table

WordsOfSeats = dict[tuple[str, int], str]  # by the house's commitment and the seat


def any_stakes(rng: Random, table: Table) -> dict[str, int]:
    """A seat's wagers: the required ones, and some others, at the minimum or a few times it."""
    stakes: dict[str, int] = {}
    for wager in table.offers:
        if not wager.required and rng.random() < 0.5:
            continue
        least, most = table.span(wager, stakes)
        stake = table.limits.least(wager) * rng.choice([1, 1, 2, 5, 10])
        stakes[wager.name] = max(least, min(most, stake))
    return stakes


def next_request(
    rng: Random, hall: Hall, name: str, by: str, floor: str, words: WordsOfSeats | None = None
) -> Request | None:
    """What happens next at a table: a win is acknowledged, an act made, or a round dealt.

    `words` are the players' words for the shuffle; without them, players commit to none.
    """
    state = hall.table(name)
    key = f"{name} #{state.version}"
    if words is not None and state.round is None and not state.held:
        before = _before_deal(rng, state, key, words)
        if before is not None:
            return before
    if state.posted is None:
        return _poker(rng, state.as_poker(), key, by)
    state = state.as_banked()
    if state.round is not None:
        action = rng.choice(state.round.legal)
        return Request(key, by, acted, (name, state.round.turn, action))
    if state.held:
        return Request(key, floor, acknowledged, (name, state.held[0].seat))
    if state.before.closed is not None:
        return Request(key, by, dealt, (name, {}))
    if not state.active:
        return None
    stated = [seat for seat in state.active if seat not in state.before.bets]
    bets = {seat: any_stakes(rng, state.table) for seat in stated}
    return Request(key, by, dealt, (name, bets))


def _before_deal(rng: Random, state: AnyTable, key: str, words: WordsOfSeats) -> Request | None:
    """A player opens the word that the table waits for, or sometimes bets and commits to one."""
    name, before, house = state.name, state.before, state.shoe.commitment
    if before.missing:
        seat, player, _, _ = before.missing[0]
        return Request(key, player, word_opened, (name, seat, words.pop((house, seat))))
    free = [seat for seat in state.seats if seat not in before.words]
    if before.closed is not None or state.shoe.first or not free or rng.random() < 0.5:
        return None
    seat = rng.choice(free)
    player, word = state.seats[seat], words.setdefault((house, seat), fair.new_word())
    given = fair.word_commitment(house, seat, player, word)
    if state.posted is None:
        return Request(key, player, word_kept, (name, seat, given))
    return Request(key, player, bet_made, (name, seat, any_stakes(rng, state.posted), given))


def _poker(rng: Random, state: OpenPoker, key: str, by: str) -> Request | None:
    hand = state.round
    if hand is not None:
        action = in_dollars(any_act(rng, hand))
        return Request(key, by, acted, (state.name, hand.to_act, action))
    closed = state.before.closed is not None
    return Request(key, by, dealt, (state.name,)) if closed or len(state.ready) > 1 else None


def any_act(rng: Random, hand: Hand) -> str:
    """A random act: folds are rare, bets and raises minimal, discards arbitrary."""
    seat = hand.to_act
    if hand.discarding and seat is not None:
        return f"discard {text(rng.sample(hand.held[seat], rng.randint(0, 4)))}".strip()
    _, stay, *more = hand.legal()
    legal = rng.choice([FOLD, stay, stay, stay, *more])
    return f"{legal.action} {legal.least}" if legal in more else legal.action


def rehearse(
    room: Room,
    names: Sequence[str],
    rounds: int,
    by: str,
    floor: str,
    seed: int,
    words: WordsOfSeats | None = None,
) -> int:
    """Plays `rounds` rounds at each table, the acts of all in one commit; returns their number."""
    rng = Random(seed)
    ends = {name: room.hall.table(name).rounds + rounds for name in names}
    acts = 0
    while True:
        requests = [
            request
            for name, end in ends.items()
            if (state := room.hall.table(name)).rounds < end or state.round or state.held
            if (request := next_request(rng, room.hall, name, by, floor, words)) is not None
        ]
        if not requests:
            return acts
        for request, answer in zip(requests, room.do_all(requests), strict=True):
            if isinstance(answer, Refused):
                if request.decide not in (dealt, bet_made):
                    raise answer
                ends.pop(str(request.about[0]))  # a player is out of chips: the table stops
            acts += 1

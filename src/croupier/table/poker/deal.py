"""The deal of a hand, and missed blinds: who owes them, who is dealt in, and what they post.

After Robert's Rules of Poker. A player who was not in the hand when a blind passed their seat owes
it; a newcomer owes the big blind. The debt ends when the big blind reaches them, or when they post:
the big blind, which is a live bet, and the small blind, which is dead. Nobody posts between the
button and the big blind.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from croupier.cards.card import Card
from croupier.errors import BadCards, BadTable
from croupier.games.registry import rules_hash
from croupier.table.poker.betting import Betting
from croupier.table.poker.events import CardDealt, Posted, Started
from croupier.table.poker.hand import Hand
from croupier.table.poker.table import PokerTable, Positions, after, first_positions, next_positions

BIG, SMALL = "big", "small"
NEW = "new"  # a newcomer, who owes the big blind whatever passes meanwhile

# Names of made-up blinds.
MISSED_BIG, MISSED_SMALL = "missed big blind", "missed small blind"
MADE_UP = {MISSED_BIG: BIG, MISSED_SMALL: SMALL}

Posts = Mapping[int, Collection[str]]  # which blinds each seat makes up


class Dealing(NamedTuple):
    """Who plays the next hand, and where."""

    positions: Positions
    seats: tuple[int, ...]
    posts: Posts


class Blinds(NamedTuple):
    owed: Mapping[int, frozenset[str]] = {}
    posting: frozenset[int] = frozenset()  # those who have said that they will post what they owe

    def with_new(self, seat: int) -> "Blinds":
        return self._replace(owed={**self.owed, seat: frozenset({NEW})})

    def without(self, seat: int) -> "Blinds":
        owed = {other: debt for other, debt in self.owed.items() if other != seat}
        return Blinds(owed, self.posting - {seat})

    def dealing(self, before: Positions | None, seats: Collection[int], seat_count: int) -> Dealing:
        """The seats to deal in: those that owe nothing, have the big blind now, or post.

        If fewer than two owe nothing, the game starts afresh, and nobody owes.
        """
        if before is None:
            at = first_positions(max(seats), seats, seat_count)
            return Dealing(at, tuple(sorted(seats)), {})
        paid_up = {seat for seat in seats if seat not in self.owed}
        if len(paid_up) < 2:
            at = next_positions(before, seats, seat_count)
            return Dealing(at, tuple(sorted(seats)), {})
        big = after(before.big, seats, seat_count)
        posting = (self.posting & set(seats) & set(self.owed)) - {big}
        while True:
            playing = tuple(sorted(paid_up | posting | {big}))
            at = next_positions(before, playing, seat_count)
            between = {seat for seat in posting if _between(at.button, seat, at.big, seat_count)}
            if not between:
                return Dealing(at, playing, {seat: _made_up(self.owed[seat]) for seat in posting})
            posting -= between

    def after_hand(
        self,
        before: Positions | None,
        now: Positions,
        seated: Collection[int],
        played: Collection[int],
        seat_count: int,
    ) -> "Blinds":
        """Debts after a hand: those who played have paid; a player missed by a blind owes it."""
        owed = {}
        for seat in seated:
            debt = self.owed.get(seat, frozenset())
            if seat in played:
                continue
            if before is not None and NEW not in debt:
                debt |= _missed(before, seat, now, seat_count)
            if debt:
                owed[seat] = debt
        return Blinds(owed, self.posting & set(owed))

    def to_json(self) -> dict[str, object]:
        owed = {str(seat): sorted(debt) for seat, debt in sorted(self.owed.items())}
        return {"owed": owed, "posting": sorted(self.posting)}


NO_DEBTS = Blinds()


def blinds_from(data: Mapping[str, Any]) -> Blinds:
    """Older books do not mention debts: nothing is owed."""
    owed = {int(seat): frozenset(map(str, debt)) for seat, debt in data.get("owed", {}).items()}
    return Blinds(owed, frozenset(map(int, data.get("posting", ()))))


def posts_of(posted: Iterable[tuple[int, str]]) -> dict[int, tuple[str, ...]]:
    """By seat, the made-up blinds among all posted blinds."""
    made: dict[int, tuple[str, ...]] = {}
    for seat, what in posted:
        if what in MADE_UP:
            made[seat] = (*made.get(seat, ()), MADE_UP[what])
    return made


def debt_text(debt: Collection[str]) -> str:
    return " and ".join(f"the {blind} blind" for blind in _made_up(debt))


def _made_up(debt: Collection[str]) -> tuple[str, ...]:
    big = (BIG,) if BIG in debt or NEW in debt else ()
    return (*big, SMALL) if SMALL in debt else big


def _missed(before: Positions, seat: int, now: Positions, seat_count: int) -> frozenset[str]:
    missed = set()
    if _between(before.big, seat, now.big, seat_count):
        missed.add(BIG)
    if seat == now.small or _between(before.small, seat, now.small, seat_count):
        missed.add(SMALL)
    return frozenset(missed)


def _between(first: int, seat: int, last: int, seat_count: int) -> bool:
    return first != last and (seat - first - 1) % seat_count < (last - first - 1) % seat_count


# The deal. It fills a new hand in place, through its private methods, as `Hand.act` does.


def deal(
    table: PokerTable,
    stacks: Mapping[int, int],
    positions: Positions,
    deck: Sequence[Card],
    posts: Posts | None = None,
) -> Hand:
    """Antes, blinds and the cards; then the first betting round. `posts`: blinds made up."""
    posts = posts or {}
    check_deal(table, stacks, positions, deck, posts)
    chips = [0] * (table.seat_count + 1)
    for seat, stack in stacks.items():
        chips[seat] = stack
    hand = Hand(table, positions, chips)
    hand.deck = tuple(deck)
    hand._tell(Started(rules_hash(), table.options, table.seat_count, dict(stacks), *positions))
    hand.betting = betting = Betting(len(chips), ())
    for seat in hand.order:
        _post(hand, seat, "ante", table.number("ante"))
    for seat, what in ((positions.small, "small blind"), (positions.big, "big blind")):
        if seat in hand.order:
            betting.post(seat, _post(hand, seat, what, table.number(what.replace(" ", "_"))))
    _make_up(hand, betting, posts)
    betting.first_wager(table.number("big_blind"))
    # One at a time, the button last.
    dealt = [CardDealt(seat, hand._take()) for _ in range(table.game.dealt) for seat in hand.order]
    for seat, card in dealt:
        hand.held[seat] += (card,)
    hand._tell(*dealt)
    # From the left of the big blind, who acts last.
    queue = hand._after(positions.big)
    betting.queue = [*queue, positions.big] if hand.stacks[positions.big] > 0 else queue
    hand._go_on()
    return hand


def _make_up(hand: Hand, betting: Betting, posts: Posts) -> None:
    """The big blind is a bet, and comes first if the stack is short; the small one is dead."""
    for seat in hand.order:
        made_up = posts.get(seat, ())
        if BIG in made_up:
            chips = hand.table.number("big_blind")
            betting.post(seat, _post(hand, seat, MISSED_BIG, chips))
        if SMALL in made_up:
            chips = hand.table.number("small_blind")
            hand.dead[seat] = _post(hand, seat, MISSED_SMALL, chips)


def _post(hand: Hand, seat: int, what: str, chips: int) -> int:
    posted = min(chips, hand.stacks[seat])
    if posted:
        hand._pay(seat, posted)
        hand._tell(Posted(seat, what, posted))
    return posted


def check_deal(
    table: PokerTable,
    stacks: Mapping[int, int],
    positions: Positions,
    deck: Sequence[Card],
    posts: Posts,
) -> None:
    if not 2 <= len(stacks) <= table.seat_count:
        raise BadTable(
            f"{len(stacks)} players; a hand takes 2 to {table.seat_count}", "table/seats"
        )
    table.check_seats(stacks)
    for seat, chips in stacks.items():
        if chips <= 0:
            raise BadTable(f"seat {seat} has {chips} chips; it needs some to play", "table/stacks")
    if positions.big not in stacks:
        raise BadTable(
            f"the big blind is at seat {positions.big}, where nobody plays", "table/positions"
        )
    for seat in positions:
        if not 1 <= seat <= table.seat_count:
            raise BadTable(
                f"button or blind at seat {seat}; the seats are 1 to {table.seat_count}",
                "table/positions",
            )
    _check_posts(stacks, positions, posts)
    needed = table.game.cards_for(len(stacks))
    if len(deck) < needed or len(set(deck)) < len(deck):
        raise BadCards(f"a deck of {len(set(deck))} cards; the hand takes {needed}", "cards/short")


def _check_posts(stacks: Mapping[int, int], positions: Positions, posts: Posts) -> None:
    for seat, blinds in posts.items():
        if seat not in stacks or seat in positions[1:] or not set(blinds) <= {BIG, SMALL}:
            raise BadTable(
                f"seat {seat} makes up {', '.join(blinds)}; a player who has neither blind now may "
                "make up big and small",
                "table/posts",
            )

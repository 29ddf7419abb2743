"""The deal of a hand of poker: whether it can be dealt so, then antes, blinds and cards.

A new hand is built from inside, in place, as `Hand.act` builds the next one; nobody else may.
"""

from collections.abc import Mapping, Sequence

from croupier.cards.card import Card
from croupier.errors import BadCards, BadTable
from croupier.games.registry import rules_hash
from croupier.table.poker.betting import Betting
from croupier.table.poker.events import Dealt, Posted, Started
from croupier.table.poker.hand import Hand
from croupier.table.poker.missed_blinds import BIG, MISSED_BIG, MISSED_SMALL, SMALL, Posts
from croupier.table.poker.table import PokerTable, Positions


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
    dealt = [Dealt(seat, hand._take()) for _ in range(table.game.dealt) for seat in hand.order]
    for seat, card in dealt:
        hand.held[seat] += (card,)
    hand._tell(*dealt)
    # From the left of the big blind, who has the last word.
    queue = hand._after(positions.big)
    betting.queue = [*queue, positions.big] if hand.stacks[positions.big] > 0 else queue
    hand._go_on()
    return hand


def _make_up(hand: Hand, betting: Betting, posts: Posts) -> None:
    """The big blind is a bet, and comes first where the stack is short; the small one is dead."""
    for seat in hand.order:
        made_up = posts.get(seat, ())
        if BIG in made_up:
            chips = hand.table.number("big_blind")
            betting.post(seat, _post(hand, seat, MISSED_BIG, chips))
        if SMALL in made_up:
            chips = hand.table.number("small_blind")
            hand.dead[seat] = _post(hand, seat, MISSED_SMALL, chips)


def _post(hand: Hand, seat: int, what: str, chips: int) -> int:
    """A blind or an ante, all in where the stack is short of it."""
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

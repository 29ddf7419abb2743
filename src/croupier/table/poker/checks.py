"""Whether a hand of poker can be dealt so: seats, chips, button and blinds, cards."""

from collections.abc import Mapping, Sequence

from croupier.cards.card import Card
from croupier.errors import BadCards, BadTable
from croupier.table.poker.missed_blinds import BIG, SMALL, Posts
from croupier.table.poker.table import PokerTable, Positions


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

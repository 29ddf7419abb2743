"""A fixed list of actions for Five Card Hold Out: acts, four sizes of bets, and all discards.

A size is a bet or a raise, whichever it is now. Discards name places, counted from the highest
card held: `discard 4 5` throws the two lowest of five.
"""

from collections.abc import Iterator

from croupier.cards.card import parse, text
from croupier.envs.deck import from_the_highest
from croupier.games.five_card_hold_out.rules import DEALT, MOST_DISCARDED
from croupier.table.poker.hand import Legal
from croupier.table.poker.view import HandView, SeatView

SIZES = ("least", "half pot", "pot", "most")
# As bits: place 1 counts one, place 2 two, place 3 four, and so on.
DISCARDS = tuple(
    tuple(place for place in range(DEALT) if bits >> place & 1)
    for bits in range(1 << DEALT)
    if bits.bit_count() <= MOST_DISCARDED
)
ACTIONS = (
    *("fold", "check", "call"),
    *SIZES,
    *(" ".join(["discard", *(str(place + 1) for place in places)]) for places in DISCARDS),
)
FIRST_DISCARD = ACTIONS.index("discard")


def own_seat(seen: HandView) -> SeatView:
    return next(seat for seat in seen.seats if seat.seat == seen.viewer)


def to_call(seen: HandView) -> int:
    return next((legal.most for legal in seen.legal if legal.action == "call"), 0)


def acts_of(seen: HandView) -> dict[int, str]:
    """The actions that the viewer may take now, each as an act for the table."""
    acts: dict[int, str] = {}
    for legal in seen.legal:
        if legal.action == "discard":
            acts.update(_discards(seen, legal))
        elif legal.action in ("bet", "raise"):
            acts.update(_sizes(seen, legal))
        else:
            acts[ACTIONS.index(legal.action)] = legal.action
    return acts


def _discards(seen: HandView, legal: Legal) -> Iterator[tuple[int, str]]:
    cards = from_the_highest(parse(own_seat(seen).shown))
    for action, places in enumerate(DISCARDS, start=FIRST_DISCARD):
        if legal.least <= len(places) <= legal.most:
            yield action, f"discard {text(cards[place] for place in places)}".rstrip()


def _sizes(seen: HandView, legal: Legal) -> Iterator[tuple[int, str]]:
    """Parts of the pot once the call is in it; what the limit forbids, or repeats, is left out."""
    call = to_call(seen)
    level, pot = own_seat(seen).bet + call, seen.pot + call
    wanted = (legal.least, level + pot // 2, level + pot, legal.most)
    for place, size in enumerate(wanted):
        if legal.least <= size <= legal.most and size not in wanted[:place]:
            yield ACTIONS.index(SIZES[place]), f"{legal.action} {size}"

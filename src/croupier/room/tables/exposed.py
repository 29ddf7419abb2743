"""A card that was turned over by mistake: the floor says which, and the ruling follows.

A player's own card plays on. The dealer's face-down card spoils a round, because somebody still has
to choose. At poker a card exposed in the deal is replaced, or the deal is a misdeal; once somebody
has acted, the hand stands. A card is named by its place, so that nobody learns a hidden card by
asking for it.
"""

from croupier.bank.act import Event
from croupier.cards.card import text
from croupier.errors import RuleError
from croupier.room.people.roles import check_may
from croupier.room.requests.decisions import decision
from croupier.room.state.hall import AnyTable, Asked, Hall, Step
from croupier.room.state.step import told
from croupier.room.tables.poker import hand_called_off, hand_exposed
from croupier.room.tables.poker_state import OpenPoker
from croupier.room.tables.rounds import EXPOSED, check_dealt_so, round_called_off
from croupier.room.tables.state import OpenTable, body
from croupier.rules.felt import Face, Hand
from croupier.table.events import DEALER

CAUSE = "exposed"
STANDS, REPLACED = "stands", "replaced"


@decision("exposed", "croupier.room.exposed.card_exposed")
def card_exposed(hall: Hall, asked: Asked, name: str, seat: int, number: int, reason: str) -> Step:
    """The card of that number at a seat, from 1; seat 0 is the dealer."""
    state = hall.table(name)
    check_may(hall.floor.people, asked.by, "rule on an exposed card")
    if state.round is None:
        raise RuleError(f"table {name}: no cards are in play", "room/round")
    check_dealt_so(state)
    if not reason.strip():
        raise RuleError("say how the card was exposed", "room/reason")
    if isinstance(state, OpenPoker):
        return _at_poker(hall, asked, state, seat, number, reason)
    card, face = _lying(state, seat, number)
    if face is Face.UP:
        raise RuleError(f"table {name}: {card} lies face up for all to see", "room/exposed")
    if seat == DEALER:
        why = f"the dealer's {card}: {reason}"
        return round_called_off(hall, asked, name, why, CAUSE)
    return _stands(state, asked, seat, number, card, reason)


def _lying(state: OpenTable, seat: int, number: int) -> tuple[str, Face]:
    now = state.round
    assert now is not None
    hands: tuple[Hand, ...] = ()
    if seat == DEALER:
        hands = (now.dealer,)
    elif state.plays(seat):
        hands = now.spot(seat).hands
    lie = [card for hand in hands for card in zip(hand.cards, hand.faces, strict=True)]
    if number not in range(1, len(lie) + 1):
        who = "the dealer" if seat == DEALER else f"seat {seat}"
        raise RuleError(
            f"table {state.name}: card {number} of {who}; {len(lie)} cards lie there",
            "room/exposed",
        )
    card, face = lie[number - 1]
    return text((card,)), face


def _at_poker(
    hall: Hall, asked: Asked, state: OpenPoker, seat: int, number: int, reason: str
) -> Step:
    hand = state.round
    assert hand is not None
    held = hand.held[seat] if seat in hand.in_hand else ()
    if number not in range(1, len(held) + 1):
        raise RuleError(
            f"table {state.name}: card {number} of seat {seat}, which holds {len(held)} cards",
            "room/exposed",
        )
    card = text((held[number - 1],))
    if hand.is_misdeal(seat, number):
        return hand_called_off(hall, asked, state.name, f"seat {seat}, {card}: {reason}", CAUSE)
    if not hand.untouched:
        return _stands(state, asked, seat, number, card, reason)
    said = exposed_body(asked, state, seat, number, card, REPLACED, reason)
    state = state.opened_by(asked.keys)
    hand = state.round
    assert hand is not None
    return hand_exposed(state, asked, hand.expose(seat, number), Event(EXPOSED, body(said)))


def _stands(state: AnyTable, asked: Asked, seat: int, number: int, card: str, reason: str) -> Step:
    said = exposed_body(asked, state, seat, number, card, STANDS, reason)
    return told(state, asked, [Event(EXPOSED, body(said))])


def exposed_body(
    asked: Asked, state: AnyTable, seat: int, number: int, card: str, ruling: str, reason: str
) -> dict[str, object]:
    """What the log is told; `place` is the number of the card, `number` that of the round."""
    return {
        "by": asked.by,
        "number": state.rounds,
        "seat": seat,
        "player": state.seats[seat],
        "place": number,
        "card": card,
        "ruling": ruling,
        "reason": reason,
    }

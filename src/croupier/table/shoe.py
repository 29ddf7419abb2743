"""A shuffled shoe: the commitment before the bets, the cards of each round, the proof at the end.

The secret tells every card still to come. It leaves this file in `to_json`, the house's own book,
and in `record`, which is to be published only once `is_finished`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from croupier import fair
from croupier.cards.card import Card, text
from croupier.errors import BadRecord, RuleError
from croupier.rules.registry import rules_hash
from croupier.rules.vocabulary import Deal, Game, program
from croupier.table.events import Dealt
from croupier.table.round import Round
from croupier.table.source import Deck
from croupier.table.table import Table

NewSecret = Callable[[int], bytes]
Record = Mapping[str, object]

CUT_CARD = "cut_card"  # the house option: cards dealt before the shoe is shuffled again
LONGEST_WORD = 200


@dataclass(frozen=True, slots=True)
class Shoe:
    decks: int
    secret: bytes = field(repr=False)  # so that no message can tell it
    entropy: tuple[tuple[str, str], ...] = ()
    first: int = 0  # the place in the shoe of the next round's first card

    @property
    def commitment(self) -> str:
        """Shown before the bets; the secret cannot be changed after that."""
        return fair.commitment(self.decks, self.secret)

    def mixed_with(self, who: str, word: str) -> "Shoe":
        """The shoe with a player's word mixed in, as long as none of its cards is dealt."""
        if self.first > 0:
            raise RuleError(
                "cards of this shoe are dealt already; words are mixed in after the next shuffle",
                "shoe/dealt",
            )
        if not 0 < len(word) <= LONGEST_WORD:
            raise RuleError(f"a word has 1 to {LONGEST_WORD} characters", "shoe/word")
        try:
            word.encode()
        except UnicodeEncodeError as broken:
            raise RuleError(
                "that word is not valid Unicode; write another", "shoe/word"
            ) from broken
        return replace(self, entropy=(*self.entropy, (who, word)))

    def to_json(self) -> dict[str, object]:
        """For the house's own book: it holds the secret."""
        return {
            "decks": self.decks,
            "secret": self.secret.hex(),
            "entropy": [list(pair) for pair in self.entropy],
            "first": self.first,
        }


def from_json(data: Record) -> Shoe:
    """The shoe that `to_json` wrote; anything else is refused."""
    shoe = read_shoe(data)
    try:
        fair.shuffled(shoe.decks, shoe.secret, shoe.entropy)  # refuses what could not be shuffled
    except ValueError as broken:
        raise BadRecord(f"not a shoe ({broken})", "record/shoe") from broken
    return shoe


def read_shoe(data: Record) -> Shoe:
    """The same, not tried: whether it can be shuffled shows when it is."""
    try:
        decks, secret, first = data["decks"], bytes.fromhex(str(data["secret"])), data["first"]
        entropy = data["entropy"]
        if type(decks) is not int or type(first) is not int or not isinstance(entropy, list):
            raise ValueError("decks and first must be whole numbers, entropy a list")
        if not 0 <= first < 52 * decks:
            raise ValueError(f"first is {first}")
        shoe = Shoe(decks, secret, tuple((str(who), str(word)) for who, word in entropy), first)
    except (KeyError, TypeError, ValueError) as broken:
        raise BadRecord(f"not a shoe ({broken})", "record/shoe") from broken
    return shoe


def new_shoe(table: Table, *, new_secret: NewSecret = fair.new_secret) -> Shoe:
    """A shoe for the next round of this table."""
    return Shoe(table.game.decks, new_secret(table.game.decks))


def source(shoe: Shoe) -> Deck:
    """The cards from the next round's first on. To be called once the last word is in."""
    order = fair.shuffled(shoe.decks, shoe.secret, shoe.entropy)
    return Deck(cast(tuple[Card, ...], order[shoe.first :]))


def dealt(state: Round) -> tuple[Card, ...]:
    """All cards of a round in the order in which they left the shoe."""
    return tuple(card for event in state.events if isinstance(event, Dealt) for card in event.cards)


def deals(shoe: Shoe, state: Round) -> bool:
    """Whether the cards of this round are the ones that this shoe gives."""
    cards = dealt(state)
    return source(shoe).cards[: len(cards)] == cards


def after_round(shoe: Shoe, state: Round) -> Shoe:
    """The same shoe, less the cards of this round."""
    return _after(shoe, len(dealt(state)))


def _after(shoe: Shoe, cards: int) -> Shoe:
    return Shoe(shoe.decks, shoe.secret, shoe.entropy, shoe.first + cards)


def follows(shoe: Shoe, cards: int, following: Shoe, table: Table) -> bool:
    """Whether a round that took so many cards of one shoe may leave the other: it or a new one."""
    if _is_finished(shoe.decks, shoe.first + cards, table):
        return not (following.first or following.entropy)
    return following == _after(shoe, cards)


def is_finished(shoe: Shoe, table: Table) -> bool:
    """Whether the shoe is shuffled before the next round, and so may be proved now.

    That is after every round, unless there is a cut card; then, when the cut card is reached, or
    when what is left might not do for a full table.
    """
    return _is_finished(shoe.decks, shoe.first, table)


def _is_finished(decks: int, first: int, table: Table) -> bool:
    if first >= int(table.options.get(CUT_CARD, 0)):
        return first > 0
    return first > 0 and 52 * decks - first < most_cards(table.game)


def most_cards(game: Game) -> int:
    """No round of this game deals more: every deal of the flow, at every seat."""
    line = program(game.flow, game.seats_max)
    return sum(step.cards for step, _ in line if isinstance(step, Deal))


def record(shoe: Shoe, state: Round) -> dict[str, object]:
    """What `fair.check` verifies of a round that was dealt from this shoe. It tells the secret."""
    if not state.over:
        raise BadRecord("the round is not over; its cards cannot be told yet", "record/shoe")
    return {
        "game": state.table.game.id,
        "rules": rules_hash(),
        **shoe.to_json(),
        "commitment": shoe.commitment,
        "dealt": text(dealt(state)),
    }


def joined(records: Sequence[Record]) -> dict[str, object]:
    """The records of one shoe's rounds, in order, as one record of all its cards."""
    if not records or len({str(part["commitment"]) for part in records}) > 1:
        raise BadRecord("only the rounds of one shoe can be joined", "record/shoe")
    return {**records[0], "dealt": " ".join(str(part["dealt"]) for part in records)}

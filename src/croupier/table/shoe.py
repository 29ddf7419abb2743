"""A shuffled shoe: the commitment before the bets, the cards of each round, the proof at the end.

The secret determines every card still to come. It leaves this module only in `to_json`, a player's
own saved game, and in `record`, which may be published only once `is_finished`. A room's books hold
`published`, without the secret; its snapshots hold `kept`, with the secret sealed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from croupier import fair
from croupier.cards.card import Card, text
from croupier.errors import BadRecord, RuleError
from croupier.games.registry import rules_hash
from croupier.rules.vocabulary import CUT_CARD, Deal, Game, program
from croupier.table.events import Dealt
from croupier.table.round import Round
from croupier.table.source import Deck
from croupier.table.table import Table

NewSecret = Callable[[int], bytes]
Seal = Callable[[str, bytes], str]  # (commitment, secret) → the secret encrypted for the house
ShoeRecord = Mapping[str, object]

LONGEST_WORD = 200
DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Shoe:
    decks: int
    secret: bytes = field(repr=False, compare=False)  # empty if sealed or not yet revealed
    entropy: tuple[tuple[str, str], ...] = ()
    first: int = 0  # index in the shoe of the next round's first card
    commitment: str = ""  # published before the bets; fixes the secret
    sealed: str = field(default="", repr=False, compare=False)  # the secret, for a snapshot

    def __post_init__(self) -> None:
        if not self.commitment:
            object.__setattr__(self, "commitment", fair.commitment(self.decks, self.secret))

    def sealed_by(self, seal: Seal) -> "Shoe":
        """The same shoe with its secret sealed, for storage."""
        if self.sealed or not self.secret:
            return self
        return replace(self, sealed=seal(self.commitment, self.secret))

    def with_secret(self, secret: bytes) -> "Shoe":
        """The same shoe with its secret; refuses one that does not match the commitment."""
        try:
            right = fair.commitment(self.decks, secret) == self.commitment
        except ValueError:
            right = False
        if not right:
            raise BadRecord(
                f"the secret is not that of the commitment {self.commitment}", "record/secret"
            )
        return Shoe(self.decks, secret, self.entropy, self.first, self.commitment, self.sealed)

    def mixed_with(self, who: str, word: str) -> "Shoe":
        """The shoe with a player's word mixed in; refused once a card has been dealt."""
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

    def published(self) -> dict[str, object]:
        """For the books, while cards are still to come: without the secret."""
        return {
            "commitment": self.commitment,
            "decks": self.decks,
            "entropy": [list(pair) for pair in self.entropy],
            "first": self.first,
        }

    def sealed_json(self) -> dict[str, object]:
        """For the state of a table: with the secret, sealed."""
        assert self.sealed or not self.secret, "a secret is sealed before it is kept"
        return {**self.published(), "sealed": self.sealed}

    def to_json(self) -> dict[str, object]:
        """For a player's own saved game, and for a proof: contains the secret."""
        assert self.secret, "the secret is not here"
        return {
            "decks": self.decks,
            "secret": self.secret.hex(),
            "entropy": [list(pair) for pair in self.entropy],
            "first": self.first,
        }


def from_json(data: ShoeRecord) -> Shoe:
    """The shoe that `to_json` wrote; anything else is refused."""
    shoe = read_shoe(data)
    try:
        fair.shuffled(shoe.decks, shoe.secret, shoe.entropy)  # raises if it cannot be shuffled
    except ValueError as broken:
        raise BadRecord(f"not a shoe ({broken})", "record/shoe") from broken
    return shoe


def read_shoe(data: ShoeRecord) -> Shoe:
    """A shoe as published or kept (older books include the secret); not verified."""
    try:
        decks, first, entropy = data["decks"], data["first"], data["entropy"]
        if type(decks) is not int or type(first) is not int or not isinstance(entropy, list):
            raise ValueError("decks and first must be whole numbers, entropy a list")
        if not 0 <= first < 52 * decks:
            raise ValueError(f"first is {first}")
        words = tuple([(str(who), str(word)) for who, word in entropy])
        if "commitment" not in data:
            return Shoe(decks, bytes.fromhex(str(data["secret"])), words, first)
        commitment, sealed = str(data["commitment"]), str(data.get("sealed", ""))
        if DIGEST.fullmatch(commitment) is None:
            raise ValueError("the commitment must be 64 hex digits")
        return Shoe(decks, b"", words, first, commitment, sealed)
    except (KeyError, TypeError, ValueError) as broken:
        raise BadRecord(f"not a shoe ({broken})", "record/shoe") from broken


def new_shoe(table: Table, *, new_secret: NewSecret = fair.new_secret) -> Shoe:
    """A shoe for the next round of this table."""
    return Shoe(table.game.decks, new_secret(table.game.decks))


def source(shoe: Shoe) -> Deck:
    """The cards from the next round's first on. Call it only once the last word is in."""
    order = fair.shuffled(shoe.decks, shoe.secret, shoe.entropy)
    return Deck(cast(tuple[Card, ...], order[shoe.first :]))


def dealt(state: Round) -> tuple[Card, ...]:
    """All cards of a round in the order in which they left the shoe."""
    return tuple(card for event in state.events if isinstance(event, Dealt) for card in event.cards)


def deals(shoe: Shoe, state: Round) -> bool:
    """Whether this round was dealt from this shoe."""
    cards = dealt(state)
    return source(shoe).cards[: len(cards)] == cards


def after_round(shoe: Shoe, state: Round) -> Shoe:
    """The same shoe, less the cards of this round."""
    return _after(shoe, len(dealt(state)))


def _after(shoe: Shoe, cards: int) -> Shoe:
    return Shoe(
        shoe.decks, shoe.secret, shoe.entropy, shoe.first + cards, shoe.commitment, shoe.sealed
    )


def follows(shoe: Shoe, cards: int, following: Shoe, table: Table) -> bool:
    """Whether `following` may come after a round of `cards` cards: the same shoe, or a new one."""
    if ends(shoe, cards, table):
        return is_new(following, shoe)
    return following == _after(shoe, cards)


def is_new(shoe: Shoe, before: Shoe | None) -> bool:
    """Whether the shoe is untouched, and not the previous one."""
    other = before is None or before.commitment != shoe.commitment
    return other and not (shoe.first or shoe.entropy)


def ends(shoe: Shoe, cards: int, table: Table) -> bool:
    """Whether a round of `cards` cards is the last from this shoe."""
    return _is_finished(shoe.decks, shoe.first + cards, table)


def is_finished(shoe: Shoe, table: Table) -> bool:
    """Whether the shoe is reshuffled before the next round, so that its secret may be revealed.

    That is after every round, unless there is a cut card; then once the cut card is reached, or
    when the remaining cards might not suffice for a full table.
    """
    return _is_finished(shoe.decks, shoe.first, table)


def _is_finished(decks: int, first: int, table: Table) -> bool:
    if first >= int(table.options.get(CUT_CARD, 0)):
        return first > 0
    return first > 0 and 52 * decks - first < most_cards(table.game)


def most_cards(game: Game) -> int:
    """An upper bound on the cards of a round: every deal of the flow, at every seat."""
    line = program(game.flow, game.seats_max)
    return sum(step.cards for step, _ in line if isinstance(step, Deal))


def record(shoe: Shoe, state: Round, *, abandoned: bool = False) -> dict[str, object]:
    """The proof that `fair.check` verifies for a round from this shoe. It reveals the secret.

    A round that was called off is included as far as it went.
    """
    if not (state.over or abandoned):
        raise BadRecord("the round is not over; its cards cannot be told yet", "record/shoe")
    return proof(shoe, state.table.game.id, dealt(state), abandoned=abandoned)


def proof(shoe: Shoe, game: str, cards: Sequence[Card], *, abandoned: bool) -> dict[str, object]:
    return {
        "game": game,
        "rules": rules_hash(),
        **shoe.to_json(),
        "commitment": shoe.commitment,
        "dealt": text(cards),
        **({"abandoned": True} if abandoned else {}),
    }


def joined(records: Sequence[ShoeRecord]) -> dict[str, object]:
    """Joins the records of one shoe's rounds, in order, into one record of all its cards."""
    if not records or len({str(part["commitment"]) for part in records}) > 1:
        raise BadRecord("only the rounds of one shoe can be joined", "record/shoe")
    return {**records[0], "dealt": " ".join(str(part["dealt"]) for part in records)}

"""The shuffles of one window of the books, computed as a batch, which is several times faster."""

from collections.abc import Iterable
from typing import cast

from croupier import fair
from croupier.cards.card import Card
from croupier.table.shoe import Shoe, source
from croupier.table.source import Deck

DECKS = range(1, fair.MOST_DECKS + 1)
SECRET = '"secret":"'  # never inside a JSON string: quotes are escaped there
SIZES = {2 * len(fair.new_secret(decks)): decks for decks in DECKS}  # of a secret in hex
WORTH = 300  # shoes; for fewer, loading NumPy costs more than it saves


class Shuffles:
    """The secrets revealed in a window, by commitment, and the cards that each gives."""

    def __init__(self, bodies: Iterable[str] = ()) -> None:
        """Collects the secrets in these event bodies."""
        self.secrets: dict[str, bytes] = {}
        self.orders: dict[bytes, bytes] = {}
        for body in bodies:
            self.learn(body)
        if len(self.secrets) >= WORTH:
            try:
                self._shuffle()
            except (
                ImportError,
                IndexError,
                ValueError,
            ):  # no NumPy, or a rare shuffle it cannot do
                self.orders = {}

    def learn(self, body: str) -> None:
        """Notes the secret in a body, if any: of a shoe that ends (in older books, begins)."""
        place = body.rfind(SECRET) + len(SECRET)
        if place < len(SECRET):
            return
        secret = body[place : body.find('"', place)]
        decks = SIZES.get(len(secret))
        if decks is not None:
            try:
                found = bytes.fromhex(secret)
                self.secrets[fair.commitment(decks, found)] = found
            except ValueError:  # not hex
                return

    def _shuffle(self) -> None:
        from croupier.kernels.shuffles import orders

        by_decks: dict[int, list[bytes]] = {}
        for secret in self.secrets.values():
            by_decks.setdefault(SIZES[2 * len(secret)], []).append(secret)
        for decks, secrets in by_decks.items():
            self.orders |= zip(secrets, orders(decks, secrets), strict=True)

    def with_secret(self, shoe: Shoe) -> Shoe:
        """The shoe with its secret, if this window reveals it."""
        secret = b"" if shoe.secret else self.secrets.get(shoe.commitment, b"")
        if not secret:
            return shoe
        if SIZES[2 * len(secret)] != shoe.decks:
            return shoe.with_secret(secret)  # raises, and says what is wrong
        return Shoe(shoe.decks, secret, shoe.entropy, shoe.first, shoe.commitment, shoe.sealed)

    def source(self, shoe: Shoe) -> Deck:
        """The cards from the next round's first card on, as table/shoe.py gives them."""
        order = None if shoe.entropy else self.orders.get(shoe.secret)
        if order is None or len(order) != 52 * shoe.decks:
            return source(shoe)
        return Deck(cast(tuple[Card, ...], tuple(order[shoe.first :])))

"""The shuffles of a stretch of the books, made together: so one costs a fraction of its time."""

import json
from collections.abc import Iterable, Sequence

from croupier import fair
from croupier.table.shoe import Shoe, read_shoe, source

HEADS = {  # of a new shoe as it is written, up to its secret
    f'"shoe":{{"decks":{decks},"entropy":[],"first":0,"secret":"': decks
    for decks in range(1, fair.MOST_DECKS + 1)
}
HEAD, BEGINS, END = len(min(HEADS)), len('"shoe":'), '"}}'
WORTH = 300  # shoes that take as long as it takes to load NumPy


class Shuffles:
    """Shoes by how they are written, and their cards by their secrets."""

    def __init__(self, bodies: Iterable[str] = ()) -> None:
        """The shoes that are told in these bodies of events, as they are when they are new."""
        self.shoes: dict[str, Shoe] = {}
        self.orders: dict[bytes, bytes] = {}
        found = [told for body in bodies if body.endswith(END) and (told := _told(body))]
        if len(found) < WORTH:
            return
        try:
            self.shoes = {text: _new(decks, secret) for text, decks, secret in found}
            self._shuffle()
        except (ImportError, IndexError, ValueError):  # no NumPy, or no secrets
            self.orders = {}

    def _shuffle(self) -> None:
        from croupier.kernels.shuffles import orders

        for decks in {shoe.decks for shoe in self.shoes.values()}:
            secrets = [shoe.secret for shoe in self.shoes.values() if shoe.decks == decks]
            self.orders |= zip(secrets, orders(decks, secrets), strict=True)

    def shoe(self, text: str) -> Shoe:
        return self.shoes.get(text) or read_shoe(json.loads(text))

    def cards(self, shoe: Shoe) -> Sequence[int]:
        """The cards that `source` gives."""
        order = None if shoe.entropy else self.orders.get(shoe.secret)
        if order is None or len(order) != 52 * shoe.decks:
            return source(shoe).cards
        return order[shoe.first :]


def _told(body: str) -> tuple[str, int, str] | None:
    """The new shoe that a body ends with: as it is written, its decks, its secret."""
    place = body.rfind('"', 0, -len(END)) + 1
    decks = HEADS.get(body[place - HEAD : place])
    if decks is None:
        return None
    return body[place - HEAD + BEGINS : -1], decks, body[place : -len(END)]


def _new(decks: int, secret: str) -> Shoe:
    shoe = Shoe(decks, bytes.fromhex(secret))
    if len(secret) != 2 * len(shoe.secret):  # blanks, which a reader of hex passes over
        raise ValueError(f"not as secrets are written: {len(secret)} characters")
    return shoe

"""Requests as earlier programs wrote them down: an act of theirs that is sent again is known."""

import json
from collections.abc import Callable, Iterator, Mapping

from croupier.bank.act import Receipt
from croupier.bank.reading import act_of
from croupier.bank.store import Store
from croupier.odds.worth import worth_from_json
from croupier.room.requests.text import earlier_texts
from croupier.room.tables.tables import OPENED, table_opened


def older_texts(
    store: Store,
    receipt: Receipt,
    by: str,
    decide: Callable[..., object],
    about: tuple[object, ...],
    more: Mapping[str, object],
) -> Iterator[str]:
    """What the same request was as a text, for the act that stands in the books."""
    yield from earlier_texts(by, decide, about, more)
    if decide is table_opened:  # until protocol 2, whoever asked gave the worth
        for event in act_of(store, receipt).events:
            if event.kind == OPENED and "worth" in (said := json.loads(event.body)):
                worth = tuple(worth_from_json(one) for one in said["worth"])
                yield from earlier_texts(by, decide, (*about, worth), more)

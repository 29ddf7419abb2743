"""`croupier room reverse`: what was printed when an act was done is enough to take it back."""

from croupier.cli.room.run import looked_into
from croupier.cli.room.two import propose
from croupier.room.cage.posting_names import posting_named
from croupier.room.people.matters import Reversal


def run(
    bank: str,
    by: str,
    key: str,
    written: str,
    second: str,
    reason: str,
    hours: int,
    *,
    as_json: bool,
) -> None:
    with looked_into(bank) as store:
        posting = posting_named(store, written)  # records never change, so it is still that one
    propose(bank, by, key, Reversal(posting, reason), second, hours, as_json=as_json)

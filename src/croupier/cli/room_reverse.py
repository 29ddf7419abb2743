"""`croupier room reverse`: what was printed when an act was done is enough to take it back."""

from croupier.cli import room_said
from croupier.cli.room_run import act, looked_into
from croupier.room.cage import reversed_
from croupier.room.named import posting_named


def run(
    bank: str, by: str, key: str, written: str, second: str, reason: str, *, as_json: bool
) -> None:
    with looked_into(bank) as store:
        posting = posting_named(store, written)  # records never change, so it is still that one
    said = room_said.reversed_
    act(bank, by, key, reversed_, posting, second, reason, said=said, as_json=as_json)

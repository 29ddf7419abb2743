"""`croupier serve` with a fault built into it, for the drill to find.

python -m tests.web.drill.false_server forgets-keys serve --bank bank.db
"""

import secrets
import sys
from collections.abc import Sequence
from random import random
from typing import Any

from croupier.bank.batch import Batch
from croupier.cli import main
from croupier.room.requests.request import Request
from croupier.room.room import Room
from croupier.web import table_socket

OFTEN = 0.2


def forget_keys() -> None:
    """An act that is sent again is another act."""

    def request(key: str, by: str, decide: str, *about: Any) -> Request:
        return Request(key + secrets.token_hex(2), by, decide, *about)

    table_socket.Request = request  # type: ignore[misc, assignment]


def answer_without_writing() -> None:
    """A choice is sometimes answered as if it were in the books."""
    do_all, write = Room.do_all, Batch.write

    def answered(room: Room, requests: Sequence[Request]) -> Any:
        if random() < OFTEN and all(one.decide == "act" for one in requests):
            Batch.write = lambda batch: None  # type: ignore[method-assign]
        try:
            return do_all(room, requests)
        finally:
            Batch.write = write  # type: ignore[method-assign]

    Room.do_all = answered  # type: ignore[method-assign]


FAULTS = {"forgets-keys": forget_keys, "answers-without-writing": answer_without_writing}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    main()

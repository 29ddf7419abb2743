"""What the replay of a table needs from the rest of the books."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from croupier.bank.audit.books import AuditFailed
from croupier.room.audit.replay.engines import PostedAs
from croupier.room.audit.replay.own_stakes import OwnCounts
from croupier.room.audit.replay.shuffles import Shuffles
from croupier.room.books.notable import Parts
from croupier.room.tables.shoes import ShoeEnd
from croupier.room.tables.words import PendingBets
from croupier.table.shoe import Shoe


class ReplayInputs(NamedTuple):
    posted_at: Callable[[int], PostedAs]  # how the table was posted by the event of that version
    game_before: Callable[[int], str]  # its game after that many events …
    shoe_before: Callable[[int], Shoe]  # … the next shoe …
    before_at: Callable[[int], PendingBets]  # … and the bets and words pending for its deal
    shoe_end: Callable[[int, Shoe], ShoeEnd]  # the end of the shoe in use after that many events
    shuffles: Shuffles
    parts: Mapping[str, Parts]  # events that acts sent to meters, by key
    own: OwnCounts  # what acts count under the limits of players
    sealed_since: int  # the record after which secrets are stored sealed
    excuse: Callable[[AuditFailed], None]  # raises the difference, unless it is declared known

"""Whether the server is alive, and whether it is ready for visitors: reasons against, as words.

They tell nothing about people or money, and cost nothing: everything is known already.
"""

from collections.abc import Callable

from croupier.room.owner import Owner
from croupier.web.watch.watch import ServerWatch

# Seconds for which the room's owner may be silent; several times a second it refreshes. A database
# that does not answer keeps it silent for up to half a minute, which a restart would not improve.
DEAD, SLOW = 60.0, 5.0


class Health:
    def __init__(self, watch: ServerWatch, owner: Callable[[], Owner | None]) -> None:
        self.watch, self.owner = watch, owner

    def alive(self) -> list[str]:
        """Why the process should be restarted. That this runs shows that the event loop does."""
        owner = self.owner()
        return ["owner"] if owner is not None and owner.silent > DEAD else []

    def ready(self) -> list[str]:
        """Why it should get no visitors."""
        owner = self.owner()
        reasons = []
        if self.watch.starting:  # the house has not begun, or not all tables are served
            reasons.append("starting")
        if self.watch.stopping:
            reasons.append("stopping")
        if owner is not None and owner.silent > SLOW:
            reasons.append("owner")
        if owner is not None and owner.fails:
            reasons.append("books")
        return reasons

"""What is done to the meters of an open room: opened, lowered, taken out of play."""

from croupier.bank.meters.events import Authority, Lowered, MeterOpened, Why
from croupier.bank.meters.rules import HOUSE_JACKPOT
from croupier.bank.store import Store
from croupier.desk.room.acts import Outcome, act
from croupier.desk.room.answers import propose
from croupier.errors import BadMeter, RuleError
from croupier.money import Cents
from croupier.room.people.matters import MeterChange, MeterEnd, MeterOpening
from croupier.room.people.proposals import HOURS
from croupier.room.room import Room

WHYS = {one.name.lower().replace("_", " "): one for one in Why}


def open_meter(
    room: Room,
    key: str,
    by: str,
    name: str,
    opening: MeterOpened,
    hours: int = HOURS,
    second: str = "",
) -> Outcome:
    """Opens a meter; if money is carried over it is only proposed, as that takes two people."""
    if opening.carried is None:
        return act(room, key, by, "open_meter", name, opening)
    return propose(room, key, by, MeterOpening(name, opening), hours, second)


def lowering(name: str, why: str, cents: Cents, reason: str, by: str) -> MeterChange:
    """A meter lowered for one of the reasons that the law knows, in a few words."""
    if why not in WHYS:
        raise RuleError(f"--why {why!r}; it is one of: {', '.join(WHYS)}", "jackpot/lowered")
    return MeterChange(name, Lowered(WHYS[why], cents, Authority(reason, by, "")))


def meter_end(
    store: Store, name: str, to: str, reason: str, *, to_players: bool, receipts: bool
) -> MeterEnd:
    """Requires a destination for its money; a house jackpot has no money, so it takes none."""
    rules = Room(store).hall.meter(name).meter.rules
    if rules.kind != HOUSE_JACKPOT and (bool(to), to_players, receipts).count(True) != 1:
        raise BadMeter(
            f"{name}: say where its money goes, in one way: --to METER, --to-players, or --receipts"
            " if no other progressive is left",
            "jackpot/unsaid",
        )
    return MeterEnd(name, to or None, to_players, reason)

"""The audit rule of every act, by the kind of its stream and of its first event.

An audit checks all acts except plain rounds, in the order of the chain (room/audit/run.py). The
rule of an act compares it with the past (room/audit/past.py), raises a Difference if the act was
not possible, updates the past as the act did, and returns the postings, new accounts and further
events that the act must have had (`Must`). Anything else in the act is a difference; so is an act
without a row here: nothing claims it.

To add a kind of event: write its rule (who may do it, was it possible then, what did it move), give
it a row, and forge it in tests/room/test_forgeries.py. A rule that needs balances after the act
names the accounts in `asks` and finds them in `act.after`. If the event changes a snapshot, add
that to room/audit/past.py and room/audit/snapshots.py.

Rounds are replayed instead, as the chain is read (room/audit/replay/replay.py), and so are the
meters that they feed (room/audit/meters.py). room/audit/run.py checks who dealt and acted in them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from croupier.bank.meters.meter import BY_HAND
from croupier.room.audit.claims import cage as claims_cage
from croupier.room.audit.claims import meter as claims_meter
from croupier.room.audit.claims import own_limits as claims_own
from croupier.room.audit.claims import people as claims_people
from croupier.room.audit.claims import table as claims_table
from croupier.room.audit.claims.audited_act import Must, Seen
from croupier.room.audit.claims.people import check_two_acts
from croupier.room.audit.difference import UNREADABLE, Difference
from croupier.room.audit.past import Past
from croupier.room.cage import cash_postings
from croupier.room.names import CAGE, DIFFERENCES, PROPOSALS, ROOM, SIGN_INS
from croupier.room.own_limits import state as own_limits
from croupier.room.people import floor, proposal_state, sign_ins
from croupier.room.people.known_differences import KNOWN
from croupier.room.tables import mistakes, seats, tables
from croupier.room.tables.state import ROUND

ClaimCheck = Callable[[Past, Seen], Must]


class ClaimRule(NamedTuple):
    rule: ClaimCheck
    asks: Callable[[Seen], Sequence[str]] | None = None  # accounts whose balances it needs
    is_part: bool = False  # whether it belongs to an act of another stream


CLAIMS: Mapping[tuple[str, str], ClaimRule] = {
    (ROOM, floor.FOUNDED): ClaimRule(claims_people.founded),
    (ROOM, floor.ENROLLED): ClaimRule(claims_people.enrolled),
    (ROOM, floor.DISMISSED): ClaimRule(claims_people.dismissed, claims_people.deposit_of_dismissed),
    (ROOM, floor.APPROVED): ClaimRule(claims_people.approved),
    (CAGE, cash_postings.DEPOSITED): ClaimRule(claims_cage.by_player),
    (CAGE, cash_postings.WITHDRAWN): ClaimRule(claims_cage.by_player),
    (CAGE, cash_postings.BANKED): ClaimRule(claims_cage.banked, claims_cage.players_money),
    (CAGE, cash_postings.DRAWN): ClaimRule(claims_cage.banked, claims_cage.players_money),
    (CAGE, cash_postings.AWARDED): ClaimRule(claims_cage.awarded),
    (CAGE, cash_postings.REVERSED): ClaimRule(claims_cage.reversed_),
    ("table", tables.OPENED): ClaimRule(claims_table.opened),
    ("table", cash_postings.CLOSED): ClaimRule(claims_table.closed, claims_table.box_and_tray),
    ("table", cash_postings.FILLED): ClaimRule(claims_table.filled),
    ("table", cash_postings.CREDITED): ClaimRule(claims_table.filled, claims_table.box_and_tray),
    ("table", cash_postings.BOUGHT): ClaimRule(claims_table.bought, claims_own.all_chips),
    ("table", cash_postings.CASHED): ClaimRule(claims_table.cashed, claims_table.chips),
    ("table", cash_postings.ACKNOWLEDGED): ClaimRule(claims_table.acknowledged),
    ("table", mistakes.CALLED_OFF): ClaimRule(claims_table.called_off),
    ("table", mistakes.WORD): ClaimRule(claims_table.word),
    ("table", seats.SAT_OUT): ClaimRule(claims_table.sat),
    ("table", seats.SAT_IN): ClaimRule(claims_table.sat),
    ("table", seats.LEAVES): ClaimRule(claims_table.leaves),
    ("table", ROUND): ClaimRule(claims_table.round_),
    ("table", mistakes.EXPOSED): ClaimRule(claims_table.exposed),
    ("table", cash_postings.CORRECTED): ClaimRule(claims_cage.corrected),
    ("table", cash_postings.REVERSED): ClaimRule(claims_cage.correction_reversed),
    ("meter", "opened"): ClaimRule(claims_meter.opened),
    **{("meter", kind): ClaimRule(claims_meter.changed) for kind in BY_HAND},
    ("meter", "received"): ClaimRule(claims_meter.received, is_part=True),
    ("meter", "discontinued"): ClaimRule(claims_meter.discontinued),
    (PROPOSALS, proposal_state.PROPOSED): ClaimRule(claims_people.proposed),
    (PROPOSALS, proposal_state.SECONDED): ClaimRule(claims_people.seconded, is_part=True),
    (PROPOSALS, proposal_state.REFUSED): ClaimRule(claims_people.refused),
    (PROPOSALS, proposal_state.WITHDRAWN): ClaimRule(claims_people.refused),
    (DIFFERENCES, KNOWN): ClaimRule(claims_people.known),
    **{(SIGN_INS, kind): ClaimRule(claims_people.sign_in) for kind in sign_ins.KINDS},
    **{("own", kind): ClaimRule(claims_own.changed) for kind in own_limits.OWN_ACTS},
    **{
        ("own", kind): ClaimRule(claims_own.counted, claims_own.stakes_accounts, is_part=True)
        for kind in own_limits.COUNTS
    },
}
# Events that are parts of other acts, and otherwise acts of their own.
AS_PARTS = {("table", ROUND): ClaimRule(claims_own.bets_taken_back, is_part=True)}
KEEP_NO_SNAPSHOT = {CAGE, DIFFERENCES, SIGN_INS}


def _claim(act: Seen) -> ClaimRule | None:
    place = act.of, act.kind
    return AS_PARTS[place] if act.is_part and place in AS_PARTS else CLAIMS.get(place)


def asks(act: Seen) -> Sequence[str]:
    """The accounts whose balances the act's rule needs."""
    claim = _claim(act)
    return () if claim is None or claim.asks is None else claim.asks(act)


def judge(past: Past, act: Seen) -> None:
    """Raises a Difference if the act breaks its rule, or has none."""
    claim = _claim(act)
    if claim is None:
        what = f"{act.kind} at the stream {act.stream}" if act.kind else "an act without events"
        raise Difference(f"{what}: nothing claims it")
    if act.is_part != claim.is_part:
        word = "as a part of another act" if act.is_part else "as an act of its own"
        raise Difference(f"{act.kind} {word}: nothing claims it")
    must = claim.rule(past, act)
    past.ruled = act.sequence
    act.check(must, past.accounts)
    check_two_acts(past, act)
    _check_snapshot(act)
    _written(past, act)


def passed_over(past: Past, act: Seen) -> None:
    """A known difference: the past is updated all the same, as far as its rule can follow it."""
    claim = _claim(act)
    if past.ruled != act.sequence:
        past.any_one = True
        try:
            if claim is None:
                raise Difference(act.kind)
            claim.rule(past, act)
        except (Difference, *UNREADABLE):
            past.unsure.add(act.stream)
        finally:
            past.any_one = False
    past.parts.pop(act.key, None)
    past.before_approval = None
    _written(past, act)


def _written(past: Past, act: Seen) -> None:
    past.accounts |= {row.name for row in act.whole.accounts}
    past.versions[act.stream] = act.version


def _check_snapshot(act: Seen) -> None:
    """A stream is resumed from its last snapshot, so only events of rounds may follow one."""
    kept = act.whole.act.snapshot is not None
    if act.kind != ROUND and kept == (act.stream in KEEP_NO_SNAPSHOT):
        word = "keeps a snapshot of" if kept else "keeps no snapshot of"
        raise Difference(f"{act.kind} {word} {act.stream}")

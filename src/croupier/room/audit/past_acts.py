"""What the windows of the chain hand on, judged in the chain's order against what was before it."""

from collections import Counter
from collections.abc import Iterator

from croupier.bank.audit.books import AuditFailed
from croupier.bank.audit.run import Audited
from croupier.bank.store import Store
from croupier.room.audit.claims.claimed import Seen, where
from croupier.room.audit.claims.claims import judge, passed_over
from croupier.room.audit.claims.table import check_at_seat
from croupier.room.audit.difference import UNREADABLE, Difference
from croupier.room.audit.past import Past, PastTable
from croupier.room.audit.window import Found
from croupier.room.books.witness import Acted, Dealt, Fact, Run
from croupier.room.people.known_differences import Excuses
from croupier.room.tables.state import TABLE


def judged(store: Store, found: Audited, excuse: Excuses) -> Past:
    """The past, once every act and fact was held against what was before it."""
    past = Past(store)
    for what in sorted(_all(found), key=lambda one: one.sequence):
        try:
            if isinstance(what, Seen):
                judge(past, what)
            else:
                _judge_fact(past, what)
        except (Difference, *UNREADABLE) as wrong:
            stream = what.stream if isinstance(what, Seen) else f"{TABLE}{what.table}"
            excuse(AuditFailed("act", what.sequence, f"{where(stream)}: {wrong}"))
            if isinstance(what, Seen):
                passed_over(past, what)
            elif isinstance(what, Run) and what.table in past.tables:
                _ran(past.tables[what.table], what)
    return past


def _all(found: Audited) -> Iterator[Seen | Fact]:
    """What a window saw of a round to its end may stand among the acts of the next."""
    before = Counter[str]()
    stretch: Found
    for stretch, moved in zip(found.summaries, found.moved, strict=True):
        yield from stretch.facts
        for act, change in stretch.acts:
            yield Seen(act, {name: before[name] + cents for name, cents in change.items()})
        before.update(moved)


def _judge_fact(past: Past, fact: Fact) -> None:
    table = past.table(fact.table)
    if isinstance(fact, Dealt | Acted) and fact.by is None and past.protocol == 1:
        return  # books that did not name them yet
    if isinstance(fact, Dealt):
        past.check_may(fact.by, "deal")
        if empty := [seat for seat in fact.seats if seat not in table.seats]:
            raise Difference(f"seat {empty[0]} is in a round, and nobody sits there")
        if absent := [seat for seat in fact.seats if seat in table.out]:
            raise Difference(f"seat {absent[0]} is dealt a hand, and sits out")
        if others := [one for one in fact.players if table.seats.get(one[0]) != one[1]]:
            raise Difference(f"the bets are closed for {others[0][1]} at seat {others[0][0]}")
    elif isinstance(fact, Acted) and fact.own:
        past.check_may(fact.by, "bet and keep a word at their own seat")
        if table.seats.get(fact.seat) != fact.by:
            raise Difference(f"{fact.by} bets or keeps a word at seat {fact.seat}, not their own")
    elif isinstance(fact, Acted):
        check_at_seat(past, table, fact.by, fact.seat)
    else:
        must = table.rounds + 1, table.opened
        if (fact.first, fact.opened) != must:
            raise Difference(
                f"round {fact.first} of the table as opened at #{fact.opened}, where it must be "
                f"round {must[0]}, opened at #{must[1]}"
            )
        _ran(table, fact)


def _ran(table: PastTable, run: Run) -> None:
    table.rounds, table.began = run.newest, run.began
    table.ended = run.ended or table.ended
    table.last = table.last if run.last is None else run.last
    table.withheld.update(run.withheld)

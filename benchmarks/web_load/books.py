"""After a run: what the books say about it, against what the pages were told."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import func, select

from croupier.bank.schema import tables as schema
from croupier.bank.store import Store, read_store
from croupier.room.audit.run import audit
from croupier.room.names import TABLE, chips_of, player_of

from .bots import Bot
from .client import Client

ROWS = 500


class Proof(NamedTuple):
    acts: int  # of pages, in the books once each
    tables: int  # whose money and chips are what the pages were shown last
    rounds: int  # replayed by the audit
    records: int


class BooksWrong(Exception):
    """The books and what the pages were told differ."""


def acts_in(url: str) -> int:
    with read_store(url) as store:
        return int(store.ask(select(func.count()).select_from(schema.acts))[0][0])


def proof(url: str, client: Client) -> Proof:
    """Every act was answered once and is in the books once, or was refused and is not there; money
    and chips are what their pages showed; and the audit of the bank passes.
    """
    with read_store(url) as store:
        lost = client.done - _found(store, client.done)
        doubled = _found(store, client.refused)
        same = _at_the_end(store, client.bots)
        wrong = [*client.faults, *_money_wrong(store, same)]
        if lost or doubled or wrong or not same:
            said = "; ".join(wrong[:5])
            raise BooksWrong(f"{len(lost)} acts lost, {len(doubled)} refused and done; {said}")
        found = audit(store)
        tables = len({bot.chair.table for bot in same})
        return Proof(len(client.done), tables, found.rounds, found.head.sequence)


def _found(store: Store, keys: Collection[str]) -> set[str]:
    wanted, found = sorted(keys), set[str]()
    for begin in range(0, len(wanted), ROWS):
        found |= store.done(wanted[begin : begin + ROWS]).keys()
    return found


def _at_the_end(store: Store, bots: list[Bot]) -> list[Bot]:
    """Those whose table has not changed since their last view: a stopping server ends its acts."""
    now = store.versions((), [TABLE])
    return [bot for bot in bots if now[TABLE + bot.chair.table] == bot.player.view["version"]]


def _money_wrong(store: Store, bots: list[Bot]) -> list[str]:
    """All accounts add up to nothing, and nobody has other money than their last view said."""
    balances = store.balances()
    wrong = [f"all accounts add up to {total}"] if (total := sum(balances.values())) else []
    for bot in bots:
        view, chair = bot.player.view, bot.chair
        own = next((one["chips"] for one in view["seats"] if one["seat"] == chair.seat), 0)
        shown = own, view["balance"]
        has = balances[chips_of(chair.table, chair.seat)], balances[player_of(chair.player)]
        if shown != has:
            wrong.append(f"{chair.player} at {chair.table} saw {shown} and has {has}")
    return wrong

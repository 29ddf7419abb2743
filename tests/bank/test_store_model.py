"""A store and a naive model of it are sent the same acts, in groups, and must answer the same.

The model keeps plain lists and dicts, copies all of them before each act, and restores the copy if
the act is refused.
"""

from copy import deepcopy
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.bank.act import Act, Event, Receipt
from croupier.bank.audit.run import audit
from croupier.bank.ledger import Account, Kind, Posting, Purpose
from croupier.bank.store import Store
from tests.effort import examples

EXAMPLES = count(1)
STREAMS = ("s", "t")
FREE, HELD = ("house",), ("ann", "bob", "felt")


class Model:
    def __init__(self) -> None:
        self.acts: dict[str, Act] = {}
        self.events: dict[str, list[Event]] = {}
        self.postings: list[Posting] = []
        self.accounts: list[str] = []

    def answer(self, act: Act) -> str:
        before = deepcopy(self.__dict__)
        result = self.attempt(act)
        if result not in ("ok", "repeated"):
            self.__dict__ = before
        return result

    def attempt(self, act: Act) -> str:
        if act.key in self.acts:
            return "repeated" if self.acts[act.key] == act else "act/key_taken"
        self.acts[act.key] = act
        stream = self.events.setdefault(act.stream, [])
        if len(stream) != act.version:
            return "act/stale"
        stream.extend(act.events)
        self.accounts += [each.name for each in act.accounts if each.name not in self.accounts]
        for posting in act.postings:
            if posting in self.postings:
                continue
            if not {posting.debit, posting.credit} <= set(self.accounts):
                return "ledger"
            if any(posting.id == other.id for other in self.postings):
                return "ledger"
            self.postings.append(posting)
            if self.balance(posting.debit) < 0 and not posting.debit.endswith("house"):
                return "ledger"
        return "ledger" if any(self.balance(name) for name in act.cleared) else "ok"

    def balance(self, name: str) -> int:
        given = sum(posting.cents for posting in self.postings if posting.credit == name)
        return given - sum(posting.cents for posting in self.postings if posting.debit == name)


ACCOUNT = st.sampled_from([*FREE, *FREE, *FREE, *HELD])  # often enough one that can give
POSTING = st.tuples(
    st.sampled_from("abcdefghijklmnop"), ACCOUNT, ACCOUNT, st.integers(1, 3)
).filter(lambda given: given[1] != given[2])
DRAFT = st.tuples(
    st.sampled_from("123456789"),
    st.sampled_from(STREAMS),
    st.sampled_from([0, 0, 0, 0, 1, -1]),  # the error in the version
    st.lists(st.sampled_from(["x", "y"]), max_size=2),
    st.lists(POSTING, max_size=3),
    st.sampled_from([False, False, True]),
)
AGAIN = st.integers(0, 9)  # an act sent before, sent again
GROUPS = st.lists(st.lists(DRAFT | DRAFT | AGAIN, min_size=1, max_size=6), min_size=1, max_size=4)
Draft = tuple[str, str, int, list[str], list[tuple[str, str, str, int]], bool]


def act_of(draft: Draft, mark: str, model: Model) -> Act:
    """An act with names unique to this example, since the database stores those of all examples."""
    key, stream, off, events, postings, cleared = draft
    stream = f"{mark}/{stream}"
    version = max(0, len(model.events.get(stream, [])) + off)
    return Act(
        f"{mark}/{key}",
        stream,
        version,
        (*(Event("said", body) for body in events), Event("end", "")),
        tuple(
            Posting(f"{mark}/{name}", f"{mark}/{debit}", f"{mark}/{credit}", cents, Purpose.WAGER)
            for name, debit, credit, cents in postings
        ),
        cleared=(f"{mark}/felt",) if cleared else (),
    )


def category(answer: Receipt | Exception, first: dict[str, Receipt]) -> str:
    if isinstance(answer, Receipt):
        return "repeated" if answer.key in first else "ok"
    code = str(answer).partition(":")[0]
    return "ledger" if code.startswith("ledger/") else code


@given(GROUPS)
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_store_agrees_with_a_naive_model(store: Store, groups: list[list[Draft | int]]) -> None:
    mark, model = str(next(EXAMPLES)), Model()
    accounts = tuple(Account(f"{mark}/{name}", Kind.HOUSE, True) for name in FREE)
    accounts += tuple(Account(f"{mark}/{name}", Kind.PLAYER) for name in HELD)
    opening = Act(f"{mark}/open", mark, 0, accounts=accounts)
    assert model.answer(opening) == "ok"
    first = {opening.key: store.commit(opening)}
    sent = [opening]
    for group in groups:
        acts, expected = [], []
        for draft in group:  # a later act of the group may depend on the earlier ones
            again = isinstance(draft, int)
            acts.append(sent[draft % len(sent)] if again else act_of(draft, mark, model))
            expected.append(model.answer(acts[-1]))
            sent.append(acts[-1])
        found = []
        for answer in store.commit_many(acts):
            found.append(category(answer, first))
            if isinstance(answer, Receipt):
                assert first.setdefault(answer.key, answer) == answer
        assert found == expected
        balances = store.balances()
        for name in (*FREE, *HELD):
            assert balances[f"{mark}/{name}"] == model.balance(f"{mark}/{name}")
        for stream in STREAMS:
            kept = model.events.get(f"{mark}/{stream}", [])
            assert store.events(f"{mark}/{stream}") == kept
    audit(store)

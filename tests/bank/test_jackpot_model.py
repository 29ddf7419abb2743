"""Meters against a naive model in Fractions: whatever happens, the escrow equals what they hold.

The model restates everything as simply as it can, claim by claim and cent by cent, and shares
nothing with the bank except the rules' numbers.
"""

import json
from collections import Counter
from fractions import Fraction
from math import floor

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.bank.meters.events import (
    ESCROW,
    MOVED,
    Authority,
    Claim,
    Discontinued,
    Lift,
    Lowered,
    MeterOpened,
    MeterSettled,
    Raised,
    Received,
    Wagered,
    Why,
)
from croupier.bank.meters.jackpot import after
from croupier.bank.meters.meter import (
    PARTS,
    event_from_json,
    event_to_json,
    meter_from_json,
    meter_to_json,
)
from croupier.bank.meters.rules import MeterRules
from croupier.errors import BadMeter
from tests.bank.meters import meter_from_events
from tests.effort import examples

BY = Authority("as counted", "ann", "bob")
TABLES = ("A", "B")
NAMES = ("five card jackpot", "four card jackpot")


class Naive:
    """One progressive meter: cents as Fractions, and every account involved."""

    def __init__(self, rules: MeterRules, carried: int | None, hidden: int) -> None:
        self.rules = rules
        self.displayed = Fraction(rules.seed if carried is None else carried)
        self.reserve = Fraction(hidden)
        self.owed = rules.seed if carried is None else 0
        self.added = Fraction(0 if carried is None else max(0, carried - rules.seed))
        self.open = dict.fromkeys(TABLES, 0)
        self.paid: Counter[str] = Counter()
        self.receipts = 0
        self.ended = False

    def wager(self) -> None:
        """One wager alone."""
        grows = Fraction(self.rules.wager * self.rules.contribution_rate, 10_000)
        self.reserve += Fraction(self.rules.wager * self.rules.reserve_rate, 10_000)
        before = self.displayed
        if self.rules.cap is not None and before + grows > self.rules.cap:
            self.displayed = max(before, Fraction(self.rules.cap))
        else:
            self.displayed = before + grows
        self.added += self.displayed - before
        self.reserve += grows - (self.displayed - before)

    def pay(self, who: str, cents: int) -> None:
        self.displayed -= cents
        self.paid[who] += cents

    def seed(self) -> None:
        """Conceptually cent by cent: from the reserve while it has any, then from the house."""
        taken = min(self.rules.reseed, floor(self.reserve))
        self.reserve -= taken
        self.owed += self.rules.reseed - taken
        self.displayed += self.rules.reseed
        self.added = Fraction(0)

    def settle(self, claims: list[tuple[str, int]]) -> None:
        wholes = [who for who, percent in claims if percent == 100]
        if self.rules.split == "in order":
            for who, percent in claims:
                self.pay(who, floor(self.displayed) * percent // 100)
                if percent == 100:
                    self.seed()
        else:
            shown = floor(self.displayed)
            for who, percent in claims:
                if percent < 100:
                    self.pay(who, shown * percent // 100)
            rest = floor(self.displayed)
            for who in wholes:
                self.pay(who, rest // len(wholes))
            if wholes:
                self.seed()
        if wholes and self.rules.cap is not None and self.displayed > self.rules.cap:
            self.reserve += self.displayed - self.rules.cap
            self.displayed = Fraction(self.rules.cap)

    def lower(self, why: Why, cents: int) -> bool:
        """Lowers it if that is allowed; returns whether it is."""
        in_play = any(self.open.values())
        floor_of_seed = self.rules.reseed
        if cents <= 0:
            return False
        if why is Why.RECEIPTS and cents <= self.reserve:
            self.reserve -= cents
            self.receipts += cents
        elif why is Why.SEED_FROM_RESERVE and cents <= min(self.reserve, self.owed):
            self.reserve -= cents
            self.owed -= cents
        elif in_play:
            return False
        elif why is Why.MALFUNCTION and cents <= min(self.added, self.displayed):
            self.displayed -= cents
            self.added -= cents
        elif why is Why.ABOVE_CAP and self.displayed - cents == self.rules.cap:
            self.displayed -= cents
            self.added -= cents
            self.reserve += cents
        elif (
            why is Why.SEED_FROM_DISPLAY
            and cents <= self.owed
            and self.displayed - cents >= floor_of_seed
        ):
            self.displayed -= cents
            self.owed -= cents
        else:
            return False
        return True

    def take(self, other: "Naive") -> None:
        """Takes everything that the other has; it is displayed as far as the cap allows."""
        room = other.displayed
        if self.rules.cap is not None:
            room = min(room, max(Fraction(0), self.rules.cap - self.displayed))
        self.displayed += room
        self.reserve += other.displayed - room + other.reserve
        self.owed += other.owed
        other.displayed = other.reserve = other.added = Fraction(0)
        other.owed = 0
        other.ended = True

    def lift(self, lift: Lift, cents: int) -> bool:
        cap = self.rules.cap
        if cents <= 0 or (cap is not None and self.displayed + cents > cap):
            return False
        self.displayed += cents
        if lift is Lift.SEED:
            self.owed += cents
        else:
            self.added += cents
        return True


@st.composite
def meter_rules(draw: st.DrawFn, sensor: str) -> MeterRules:
    contribution = draw(st.integers(1, 9_999))
    seed, reseed = draw(st.integers(0, 3_000)), draw(st.integers(0, 3_000))
    return MeterRules(
        sensor=sensor,
        kind="progressive",
        split=draw(st.sampled_from(("equal", "in order"))),
        wager=draw(st.sampled_from((1, 100, 250))),
        seed=seed,
        reseed=reseed,
        contribution_rate=contribution,
        reserve_rate=draw(st.integers(0, 10_000 - contribution)),
        cap=draw(st.none() | st.integers(max(1, seed, reseed), 4_000)),
        tables=TABLES,
    )


class Meters(RuleBasedStateMachine):
    """Two meters, each linked to two tables, with one escrow account."""

    @initialize(five=meter_rules(NAMES[0]), four=meter_rules(NAMES[1]), carried=st.data())
    def open(self, five: MeterRules, four: MeterRules, carried: st.DataObject) -> None:
        self.accounts: Counter[str] = Counter()
        self.meters, self.naive, self.events = {}, {}, {}
        self.rounds = 0
        for rules in (five, four):
            amount = carried.draw(st.sampled_from((None, 6_000)) | st.integers(0, 6_000))
            hidden = 0 if amount is None else carried.draw(st.integers(0, 6_000))
            event = MeterOpened(rules, amount, hidden)
            step = after(None, event)
            self.meters[rules.sensor] = step.meter
            self.naive[rules.sensor] = Naive(rules, amount, hidden)
            self.events[rules.sensor] = [event]
            self.post(step.transfers)

    def post(self, transfers) -> None:
        for debit, credit, cents, reason in transfers:
            assert type(cents) is int and cents > 0 and reason
            self.accounts[debit] -= cents
            self.accounts[credit] += cents
            assert self.accounts[ESCROW] >= 0

    def happens(self, name, event) -> bool:
        """Whether the bank allows it; a refusal must leave everything unchanged."""
        try:
            step = after(self.meters[name], event)
        except BadMeter:
            return False
        self.meters[name] = step.meter
        self.events[name].append(event)
        self.post(step.transfers)
        return True

    @rule(name=st.sampled_from(NAMES), table=st.sampled_from(TABLES), wagers=st.integers(1, 9))
    def wager(self, name, table, wagers) -> None:
        naive = self.naive[name]
        self.rounds += 1
        event = Wagered(table, self.rounds, naive.rules.wager, wagers)
        may = naive.open[table] == 0 and not naive.ended
        assert self.happens(name, event) == may
        if may:
            naive.open[table] = wagers
            for _ in range(wagers):
                naive.wager()

    @precondition(lambda self: any(any(naive.open.values()) for naive in self.naive.values()))
    @rule(data=st.data())
    def settle(self, data) -> None:
        waiting = [(n, t) for n in NAMES for t in TABLES if self.naive[n].open[t]]
        name, table = data.draw(st.sampled_from(waiting))
        naive = self.naive[name]
        percents = data.draw(st.lists(st.sampled_from((0, 10, 7, 100)), max_size=naive.open[table]))
        claims = [(f"{name} {place}", percent) for place, percent in enumerate(percents)]
        number = self.meters[name].last(table).round
        told = tuple(Claim(who, percent, 5) for who, percent in claims)
        assert self.happens(name, MeterSettled(table, number, told))
        naive.open[table] = 0
        naive.settle(claims)
        for who, _ in claims:
            naive.paid[who] += 5
        assert not self.happens(name, MeterSettled(table, number, told))

    @rule(
        name=st.sampled_from(NAMES),
        why=st.sampled_from(Why),
        cents=st.integers(-1, 3_000),
        over=st.sampled_from((0, None, -1, 1)),
    )
    def lower(self, name, why, cents, over) -> None:
        naive = self.naive[name]
        if over is not None:  # near a bound, where mistakes are
            cap = naive.rules.cap
            near = {
                Why.MALFUNCTION: min(naive.added, naive.displayed),
                Why.ABOVE_CAP: naive.displayed - (cap or 0),
                Why.RECEIPTS: naive.reserve,
                Why.SEED_FROM_DISPLAY: min(naive.owed, naive.displayed - naive.rules.reseed),
                Why.SEED_FROM_RESERVE: min(naive.owed, naive.reserve),
            }
            cents = floor(near[why]) + over
        may = not naive.ended and naive.lower(why, cents)
        assert self.happens(name, Lowered(why, cents, BY)) == may

    @rule(name=st.sampled_from(NAMES), lift=st.sampled_from(Lift), cents=st.integers(-1, 2_000))
    def lift(self, name, lift, cents) -> None:
        naive = self.naive[name]
        may = not naive.ended and naive.lift(lift, cents)
        assert self.happens(name, Raised(lift, cents, BY)) == may

    @precondition(lambda self: not any(naive.ended for naive in self.naive.values()))
    @rule(name=st.sampled_from(NAMES), now=st.integers(0, 9))
    def discontinue(self, name, now) -> None:
        """Rarely, because not much happens after it."""
        if now:
            return
        (other,) = set(NAMES) - {name}
        meter, quiet = self.meters[name], not any(self.naive[name].open.values())
        gift = Received(name, meter.displayed, meter.reserve, meter.seed_owed, BY)
        assert self.happens(name, Discontinued(other, BY)) == quiet
        if quiet:
            assert self.happens(other, gift)
            self.naive[other].take(self.naive[name])
            assert self.accounts[MOVED] == 0

    @invariant()
    def the_meters_are_the_model(self) -> None:
        for name, naive in self.naive.items():
            meter = self.meters[name]
            assert Fraction(meter.displayed, PARTS) == naive.displayed
            assert Fraction(meter.reserve, PARTS) == naive.reserve
            assert (meter.seed_owed, Fraction(meter.grown, PARTS)) == (naive.owed, naive.added)
            for who, cents in naive.paid.items():
                assert self.accounts[who] == cents

    @invariant()
    def the_escrow_equals_the_meters_and_reserves(self) -> None:
        held = sum(floor(one.displayed + one.reserve) for one in self.naive.values())
        assert self.accounts[ESCROW] == held
        receipts = sum(naive.receipts for naive in self.naive.values())
        assert self.accounts["gross receipts"] == receipts
        assert sum(self.accounts.values()) == 0

    def teardown(self) -> None:
        for name, events in getattr(self, "events", {}).items():
            written = json.dumps([event_to_json(event) for event in events])
            meter = meter_from_events(map(event_from_json, json.loads(written)))
            assert meter == self.meters[name]
            assert meter_from_json(json.loads(json.dumps(meter_to_json(meter)))) == meter


Meters.TestCase.settings = settings(
    max_examples=examples(60), stateful_step_count=30, deadline=None
)
TestMeters = Meters.TestCase

"""A spot: its chips and cards, the options of a choice, and how its wagers are settled.

Within an act, spots and hands are changed in place; to the rules they look like a `Spot` and a
`FeltHand`. The values they hold are immutable, so a frozen copy can share them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from croupier.cards.card import Card, parse
from croupier.errors import BadCards
from croupier.money import Cents, paid
from croupier.rules.felt import Face, Felt, FeltHand, Result, Spot, new
from croupier.rules.limits import shares
from croupier.rules.vocabulary import Choose, Game, Option, Place, Settle, always
from croupier.table.events import Collected, Dealt, Revealed, RoundEvent, Settled, Voided
from croupier.table.table import Table

Cards = tuple[Card, ...]
Faces = tuple[Face, ...]


def stake_of(game: Game, spot: Spot, option: Option) -> Cents:
    """The option's bet: a multiple of the wager that the bet is part of."""
    wager = game.wager(option.bet)
    assert wager is not None, f"{game.id} has no wager {option.bet!r}"
    return Cents(spot.wagers[wager.part_of] * option.times)


class OpenHand:
    """A mutable hand."""

    __slots__ = ("cards", "faces")

    def __init__(self, cards: Cards = (), faces: Faces = ()) -> None:
        self.cards = cards
        self.faces = faces

    def frozen(self) -> FeltHand:
        return new(FeltHand, (self.cards, self.faces))

    def get(self, cards: Cards, face: Face) -> None:
        self.cards += cards
        self.faces += (face,) * len(cards)

    def turn_up(self) -> None:
        self.faces = (Face.UP,) * len(self.cards)

    def change(self, event: RoundEvent) -> None:
        """Applies an event to the dealer's hand."""
        if type(event) is Dealt:
            self.get(event.cards, event.face)
        else:
            self.turn_up()


class OpenSpot:
    """One seat's side of the felt, mutable while a round is played."""

    __slots__ = (
        *("choices", "dead", "hands", "offer", "rack"),
        *("rack_faces", "results", "seat", "wagers"),
    )

    def __init__(self, spot: Spot) -> None:
        self.seat = spot.seat
        self.wagers = spot.wagers
        self.hands = [OpenHand(*hand) for hand in spot.hands]
        self.offer = spot.offer
        self.rack, self.rack_faces = spot.rack, spot.rack_faces
        self.choices = spot.choices
        self.results = spot.results
        self.dead = spot.dead

    def frozen(self) -> Spot:
        return Spot(
            self.seat,
            self.wagers,
            tuple([hand.frozen() for hand in self.hands]),
            self.offer,
            self.rack,
            self.rack_faces,
            self.choices,
            self.results,
            self.dead,
        )

    @property
    def cards(self) -> Cards:
        return self.hands[0].cards

    def change(self, event: RoundEvent) -> None:
        """Applies an event other than a choice."""
        match event:
            case Dealt():
                if event.place is Place.OFFER:
                    self.offer = event.cards
                else:
                    self.hands[event.place.value].get(event.cards, event.face)
            case Settled():
                settled = {result.wager: result for result in event.results}
                self.results = {**self.results, **settled}
            case Revealed():
                for hand in self.hands:
                    hand.turn_up()
            case Collected():
                self._rack_hand(event.place.value)
            case Voided():
                voided = {result.wager: result for result in event.results}
                for place in range(len(self.hands)):
                    self._rack_hand(place)
                self._rack_offer()
                self.hands, self.dead = [OpenHand()], True
                self.results = {**self.results, **voided}
            case _:
                raise AssertionError(f"{event} changes no spot")

    def choose(self, game: Game, choice: Choose, option: Option) -> None:
        if option.bet:
            self.wagers = {**self.wagers, option.bet: stake_of(game, cast(Spot, self), option)}
        if option.keeps:
            self.hands[0].get(self.offer, Face.UP)
            self.offer = ()
        elif self.offer:
            self._rack_offer()
        if option.mucks:
            if option.face_down:  # from now on visible only to its player
                folded = self.hands[choice.hand]
                folded.faces = (Face.OWN,) * len(folded.cards)
            self._rack_hand(choice.hand)
        if option.split is not None:  # the option holds both hands
            self.hands = [OpenHand(half, (Face.UP,) * len(half)) for half in option.split]
        self.choices = {**self.choices, choice.name: option.name}
        assert game.secure(cast(Spot, self)), f"game security: cards and wagers disagree: {self}"

    def _rack_hand(self, place: int) -> None:
        hand, self.hands[place] = self.hands[place], OpenHand()
        self.rack += hand.cards
        self.rack_faces += hand.faces

    def _rack_offer(self) -> None:
        self.rack += self.offer
        self.rack_faces += (Face.UP,) * len(self.offer)
        self.offer = ()


def settlement(
    table: Table, step: Settle, felt: Felt, in_order: Callable[[Settle], Iterable[Felt]]
) -> Settled:
    """Settles a spot; `in_order` gives all spots that this step settles."""
    facts, results = decided(table, step, felt)
    wager = step.wagers[0]
    limit = table.limits.aggregates.get(wager)
    if limit is not None and results[0].net > 0:
        seats = [one for one in in_order(step) if wager in one.spot.wagers]
        alive = [one for one in seats if not one.spot.dead]
        won = [max(decided(table, step, one)[1][0].net, 0) for one in alive]
        pays = dict(zip((one.spot.seat for one in alive), shares(won, limit), strict=True))
        results = (results[0]._replace(net=pays[felt.spot.seat]),)
    return new(Settled, (felt.spot.seat, results, facts))


def decided(
    table: Table, step: Settle, felt: Felt
) -> tuple[tuple[int | tuple[int, ...], ...], tuple[Result, ...]]:
    """The facts passed to the kernel, and its results."""
    tables = [table.columns[key] for key, _ in step.tables]
    facts = tuple([fact.of(felt) for fact in step.facts])
    return facts, results_of(step, step.kernel(*facts, *tables), felt.spot.wagers)


def results_of(
    step: Settle, units: tuple[int, ...], stakes: Mapping[str, Cents]
) -> tuple[Result, ...]:
    """A kernel's result in cents, for the wagers that were made."""
    why, nets, percent = units[0], units[1:], 0
    if step.meter:
        nets, percent = nets[:-1], nets[-1]
    unit = stakes[step.wagers[0]]
    results = [
        new(Result, (name, stakes[name], paid(net, unit), why, percent))
        for name, net in zip(step.wagers, nets, strict=True)
        if name in stakes
    ]
    return tuple(results)


# Options


def options_of(table: Table, choice: Choose, felt: Felt) -> tuple[Option, ...]:
    """The legal options of the seat."""
    return _legal(table, felt, _listed(choice, felt))


def option_named(table: Table, choice: Choose, felt: Felt, action: str) -> Option | None:
    """The legal option that an action names; an exact match skips the other options."""
    ways = _listed(choice, felt)
    for way in ways:
        if way.name == action and _is_legal(table, felt, way):
            return way
    return named(_legal(table, felt, ways), action)


def _listed(choice: Choose, felt: Felt) -> tuple[Option, ...]:
    return choice.options(felt) if callable(choice.options) else choice.options


def _legal(table: Table, felt: Felt, ways: Sequence[Option]) -> tuple[Option, ...]:
    return tuple([way for way in ways if _is_legal(table, felt, way)])


def _is_legal(table: Table, felt: Felt, option: Option) -> bool:
    """Whether an option is legal: a wager outside the table's limits makes it illegal."""
    if option.when is not always and not option.when(felt):
        return False
    return not option.bet or takes(table, option.bet, stake_of(table.game, felt.spot, option))


def takes(table: Table, bet: str, stake: Cents) -> bool:
    """Whether a follow-up wager is within the table's limits."""
    if bet not in table.bounds:
        wager = table.game.wager(bet)
        assert wager is not None, f"{table.game.id} has no wager {bet!r}"
        least = table.limits.minimums.get(
            bet, 0
        )  # only the house's minimum: the bet it follows was checked
        table.bounds[bet] = (least, table.limits.most(wager))
    least, most = table.bounds[bet]
    return least <= stake <= most


def named(options: Sequence[Option], action: str) -> Option | None:
    """The option that an action names; the cards of a split may be in any order."""
    for option in options:
        if option.name == action:
            return option
    wanted = " ".join(action.split()).casefold()
    for option in options:
        if option.name.casefold() == wanted:
            return option
    halves = wanted.replace("|", "/").split("/")
    if len(halves) == 2:
        try:
            split = {frozenset(parse(half)) for half in halves}
        except BadCards:
            return None
        for option in options:
            if option.split is not None and {frozenset(half) for half in option.split} == split:
                return option
    return None

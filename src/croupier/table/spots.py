"""A spot: the chips and cards on it, the options of a choice, and what its wagers settle for."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from croupier.cards.card import parse
from croupier.errors import BadCards
from croupier.money import Cents, paid
from croupier.rules.felt import Face, Felt, FeltHand, Result, Spot
from croupier.rules.limits import shares
from croupier.rules.vocabulary import Choose, Game, Option, Place, Settle, always
from croupier.table.events import Collected, Dealt, Event, Revealed, Settled, Voided
from croupier.table.table import Table


def stake_of(game: Game, spot: Spot, option: Option) -> Cents:
    """The option's bet: a multiple of the wager that its own wager is part of."""
    wager = game.wager(option.bet)
    assert wager is not None, f"{game.id} has no wager {option.bet!r}"
    return Cents(spot.wagers[wager.part_of] * option.times)


def dealer_after(dealer: FeltHand, event: Event) -> FeltHand:
    if isinstance(event, Dealt):
        return dealer.with_cards(event.cards, event.face)
    return dealer.turned_up()


def spot_after(spot: Spot, event: Event) -> Spot:
    """The spot after an event other than a choice."""
    match event:
        case Dealt():
            if event.place is Place.OFFER:
                return spot._replace(offer=event.cards)
            hands, at = list(spot.hands), event.place.value
            hands[at] = hands[at].with_cards(event.cards, event.face)
            return _with_hands(spot, tuple(hands))
        case Settled():
            settled = {result.wager: result for result in event.results}
            return _with_results(spot, {**spot.results, **settled})
        case Revealed():
            return _with_hands(spot, tuple([hand.turned_up() for hand in spot.hands]))
        case Collected():
            hands, at = list(spot.hands), event.place.value
            taken, hands[at] = hands[at], FeltHand()
            return _with_hands(_racked(spot, taken), tuple(hands))
        case Voided():
            voided = {result.wager: result for result in event.results}
            for hand in (*spot.hands, FeltHand().with_cards(spot.offer, Face.UP)):
                spot = _racked(spot, hand)
            results = {**spot.results, **voided}
            return spot._replace(hands=(FeltHand(),), offer=(), results=results, dead=True)
        case _:
            raise AssertionError(f"{event} changes no spot")


def spot_after_choice(game: Game, spot: Spot, choice: Choose, option: Option) -> Spot:
    wagers = spot.wagers
    if option.bet:
        wagers = {**wagers, option.bet: stake_of(game, spot, option)}
    hands = list(spot.hands)
    if option.keeps:
        hands[0] = hands[0].with_cards(spot.offer, Face.UP)
    elif spot.offer:
        spot = _racked(spot, FeltHand().with_cards(spot.offer, Face.UP))
    if option.mucks:
        folded = hands[choice.hand]
        spot = _racked(spot, folded.turned_down() if option.face_down else folded)
        hands[choice.hand] = FeltHand()
    if option.split is not None:
        # It names the cards.
        hands = [FeltHand().with_cards(half, Face.UP) for half in option.split]
    choices = {**spot.choices, choice.name: option.name}
    seat, _, _, _, rack, faces, _, results, dead = spot
    after = Spot(seat, wagers, tuple(hands), (), rack, faces, choices, results, dead)
    assert game.secure(after), f"game security: cards and wagers disagree: {after}"
    return after


def _racked(spot: Spot, hand: FeltHand) -> Spot:
    return spot._replace(rack=spot.rack + hand.cards, rack_faces=spot.rack_faces + hand.faces)


# What nearly every event does, written out: `_replace` takes three times as long.


def _with_hands(spot: Spot, hands: tuple[FeltHand, ...]) -> Spot:
    seat, wagers, _, offer, rack, faces, choices, results, dead = spot
    return Spot(seat, wagers, hands, offer, rack, faces, choices, results, dead)


def _with_results(spot: Spot, results: Mapping[str, Result]) -> Spot:
    seat, wagers, hands, offer, rack, faces, choices, _, dead = spot
    return Spot(seat, wagers, hands, offer, rack, faces, choices, results, dead)


# Settlement


def settlement(
    table: Table, step: Settle, felt: Felt, in_order: Callable[[Settle], Iterable[Felt]]
) -> Settled:
    """The kernel's result for a spot; `in_order`: all spots that this step settles."""
    facts, results = decided(table, step, felt)
    wager = step.wagers[0]
    limit = table.limits.aggregates.get(wager)
    if limit is not None and results[0].net > 0:
        seats = [one for one in in_order(step) if wager in one.spot.wagers]
        alive = [one for one in seats if not one.spot.dead]
        won = [max(decided(table, step, one)[1][0].net, 0) for one in alive]
        pays = dict(zip((one.spot.seat for one in alive), shares(won, limit), strict=True))
        results = (results[0]._replace(net=pays[felt.spot.seat]),)
    return Settled(felt.spot.seat, results, facts)


def decided(
    table: Table, step: Settle, felt: Felt
) -> tuple[tuple[int | tuple[int, ...], ...], tuple[Result, ...]]:
    """The facts given to the kernel, and its results."""
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
        Result(name, stakes[name], paid(net, unit), why, percent)
        for name, net in zip(step.wagers, nets, strict=True)
        if name in stakes
    ]
    return tuple(results)


# Options


def options_of(table: Table, choice: Choose, felt: Felt) -> tuple[Option, ...]:
    """Every option that the seat may take."""
    ways = choice.options(felt) if callable(choice.options) else choice.options
    return tuple([way for way in ways if _is_legal(table, felt, way)])


def option_named(table: Table, choice: Choose, felt: Felt, action: str) -> Option | None:
    """The legal option that an action names; an exact name needs no search."""
    if not callable(choice.options):
        for way in choice.options:
            if way.name == action and _is_legal(table, felt, way):
                return way
    return named(options_of(table, choice, felt), action)


def _is_legal(table: Table, felt: Felt, option: Option) -> bool:
    """A wager outside the table's limits cannot be made, so its option is not legal."""
    if option.when is not always and not option.when(felt):
        return False
    return not option.bet or takes(table, option.bet, stake_of(table.game, felt.spot, option))


def takes(table: Table, bet: str, stake: Cents) -> bool:
    """Whether a wager that a choice makes is within the table's limits."""
    if bet not in table.bounds:
        wager = table.game.wager(bet)
        assert wager is not None, f"{table.game.id} has no wager {bet!r}"
        least = table.limits.minimums.get(bet, 0)  # the house's own; it follows a checked bet
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

"""Random tables, bets, decks and play for any game: derived from its record, never its name."""

from collections.abc import Iterator, Mapping
from random import Random

from croupier.cards.card import DECK, Card
from croupier.errors import BadTable
from croupier.money import Cents
from croupier.rules.felt import OptionValue
from croupier.rules.limits import Limits, profile, profiles
from croupier.rules.vocabulary import Game, HouseOption, Wager
from croupier.table.events import Dealt
from croupier.table.round import Round, deal
from croupier.table.source import Deck
from croupier.table.table import Table, open_table

Bets = Mapping[int, Mapping[str, int]]


def any_table(rng: Random, game: Game) -> Table:
    """A table that a house may open: redrawn until the limits allow it."""
    while True:
        try:
            return open_table(
                game,
                posted={
                    name: rng.choice(group.tables).id
                    for name, group in game.paytables.items()
                    if rng.random() < 0.7
                },
                options={option.name: _setting(rng, option) for option in game.options},
                limits=_limits(rng, game),
                offers=rng.choice([None, _some(rng, game)]),
            )
        except BadTable:
            continue


def _setting(rng: Random, option: HouseOption) -> OptionValue:
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    if isinstance(option.default, int):
        return rng.choice([option.default, option.default, max(option.least, 1), 250, 500])
    return rng.choice(option.values)


def _limits(rng: Random, game: Game) -> Limits:
    law = profile(rng.choice(list(profiles())))
    if law.single_wager is None:
        return Limits(law, {}, {wager.name: wager.most or Cents(250_000) for wager in game.wagers})
    required = [wager.name for wager in game.wagers if wager.required]
    minimums = {name: Cents(500) for name in required} if rng.random() < 0.3 else {}
    return Limits(law, minimums, {})


def _some(rng: Random, game: Game) -> list[str]:
    return [
        wager.name
        for wager in game.wagers
        if not (wager.follows or wager.needs) and rng.random() < 0.6
    ]


def any_bets(rng: Random, table: Table) -> Bets:
    """From one seat to a full table, with gaps between the seats."""
    most = table.game.seats_max
    count = rng.choice([1, 1, 2, 2, 3, rng.randint(1, most)])
    seats = rng.sample(range(1, most + 1), min(count, most))
    return {seat: any_stakes(rng, table) for seat in seats}


def any_stakes(rng: Random, table: Table) -> dict[str, int]:
    alone = [wager for wager in table.offers if wager.alone and table.options[wager.alone]]
    if alone and rng.random() < 0.3:
        wager = rng.choice(alone)
        return {wager.name: _stake(rng, table, wager, {})}
    stakes: dict[str, int] = {}
    for wager in table.offers:
        if wager.required or rng.random() < 0.6:
            stakes[wager.name] = _stake(rng, table, wager, stakes)
    return stakes


def _stake(rng: Random, table: Table, wager: Wager, made: Mapping[str, int]) -> int:
    if wager.fixed:
        return int(table.options[wager.fixed])
    if wager.equals:
        return made[wager.equals]
    least, most = table.limits.least(wager), table.limits.most(wager)
    least = max(least, made.get(wager.at_least, 0))
    return rng.choice([least, rng.randint(least, min(most, 4 * least)), rng.randint(least, most)])


def any_deck(rng: Random, game: Game) -> tuple[Card, ...]:
    cards = list(DECK) * game.decks
    rng.shuffle(cards)
    return tuple(cards)


def any_opening(rng: Random, game: Game) -> Round:
    """A round before its first choice (or over, if no seat has one)."""
    table = any_table(rng, game)
    return deal(table, any_bets(rng, table), Deck(any_deck(rng, game)))


def states(rng: Random, state: Round) -> Iterator[Round]:
    """The round at every choice and at its end, played at random."""
    yield state
    while not state.over:
        assert state.turn is not None
        state = state.act(state.turn, any_action(rng, state))
        yield state


def any_action(rng: Random, state: Round) -> str:
    """A legal one; options that bet more are as likely as all others together."""
    betting = [option.name for option in state.options if option.bet]
    return rng.choice(betting if betting and rng.random() < 0.5 else state.legal)


def any_round(rng: Random, game: Game) -> Round:
    """A round played to its end."""
    *_, last = states(rng, any_opening(rng, game))
    return last


def bets_of(state: Round) -> Bets:
    """The wagers made before the deal."""
    return state.events[0].wagers  # type: ignore[union-attr]


def dealt(state: Round) -> tuple[Card, ...]:
    return tuple(card for event in state.events if isinstance(event, Dealt) for card in event.cards)

"""The wagers that follow during a round: what they may cost, and the most that they may ask."""

from collections.abc import Iterator, Mapping

from croupier.rules.vocabulary import Choose, EachSeat, Flow, Game, Step

Stakes = Mapping[str, int]  # of one seat, before the deal


def ways_to_follow(game: Game, stakes: Stakes) -> dict[str, list[int]]:
    """By each wager that may follow these stakes, in order of the flow: the bets it may be."""
    ways: dict[str, list[int]] = {}
    for step in _steps(game.flow):
        if not isinstance(step, Choose) or callable(step.options):
            continue
        for option in step.options:
            wager = game.wager(option.bet)
            if wager is not None and wager.part_of in stakes:
                ways.setdefault(wager.name, []).append(stakes[wager.part_of] * option.times)
    return ways


def follow_ups(game: Game, stakes: Stakes) -> dict[str, int]:
    """The largest bet of each wager that follows during the round."""
    return {name: max(bets) for name, bets in ways_to_follow(game, stakes).items()}


def most_asked(game: Game, stakes: Stakes) -> int:
    """All that one round may ask of a seat: its stakes, and every follow-up at its largest."""
    return sum(stakes.values()) + sum(follow_ups(game, stakes).values())


def _steps(flow: Flow) -> Iterator[Step]:
    for part in flow:
        if isinstance(part, EachSeat):
            yield from part.steps
        else:
            yield part

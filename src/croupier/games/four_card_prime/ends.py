"""What a hand of Four Card Prime brings when it wins, copies or loses: asked of the rule alone."""

from croupier.errors import RuleError
from croupier.games.four_card_prime import rules
from croupier.odds.figures import PostedTable

# The raise of each action, in antes; it is also the place of the action, and its code in a table.
TIMES = tuple(option.times if option.bet else 0 for option in rules.ACTIONS)
assert tuple(range(len(rules.ACTIONS))) == TIMES


def ends(table: PostedTable, times: int, score: int) -> list[list[int]]:
    """The nets of ante and raise with this score: when it wins, copies and loses."""
    tables = table.steps("win_bonus"), table.steps("bad_beat_bonus")
    settled = (
        rules.settle(times, score, dealer, *tables) for dealer in (score - 1, score, score + 1)
    )
    return [nets for _, *nets in settled]


def raise_pays(table: PostedTable, score: int) -> list[list[int]]:
    """What a fold and each raise bring with this score: when it wins, copies and loses."""
    return [[sum(nets) for nets in ends(table, times, score)] for times in TIMES]


def bonus_floors(table: PostedTable) -> tuple[int, ...]:
    """Where the rows of the two bonus tables begin: hands between two are alike to both."""
    return floors(table, "win_bonus", "bad_beat_bonus")


def floors(table: PostedTable, *groups: str) -> tuple[int, ...]:
    return tuple(sorted({0, *(row.floor for group in groups for row in table.posted[group].rows)}))


def copies_win(table: PostedTable) -> bool:
    """Whether copies end as wins do, with every row and raise; or else as losses do."""
    won, copied, lost = zip(
        *(ends(table, times, score) for score in bonus_floors(table) for times in TIMES),
        strict=True,
    )
    if copied not in (won, lost):
        raise RuleError(
            "a copy ends neither as a win nor as a loss; hands of Four Card Prime are counted by "
            "those two ends: count copies by themselves before this rule is solved",
            "odds/copies",
        )
    return copied == won

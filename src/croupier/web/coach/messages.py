"""What the coach is asked and says: about the receiver's own turns, from what their seat sees."""

from typing import Annotated, Literal

from pydantic import Field

from croupier.desk.coaching.costs import MOST_ROUNDS, ROUNDS_AN_HOUR
from croupier.web.message import Message


class OptionWorth(Message):
    """What a choice is expected to bring, as `croupier ev` says; the bets made before included."""

    action: str  # as in `Option`
    cents: int  # rounded
    exact: str  # in cents, as "n/d"
    gives_up: int  # cents, against the best; rounded, so see `best`
    gives_up_exact: str
    best: bool


class Advice(Message):
    type: Literal["advice"] = "advice"
    round: int
    version: int  # of the turn that it is about
    choice: str
    options: tuple[OptionWorth, ...]  # in the order of the turn's options
    seen: int  # cards that the seat sees: all of them are counted
    others: int  # those of them that lie at other seats


class RuleToRemember(Message):
    """The rule that applies, from a list that is short enough to learn and not always right."""

    type: Literal["rule"] = "rule"
    round: int
    version: int
    rule: str  # in words
    rules: int  # on the list
    cost: str  # what the whole list gives up, as a percentage of the first bet: "0.13%"


class NoAdvice(Message):
    """Why there is none: not here, not now, or not yet; then the advice follows by itself."""

    type: Literal["no_advice"] = "no_advice"
    version: int | None  # of the turn; None: not about a turn
    code: str  # "coach/forbidden", "coach/preparing", "extra/missing", "coach/busy"
    message: str


class JudgedChoice(Message):
    """A decision of the last round."""

    choice: str
    action: str
    best: tuple[str, ...]
    cost: int  # cents given up; rounded, so see `right`
    right: bool


class CostlyHabit(Message):
    """A kind of mistake: what was done, and what was better."""

    choice: str
    action: str
    better: str
    times: int
    cost: int


class CoursePoint(Message):
    """Where the sitting stood after so many rounds, in cents since it began."""

    rounds: int
    actual: int
    expected: int


class Tally(Message):
    """The player's decisions at this table, and their results, since the coach first looked on."""

    type: Literal["tally"] = "tally"
    ready: bool  # False: the coach is still compiling for this game
    round: int  # the last one that is counted; 0: none yet
    made: tuple[JudgedChoice, ...]  # in that round
    decisions: int
    mistakes: int
    cost: int
    cost_exact: str  # in cents, as "n/d"
    habits: tuple[CostlyHabit, ...]  # the most expensive first; three at most
    rounds: int  # that are counted
    actual: int  # their result
    # What the same bets bring on average if they are played best, and that less `cost`; None while
    # the wagers are being priced.
    best: int | None
    expected: int | None
    unpriced: tuple[str, ...]  # wagers that no figure is known of: nothing is expected of them
    points: tuple[CoursePoint, ...]  # at most 120; empty while the wagers are being priced


class HourlyCost(Message):
    """What one wager costs on average if it is played best; the main wagers are one."""

    wager: str  # the main wagers are one: "ante 1, ante 2, blind"
    stake: int
    cents: int | None  # by the hour, rounded; below zero: it favors the player; None: not counted
    exact: str  # in cents by the round, as "n/d"
    share: str  # of the stake: "2.73%"


class WagerCosts(Message):
    type: Literal["costs"] = "costs"
    rounds: int  # in an hour
    wagers: tuple[HourlyCost, ...]


class KeepWorth(Message):
    """A way to discard."""

    keep: tuple[str, ...]
    discard: tuple[str, ...]
    share: str  # of the pot: "54.0%"
    error: str  # one standard error
    gives_up: str  # against the best
    best: bool


class PokerAdvice(Message):
    """The share of the pot against all who are still in, if nobody bets again; by random deals."""

    type: Literal["poker_advice"] = "poker_advice"
    round: int
    version: int
    opponents: int
    share: str
    error: str
    scoop: str  # how often it takes all of the pot alone
    to_call: int  # cents
    needed: str  # the share at which a call costs nothing; empty if there is nothing to call
    keeps: tuple[KeepWorth, ...]  # best first; empty once cards are discarded
    deals: int


class MixedAct(Message):
    action: str
    share: str  # how often: "61%"


class SolvedMix(Message):
    """What the player who has practiced does here."""

    type: Literal["mix"] = "mix"
    round: int
    version: int
    acts: tuple[MixedAct, ...]


CoachSays = Advice | RuleToRemember | NoAdvice | Tally | WagerCosts | PokerAdvice | SolvedMix


# ---- from the page


class AskCoach(Message):
    """What are my options worth? The newest question of a page is answered."""

    type: Literal["advise"] = "advise"
    version: int  # of the turn
    rule: bool = False  # whether the rule to remember is wanted as well; at poker, the mix


class FollowMe(Message):
    """Whether the coach is to judge my decisions at this table. Nothing is in the books."""

    type: Literal["coach"] = "coach"
    on: bool


class AskCosts(Message):
    """What do these bets cost by the hour? What is required beside them is added."""

    type: Literal["costs"] = "costs"
    stakes: Annotated[
        dict[
            Annotated[str, Field(min_length=1, max_length=40)],
            Annotated[int, Field(ge=0, le=10**12)],
        ],
        Field(max_length=20),
    ]
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = ROUNDS_AN_HOUR


CoachHears = AskCoach | FollowMe | AskCosts

"""What the coach is asked and says: about the receiver's own turns, from what their seat sees."""

from typing import Literal

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


CoachSays = Advice | RuleToRemember | NoAdvice | Tally


# ---- from the page


class AskCoach(Message):
    """What are my options worth? The newest question of a page is answered."""

    type: Literal["advise"] = "advise"
    version: int  # of the turn
    rule: bool = False  # whether the rule to remember is wanted as well


class FollowMe(Message):
    """Whether the coach is to judge my decisions at this table. Nothing is in the books."""

    type: Literal["coach"] = "coach"
    on: bool


CoachHears = AskCoach | FollowMe

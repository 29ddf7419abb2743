"""What the decisions of one player at one table have cost, and what their rounds brought.

In the server's memory: it survives a reload of the page, and ends with the server or the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.desk.coach import AdvisedAct, Mistakes
from croupier.desk.coaching.course import Course, CourseResult

NO_DECISIONS = Mistakes()


@dataclass
class CoachedSitting:
    follows: bool = False
    judged: int = 0  # the last round that is counted, or begun before the coach looked on
    tally: Mistakes = NO_DECISIONS
    last: tuple[int, tuple[AdvisedAct, ...]] = (0, ())  # the last round, and its decisions
    course: Course = field(default_factory=Course)
    result: CourseResult | None = None  # of the course, once its wagers are priced

    def judge(self, number: int, made: Sequence[AdvisedAct], course: Course) -> None:
        self.tally = self.tally.after(made)
        self.last = number, tuple(made)
        self.course = course

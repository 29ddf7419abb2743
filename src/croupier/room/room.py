"""All open tables of a bank. A table is shown as it is in the books, never ahead of them."""

from collections.abc import Callable, Sequence

from croupier.bank.store import Store
from croupier.errors import BankError, RuleError
from croupier.room.open_table import Step
from croupier.room.table_state import OpenTable, resumed, stream_of


class Room:
    """After a crash, a new Room on the same store finds every table where it was."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tables: dict[str, OpenTable] = {}
        for stream in store.streams(stream_of("")):
            self._read(stream)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._tables)

    def table(self, name: str) -> OpenTable:
        if name not in self._tables:
            open_ones = ", ".join(self._tables) or "none"
            raise RuleError(f"there is no table {name!r}; open tables: {open_ones}", "room/table")
        return self._tables[name]

    def do(self, step: Step) -> OpenTable:
        """One act: in the books when this returns, or refused and nothing changed."""
        (answer,) = self.do_all([step])
        if isinstance(answer, BankError):
            raise answer
        return answer

    def do_all(self, steps: Sequence[Step]) -> list[OpenTable | BankError]:
        """Acts of several tables in one commit, one of each table at most."""
        answers: list[OpenTable | BankError] = []
        for step, receipt in zip(
            steps, self.store.commit_many([step.act for step in steps]), strict=True
        ):
            if isinstance(receipt, BankError):
                answers.append(receipt)
            else:
                self._tables[step.state.name] = step.state
                answers.append(step.state)
        return answers

    def once(self, key: str, name: str, decide: Callable[[OpenTable], Step]) -> OpenTable:
        """An act that may have been sent before: done already, it is not decided on again."""
        if self.store.receipt(key) is None:
            return self.do(decide(self.table(name)))
        return self.table(name)

    def _read(self, stream: str) -> None:
        kept = self.store.snapshot(stream)
        assert kept is not None, f"{stream} has no snapshot, and its first act makes one"
        events = self.store.events(stream, after=kept.version)
        state = resumed(kept.version, kept.body, events)
        self._tables[state.name] = state

"""Progress bars during long work: what a listener hears, and when nothing is shown."""

import numba
import pytest

from croupier.cli.progress import working
from croupier.kernels.compiled import in_threads
from croupier.progress import heard_by, stage, tracked


class Heard:
    """A listener that records what it hears."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.stages: list[str] = []

    def start(self, what: str, total: int | None) -> int:
        self.lines.append(f"{what}, of {total}")
        self.stages.append(what)
        return len(self.stages) - 1

    def step(self, stage: int) -> None:
        self.lines.append(f"{self.stages[stage]} +1")

    def end(self, stage: int) -> None:
        self.lines.append(f"{self.stages[stage]} ends")


def test_stages_within_stages_are_distinguished() -> None:
    heard = Heard()
    with heard_by(heard):
        for _ in tracked("tables", "A", 1):
            assert in_threads("upcards", lambda up: up * up, range(2)) == [0, 1]
    upcards = ["upcards, of 2", "upcards +1", "upcards +1", "upcards ends"]
    assert heard.lines == ["tables, of 1", *upcards, "tables +1", "tables ends"]


def test_a_stage_ends_when_its_work_fails() -> None:
    heard = Heard()
    with heard_by(heard), pytest.raises(ZeroDivisionError):
        in_threads("upcards", lambda up: 1 // up, [1, 0])
    assert heard.lines == ["upcards, of 2", "upcards +1", "upcards ends"]


def test_nobody_needs_to_listen() -> None:
    heard = Heard()
    with heard_by(heard):
        pass
    with stage("tables", 1) as step:
        step()
    assert heard.lines == []


def test_compiling_is_a_separate_stage_and_happens_once() -> None:
    half = numba.njit(lambda number: number // 2)

    @numba.njit
    def quarter(number: int) -> int:
        return half(half(number))  # type: ignore[no-any-return]

    heard = Heard()
    with heard_by(heard):
        assert quarter(9) == 2
        assert quarter(12) == 3
    what = "compiling loops, the first time only"
    assert heard.lines == [f"{what}, of None", f"{what} ends"]


def test_bars_are_for_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    with working("solving"):
        list(tracked("upcards", range(13), 13))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    with working("solving [a table]"):
        list(tracked("upcards", range(13), 13))
    out, shown = capsys.readouterr()
    assert out == ""
    assert "solving [a table]" in shown and "upcards" in shown and "0/13" in shown

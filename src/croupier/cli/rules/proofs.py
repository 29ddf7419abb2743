"""`croupier settle`, `fair` and `replay`: what every wager must be paid, or who wins each pot; a
round's shuffle and its course, checked.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from croupier import fair as shuffle
from croupier.cli.input import refusal_json, text_of, write_json
from croupier.cli.options import Aggregates, AsJson, Unprinted, amounts
from croupier.cli.screen import ScreenTable, screen
from croupier.desk.replay import replayed
from croupier.errors import BadRecord, RuleError
from croupier.money import dollars
from croupier.table.dispute import settle as settled


def settle(
    file: Annotated[
        Path | None, typer.Argument(help="Requests; standard input if left out.")
    ] = None,
    unprinted: Unprinted = False,
    aggregate: Aggregates = None,
    as_json: AsJson = False,
) -> None:
    """What every wager pays, given the cards, with the reason and the rule.

    Reads one JSON object, or one on each line; docs/settle.md describes the form. Answers in JSON
    when asked, or when the output is not a terminal.

    Example: [bold]croupier settle < dispute.json[/bold]
    """
    usual: dict[str, object] = {"unprinted": True} if unprinted else {}
    if aggregate:
        usual["aggregates"] = amounts(aggregate, "--aggregate")
    raise typer.Exit(settle_all(file, usual, as_json=as_json))


def settle_all(file: Path | None, usual: Mapping[str, object] = {}, *, as_json: bool) -> int:
    """One response for each request, in order; 1 if any was refused.

    `usual`: defaults for every request.
    """
    requests = list(_requests(text_of(file)))
    plain = as_json or not sys.stdout.isatty()
    refused = False
    for request in requests:
        try:
            if isinstance(request, BadRecord):
                raise request
            answer = settled({**usual, **request} if isinstance(request, dict) else request)
        except RuleError as error:
            refused = True
            answer = refusal_json(error)
        if plain:
            write_json(answer, lines=len(requests) > 1)
        else:
            _show(answer)
    return 1 if refused else 0


def _requests(text: str) -> Iterator[object]:
    """One object over any number of lines, or one per line; a bad line spoils only itself."""
    if not text.strip():
        raise BadRecord("nothing to settle; give one JSON object, or one on each line")
    try:
        whole = json.loads(text)
        if whole == []:
            raise BadRecord("an empty list; give one JSON object, or one on each line")
        yield from whole if isinstance(whole, list) else [whole]
        return
    except BadRecord:
        raise
    except (ValueError, RecursionError):
        lines = text.split("\n")
    if len([line for line in lines if line.strip()]) > 1 and lines[0].strip() not in ("{", "["):
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield _line(line, number)
    else:
        yield _line(text, 1)


def _line(line: str, number: int) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as broken:
        return BadRecord(f"line {number} is not JSON: {broken}", "request/json")


def _show(answer: dict[str, object]) -> None:
    console = screen()
    error = answer.get("error")
    if isinstance(error, dict):
        console.print(Text.assemble(("refused", "red"), f"  {error['message']}"))
        return
    if "pots" in answer:
        _show_pots(console, answer)
        return
    seats, unprinted = answer["seats"], answer.get("unprinted")
    assert isinstance(seats, list)
    if isinstance(unprinted, list):
        console.print(f"No rulebook prints {'; '.join(unprinted)}.", style="bold yellow")
    for seat in seats:
        table = ScreenTable(
            title=f"{answer['game']}, seat {seat['seat']}: {dollars(seat['net'], sign=True)}"
        )
        for heading, justify in (("wager", "left"), ("stake", "right"), ("net", "right")):
            table.add_column(heading, justify=justify)
        table.add_column("why", overflow="fold")
        for name, wager in seat["wagers"].items():
            color = "green" if wager["net"] > 0 else "red" if wager["net"] < 0 else "yellow"
            net = Text(dollars(wager["net"], sign=True), color)
            share = (
                f" plus {wager['meter_percent']}% of the meter" if "meter_percent" in wager else ""
            )
            notice = " (supervisor)" if wager.get("supervisor") else ""
            why = Text.assemble(
                f"{wager['reason']}{share} ", (wager["rule"], "dim"), (notice, "bold")
            )
            table.add_row(name, dollars(wager["stake"]), net, why)
        console.print(table)


def _show_pots(console: Console, answer: dict[str, Any]) -> None:
    """A showdown: every pot, then what each seat holds and wins."""
    pots = ScreenTable(title=f"{answer['game']}, {answer['mode']}")
    for heading in ("pot", "eligible", "rake", "high", "low"):
        pots.add_column(heading)
    for pot in answer["pots"]:
        eligible = " ".join(map(str, pot["eligible"]))
        rake = dollars(pot.get("rake", 0))
        pots.add_row(dollars(pot["amount"]), eligible, rake, _each(pot["high"]), _each(pot["low"]))
    console.print(pots)
    seats = ScreenTable()
    for heading in ("seat", "high", "low", "paid", "returned"):
        seats.add_column(heading)
    hands, paid, returned = answer["hands"], answer["payouts"], answer["returned"]
    for seat in sorted({**hands, **paid, **returned}, key=int):
        hand = hands.get(seat, {})
        words = (hand.get("high") or "", hand.get("low") or "")
        seats.add_row(seat, *words, dollars(paid.get(seat, 0)), dollars(returned.get(seat, 0)))
    console.print(seats)


def _each(chips: dict[str, int]) -> str:
    return ", ".join(f"seat {seat} {dollars(cents)}" for seat, cents in chips.items())


def fair(
    file: Annotated[
        Path | None, typer.Argument(help="A round's record; standard input if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a finished round against the shuffle that was committed to before the bets.

    Example: [bold]croupier fair last-round.json[/bold]
    """
    # Exits with 0 if the record proves the shuffle, 1 if it does not; fair.py does the work.
    try:
        with nullcontext(sys.stdin.buffer) if file is None else file.open("rb") as opened:
            record = shuffle.read(opened)
    except ValueError as broken:
        raise BadRecord(f"the record cannot be read: {broken}", "record/json") from broken
    if as_json:
        problems = shuffle.check(record)
        remarks = [] if problems else shuffle.remarks(record)
        write_json({"fair": not problems, "problems": problems, "remarks": remarks})
        raise typer.Exit(1 if problems else 0)
    code, lines = shuffle.verdict(record)
    for line in lines:
        screen().print(Text(line), soft_wrap=True)
    raise typer.Exit(code)


def replay(
    file: Annotated[
        Path | None,
        typer.Argument(help="A transcript, or a poker hand in PHH; standard input if left out."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a transcript and check that every line of it follows from the rules.

    Example: [bold]croupier replay round.txt[/bold]
    """
    result = replayed(text_of(file))
    if as_json:
        nets = {str(seat): net for seat, net in result.nets.items()}
        names = ("game", "over", "refused")
        write_json({**{name: getattr(result, name) for name in names}, "net": nets})
    else:
        screen().print(
            f"[green]agrees[/green]  {result.name}: every {result.each} follows from the rules.",
            markup=True,
        )

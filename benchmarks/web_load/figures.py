"""The figures of a run, as lines and as data."""

from typing import Any

from .run import Outcome

PERCENTILES = (50, 95, 99)
STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def percentile(ordered: list[float], of: int) -> float:
    """The least value that so many percent do not exceed; 0 if there are none."""
    return ordered[max(0, -(-len(ordered) * of // 100) - 1)] if ordered else 0.0


def as_json(one: Outcome) -> dict[str, Any]:
    load, spent, memory = one.load, one.spent, one.memory
    return {
        "store": load.store,
        "tables": load.tables,
        "sockets": one.sockets,
        "asked_for": load.rate or "flat out",
        "seconds": round(one.seconds, 2),
        "acts_per_second": round(one.acts / one.seconds, 1),
        "acts_in_books_per_second": round(one.acts * one.per_act / one.seconds, 1),
        "nobody_ready": one.idle,
        "refused": one.refused,
        "milliseconds_here": _milliseconds(one.here),
        "milliseconds_elsewhere": _milliseconds(one.elsewhere),
        "milliseconds_coach": _milliseconds(one.advice),
        "advice": {"given": len(one.advice), **one.no_advice},
        "processor_ms_per_act": {
            name: round(1000 * value / max(1, one.acts), 3)
            for name, value in spent._asdict().items()
        },
        "kilobytes_per_table": round((memory.tables - memory.empty) / load.tables / 1024, 1),
        "kilobytes_per_socket": round((memory.sockets - memory.tables) / one.sockets / 1024, 1),
        "megabytes": {name: value >> 20 for name, value in memory._asdict().items()},
        "proved": one.proof._asdict(),
    }


def _milliseconds(ordered: list[float]) -> dict[str, float]:
    return {f"p{of}": round(1000 * percentile(ordered, of), 1) for of in PERCENTILES}


def lines(one: Outcome) -> list[str]:
    told = as_json(one)
    here, there = told["milliseconds_here"], told["milliseconds_elsewhere"]
    cpu, memory, proved = told["processor_ms_per_act"], told["megabytes"], told["proved"]
    asked = f"{one.load.rate:,.0f} acts a second" if one.load.rate else "flat out"
    refused = ", ".join(f"{code} {count:,}" for code, count in sorted(one.refused.items()))
    coach = [
        f"  coach, ms         {_row(told['milliseconds_coach'])} from question to advice;"
        f" {len(one.advice):,} given; its processes took {cpu['coach']:.2f} for each act"
        + "".join(f"; {code} {count:,}" for code, count in sorted(one.no_advice.items()))
    ]
    return [
        f"{STORES[one.load.store]}, {one.load.tables:,} tables, {one.sockets:,} sockets, {asked},"
        f" {one.seconds:.0f} s",
        f"  acts a second     {told['acts_per_second']:>9,.0f}, and with the dealer's"
        f" {told['acts_in_books_per_second']:,.0f} in the books",
        f"  act to view, ms   {_row(here)} at the seat that acted",
        f"                    {_row(there)} at another",
        f"  processor, ms     {cpu['server']:.2f} server ({cpu['loop']:.2f} of it the event loop)"
        f" + {cpu['database']:.2f} database + {cpu['client']:.2f} client, for each act",
        *(coach if one.load.coached else ()),
        f"  memory            {memory['empty']} MB without tables;"
        f" {told['kilobytes_per_table']:,.0f} kB a table,"
        f" {told['kilobytes_per_socket']:,.0f} kB a socket; {memory['end']} MB at the end",
        f"  refused           {refused or 'none'}; {one.idle:,} acts were due when no player had a"
        " choice",
        f"  books             {proved['acts']:,} acts answered once and written once;"
        f" {proved['tables']:,} tables hold what was shown; audit passed"
        f" ({proved['rounds']:,} rounds replayed)",
        "",
    ]


def _row(times: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:>6.1f}" for name, value in times.items())

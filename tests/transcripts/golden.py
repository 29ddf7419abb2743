"""Rewrites the transcripts in this folder, each from its own header, deck, bets and acts.

To add one, write just those lines (game, deck, bets, chooses, tries) and run scripts/golden.
"""

import sys
from pathlib import Path

from croupier.errors import RuleError
from croupier.games.five_card_hold_out.rules import ID as POKER_ID
from croupier.table import transcript as pages
from croupier.table.poker import transcript as poker_pages

FOLDER = Path(__file__).parent


def rewritten(written: str) -> str:
    """The transcript that the rules give for the bets, cards and acts of this one."""
    if written.startswith(f"game    {POKER_ID}"):
        return _hand(written)
    return pages.transcript(*pages._played(pages._read(written)))


def _hand(written: str) -> str:
    return poker_pages.transcript(*poker_pages._played(*poker_pages._read(written)))


def main() -> int:
    broken = 0
    for path in sorted(FOLDER.glob("*/*.txt")):
        name = path.relative_to(FOLDER)
        before = path.read_text("utf-8")
        try:
            after = rewritten(before)
        except RuleError as refused:
            broken += 1
            print(f"{name}: {refused}", file=sys.stderr)
            continue
        if after != before:
            path.write_text(after, "utf-8")
            print(f"{name}: rewritten")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

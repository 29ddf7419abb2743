"""Texts of the rules as the page prints them."""

import re

CARDS = re.compile(r"\([2-9TJQKA](?: [2-9TJQKA])*\)")  # ranks in parentheses: "pair of nines (9 T)"


def with_tens(text: str) -> str:
    """Prints a ten as "10"; T is only for input and records."""
    return CARDS.sub(lambda found: found[0].replace("T", "10"), text)

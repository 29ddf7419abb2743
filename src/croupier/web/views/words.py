"""Words of the rules as the page prints them."""

import re

CARDS = re.compile(r"\([2-9TJQKA](?: [2-9TJQKA])*\)")  # ranks in brackets: "pair of nines (9 T)"


def with_tens(text: str) -> str:
    """A ten is "10" to whoever reads a card, and T only to who writes one."""
    return CARDS.sub(lambda found: found[0].replace("T", "10"), text)

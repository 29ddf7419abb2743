"""Names that one person could take for another's, or for the house."""

import re
import unicodedata
from functools import lru_cache

from croupier.errors import RuleError

MANY = 100_000
# Scripts that are written together; every other name is in one.
TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}))
OF_LETTERS = ("Lu", "Ll", "Lt", "Lo")
HOUSE = frozenset(
    {
        *("house", "dealer", "croupier", "floor", "cage", "cashier", "staff", "supervisor"),
        *("admin", "administrator", "auditor", "system", "operator", "bot"),
    }
)
OF_HOUSE = re.compile(rf"(?:the|{'|'.join(sorted(HOUSE, key=len, reverse=True))})+s?")
# As they are read, in a word that might be the house's: accents and strokes left out.
READ_AS = str.maketrans("013457ı\u0251\u0261łø", "oieastiaglo")


@lru_cache(MANY)
def skeleton(name: str) -> str:
    """Names with the same one look or sound alike: without capitals, widths, spaces and signs."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LMN")


def check_one_script(name: str) -> None:
    """Letters of two scripts may look the same, such as the Latin and the Cyrillic `a`."""
    plain = unicodedata.normalize("NFKC", name)
    scripts = {_script(sign) for sign in plain if unicodedata.category(sign) in OF_LETTERS}
    if len(scripts) > 1 and not any(scripts <= some for some in TOGETHER):
        said = " and ".join(sorted(one.capitalize() for one in scripts))
        raise RuleError(
            f"{name} has letters of two scripts ({said}); write a name in one", "room/name"
        )


def is_of_the_house(name: str) -> bool:
    """Whether a word of it is one of the house's, however it is written, or it begins as a guest's
    name does.
    """
    words = re.split(r"[^\w]|_", unicodedata.normalize("NFKC", name).casefold())
    read = [_read(word) for word in (*words, skeleton(name))]
    return any(word in HOUSE or OF_HOUSE.fullmatch(word) for word in read if word != "the") or (
        _read(skeleton(name)).startswith("guest")
    )


def _read(word: str) -> str:
    """Without accents, with digits as the letters they look like, and without a number after it."""
    bare = unicodedata.normalize("NFKD", re.sub(r"\d+$", "", word))
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).translate(READ_AS)


def _script(sign: str) -> str:
    """The first word of its name in Unicode: LATIN, CYRILLIC, HIRAGANA."""
    return re.split("[ -]", unicodedata.name(sign, "UNNAMED"))[0]

"""User-written text, with control and invisible characters made visible."""

from unicodedata import category

JOINERS = "\u200c\u200d"  # between letters of some scripts, and in emoji


UNSEEN = ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp")


def visible(text: str, allowed: str = "\n\t") -> str:
    """The text with every control or invisible character shown by its code."""
    if text.isprintable():
        return text
    return "".join(
        sign.encode("unicode_escape", "backslashreplace").decode()
        if category(sign) in UNSEEN and sign not in allowed and sign not in JOINERS
        else sign
        for sign in text
    )


def one_line(text: str) -> str:
    """User-written text inside a line of ours: it cannot start a new line."""
    return visible(text, allowed="")

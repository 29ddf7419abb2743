"""Passwords in the names of databases are not shown."""

import re


def without_password(text: str) -> str:
    """A database URL, or what was meant for one, as it may be shown."""
    text = re.sub(r"(?i)(password=)[^&\s]*", r"\1***", text)
    return re.sub(r":(?!//)[^\s]*@", ":***@", text)

"""How much is tried: all of it in the slow run, a third in the quick one."""

full = False  # set by conftest.py, before any test is collected


def examples(many: int) -> int:
    """Of so many examples, those that this run tries."""
    return many if full else max(10, many // 3)

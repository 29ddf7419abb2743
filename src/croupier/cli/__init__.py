"""The command `croupier`."""


def main() -> None:
    raise SystemExit("soon")

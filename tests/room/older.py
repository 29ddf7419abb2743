"""Requests of an older bank, read from its JSON file."""

from typing import Any


def asked_again(request: list[Any]) -> tuple[str, str, str, list[Any], dict[str, Any]]:
    """Key, by, the decision's name, its arguments: JSON turned the seats of bets into strings."""
    key, by, name, about, more = request
    if name == "deal":
        about = [_by_seat(one) if isinstance(one, dict) else one for one in about]
    return key, by, name, about, more


def _by_seat(bets: dict[str, Any]) -> dict[int, Any]:
    return {int(seat): stakes for seat, stakes in bets.items()}

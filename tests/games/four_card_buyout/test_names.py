"""A name means one thing in all of the game's modules."""

from collections import defaultdict
from importlib import import_module
from pkgutil import walk_packages

from croupier.games import four_card_buyout


def test_a_constant_has_one_value_in_all_modules() -> None:
    values: dict[str, set[int]] = defaultdict(set)
    for module in walk_packages(four_card_buyout.__path__, f"{four_card_buyout.__name__}."):
        for name, value in vars(import_module(module.name)).items():
            if name.isupper() and isinstance(value, int):
                values[name].add(value)
    assert {"BUY", "FOLD", "MOST_POINTS"} <= set(values)
    assert not {name: found for name, found in values.items() if len(found) > 1}

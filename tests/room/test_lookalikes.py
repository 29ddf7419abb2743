"""Names that look like another's, or like the house's."""

import pytest

from croupier.errors import RuleError
from croupier.room.people.names import check_one_script, is_of_the_house, skeleton

OF_PEOPLE = (
    *("Ann", "Ann-Marie O'Neill", "Zo\u00eb", "Lighthouse Keeper", "Greenhouse", "Floortje"),
    *("Admira", "Theo", "The Rock", "Bottom", "Augusta", "Systema", "R2D2", "4711"),
    *(
        "\u0410\u043d\u043d\u0430",
        "\u0391\u03bd\u03bd\u03b1",
        "\u5c71\u7530 \u3042\u3044",
        "\u30b8\u30e7\u30fc",
    ),
    *("\uae40 \u91d1", "\u0645\u062d\u0645\u062f", "\u0928\u0940\u0932"),
)


@pytest.mark.parametrize("name", OF_PEOPLE)
def test_names_of_people(name: str) -> None:
    check_one_script(name)
    assert not is_of_the_house(name)


@pytest.mark.parametrize(
    "name, like",
    [
        ("House Dealer", "house dealer"),
        ("house-dealer", "house dealer"),
        ("house  dealer", "HOUSE.DEALER"),
        ("\uff30am", "pam"),
        ("STRASSE", "Stra\u00dfe"),
    ],
)
def test_names_that_look_alike(name: str, like: str) -> None:
    assert skeleton(name) == skeleton(like)


def test_names_that_do_not() -> None:
    names = ["Zoe", "Zo\u00eb", "pam1", "pam2", "pam", "\u0430"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["\u0410dmin", "p\u0430m", "\u03b1lpha", "Ivan \u0418\u0432\u0430\u043d"]
)
def test_letters_of_two_scripts(name: str) -> None:
    with pytest.raises(RuleError, match="two scripts"):
        check_one_script(name)

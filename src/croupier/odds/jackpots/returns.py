"""What a jackpot wager returns while its meter shows an amount; imports nothing that compiles."""

from collections.abc import Mapping
from fractions import Fraction
from typing import cast


def returns_at(
    figures: Mapping[str, object], seats: int, meter: Fraction, seed: Fraction
) -> Fraction | None:
    """What one wager returns, in wagers, if so many seats make it; None if that is not counted.

    `figures` are those of the wager (`jackpot` in wager.py); `meter` is what the display shows, and
    `seed` what it begins with after it was won whole, in wagers.
    """

    def of(name: str) -> Fraction | None:
        by_seats = cast(Mapping[str, Fraction | None], figures.get(name, {}))
        return by_seats.get(str(seats), Fraction(0))

    share, envy, seeds = of("meter_share_by_seats"), of("envy"), of("seed_share_by_seats")
    if share is None or envy is None or seeds is None:
        return None
    return cast(Fraction, figures["fixed_return"]) + envy + share * meter + seeds * seed

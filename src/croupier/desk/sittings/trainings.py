"""Where the records of the trainer are kept: a private file for each game."""

from pathlib import Path

from croupier.desk.coaching.trainer import Training, training_from_json, training_to_json
from croupier.desk.sittings.saved import checked, default_folder, loaded, set_aside, write_private

FORMAT = "croupier training 1"


def place() -> Path:
    return default_folder() / "training"


def load(folder: Path, game: str) -> Training | None:
    """None if there is no record; BadRecord with the reason if the file is damaged."""
    return loaded(
        folder / f"{game}.json",
        lambda written: training_from_json(checked(written, FORMAT, game)),
    )


def save(folder: Path, game: str, training: Training) -> None:
    write_private(
        folder / f"{game}.json", {"format": FORMAT, "game": game, **training_to_json(training)}
    )


def aside(folder: Path, game: str) -> Path:
    """Keeps a damaged record under another name."""
    return set_aside(folder / f"{game}.json", "bad")

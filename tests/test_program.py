"""The self-check: Python runs what the source says."""

import hashlib
import os
import py_compile
import shutil
from pathlib import Path

import pytest

import croupier
from croupier import program
from croupier.program import altered, is_of, is_run, program_hash

PACKAGE = Path(croupier.__file__).parent


def test_the_program_is_not_altered() -> None:
    assert altered() == []


def test_the_digest_is_of_every_file_by_name_and_size() -> None:
    """Restated: names in order, sizes, contents."""
    total = hashlib.sha256()
    found = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    for name in sorted(path.relative_to(PACKAGE).as_posix() for path in found):
        content = (PACKAGE / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode() + content)
    assert len(found) > 100
    assert program_hash() == total.hexdigest()


def test_any_change_of_a_file_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a copy: a byte, a name, a file more or less; but not what Python compiles itself."""
    copy = tmp_path / "croupier"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(program, "files", lambda _: copy)
    seen = {program_hash()}

    def shows() -> None:
        assert program_hash() not in seen
        seen.add(program_hash())

    table = next(copy.rglob("*.toml"))
    table.write_bytes(table.read_bytes().replace(b"1", b"2", 1))
    shows()
    (copy / "money.py").rename(copy / "monei.py")
    shows()
    (copy / "more.py").write_bytes(b"")
    shows()
    (copy / "errors.py").unlink()
    shows()
    (copy / "__pycache__").mkdir()
    (copy / "__pycache__" / "money.cpython-311.pyc").write_bytes(b"x")
    assert program_hash() in seen


def test_compiled_from_another_source(tmp_path: Path) -> None:
    source, compiled = tmp_path / "some.py", tmp_path / "some.pyc"
    honest = "def pays(stake):\n    return 2 * stake\n"
    source.write_text(honest)
    time = int(source.stat().st_mtime)
    for content, right in ((honest, True), (honest.replace("2", "3"), False)):
        source.write_text(content)
        os.utime(source, (time, time))
        py_compile.compile(str(source), str(compiled), doraise=True)
        source.write_text(honest)
        os.utime(source, (time, time))
        assert is_run(compiled, source) and is_of(compiled, source) == right
    os.utime(source, (time + 2, time + 2))
    assert not is_run(compiled, source)  # it would be compiled again
    for damaged in (b"", b"x" * 16, compiled.read_bytes()[:-5]):
        compiled.write_bytes(damaged)
        assert not is_of(compiled, source)

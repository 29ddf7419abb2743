"""The self-check: what Python runs is what the source says."""

import os
import py_compile
from pathlib import Path

from croupier.program import altered, is_of, is_run, program_hash


def test_the_program_is_not_altered() -> None:
    assert altered() == []
    assert program_hash() == program_hash()


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
    assert not is_run(compiled, source)  # it would be compiled anew
    for damaged in (b"", b"x" * 16, compiled.read_bytes()[:-5]):
        compiled.write_bytes(damaged)
        assert not is_of(compiled, source)

"""Heads of the chain stored elsewhere: written, signed, read back, and compared with the chain."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from stat import S_IMODE

import pytest

from croupier.bank.act import Act, Event
from croupier.bank.anchors import (
    EVERY,
    FILE,
    Anchor,
    AnchorError,
    Anchoring,
    Places,
    check_signed,
    every,
    make_key,
    places_for,
    public_of,
    read_anchors,
)
from croupier.bank.audit.run import AuditFailed, audit
from croupier.bank.chain import Head
from croupier.bank.store import Store, open_store
from croupier.errors import RuleError

HEAD = Head(7, "ab" * 32)


def written(store: Store, count: int) -> None:
    for version in range(count):
        store.commit(Act(f"k{version}", "clock", version, (Event("tick", str(version)),)))


def test_an_anchor_is_appended_to_a_file_of_ones_own(tmp_path: Path) -> None:
    places = Places(tmp_path / "anchors")
    for sequence in (7, 9):
        places.publish(replace(HEAD, sequence=sequence), 1000 + sequence)
    lines = (tmp_path / "anchors").read_text("ascii").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"sequence": 7, "digest": "ab" * 32, "at": 1007},
        {"sequence": 9, "digest": "ab" * 32, "at": 1009},
    ]
    assert S_IMODE((tmp_path / "anchors").stat().st_mode) == 0o600
    assert read_anchors(tmp_path / "anchors") == [
        Anchor(7, "ab" * 32, 1007),
        Anchor(9, "ab" * 32, 1009),
    ]


def test_it_is_passed_to_a_command(tmp_path: Path) -> None:
    copy = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read())"
    command = (sys.executable, "-c", copy, str(tmp_path / "far away"))
    places = Places(tmp_path / "anchors", command)
    places.publish(HEAD, 5)
    assert read_anchors(tmp_path / "far away") == read_anchors(tmp_path / "anchors")


def test_a_failure_is_reported_and_the_other_place_is_tried(tmp_path: Path) -> None:
    wrong = (sys.executable, "-c", "raise SystemExit(3)")
    with pytest.raises(AnchorError, match="exit status 3"):
        Places(tmp_path / "anchors", wrong).publish(HEAD, 5)
    assert len(read_anchors(tmp_path / "anchors")) == 1
    with pytest.raises(AnchorError, match="no anchor was kept"):
        Places(tmp_path / "nowhere" / "anchors").publish(HEAD, 5)
    (tmp_path / "link").symlink_to(tmp_path / "bank.db")
    with pytest.raises(AnchorError):
        Places(tmp_path / "link").publish(HEAD, 5)
    assert not (tmp_path / "bank.db").exists()


def test_signed_with_a_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    key = tmp_path / "key"
    public = make_key(key)
    assert S_IMODE(key.stat().st_mode) == 0o600 and public_of(key) == public
    with pytest.raises(AnchorError, match="File exists"):
        make_key(key)
    places = Places(tmp_path / "anchors", key=key)
    good = places.publish(HEAD, 5)
    check_signed([good], public)
    for wrong in (
        good._replace(sequence=8),
        good._replace(digest="cd" * 32),
        good._replace(at=6),
        good._replace(signature=""),
        good._replace(signature=good.signature[2:]),
    ):
        with pytest.raises(AuditFailed, match="sign"):
            check_signed([good, wrong], public)
    check_signed([good._replace(signature=""), good], public)  # from before there was a key
    for odd in ("", "12", "x" * 64):
        with pytest.raises(AnchorError, match="not a public key"):
            check_signed([good], odd)
    os.chmod(key, 0o644)
    with pytest.raises(AnchorError, match="others may read"):
        places.publish(HEAD, 5)
    os.chmod(key, 0o600)
    key.write_text("not hex\n")
    with pytest.raises(AnchorError, match="is not a key"):
        places.publish(HEAD, 5)


def test_lines_that_are_not_anchors(tmp_path: Path) -> None:
    file = tmp_path / "anchors"
    good = Anchor(7, "ab" * 32, 1007).line
    file.write_text(f"{good}\n{good[:-5]}")  # the machine stopped in the middle of writing
    assert len(read_anchors(file)) == 1
    for odd in (
        "[]",
        "{}",
        "5",
        good.replace("7", '"7"', 1),
        good.replace("ab", "AB"),
        good.replace("}", ', "more": 1}'),
        "[" * 5000,
        "x" * 5000,
    ):
        file.write_text(f"{good}\n{odd}\n{good}\n")
        with pytest.raises(AuditFailed, match="line 2 of"):
            read_anchors(file)
    with pytest.raises(AuditFailed, match="cannot be read"):
        read_anchors(tmp_path / "none")


def test_the_audit_requires_all_of_them(store: Store) -> None:
    heads = [store.head()]
    for version in range(5):
        store.commit(Act(f"k{version}", "clock", version, (Event("tick", ""),)))
        heads.append(store.head())
    assert audit(store, anchors=heads, workers=1).head == heads[-1]
    for place in range(1, 6):
        wrong = replace(heads[place], digest="ab" * 32)
        with pytest.raises(AuditFailed, match=f"anchor at {2 * place}: .* it is another"):
            audit(store, anchors=[*heads, wrong], workers=1)
    beyond = [*heads, Head(13, "ab" * 32)]
    with pytest.raises(AuditFailed, match="end at record 10: 3 records"):
        audit(store, anchors=beyond, workers=1)


def test_restoring_an_older_copy_is_detected(tmp_path: Path) -> None:
    """Each copy by itself is consistent."""
    url = f"sqlite:///{tmp_path}/bank.db"
    with open_store(url) as store:
        written(store, 3)
    older = (tmp_path / "bank.db").read_bytes()
    with open_store(url) as store:
        store.commit(Act("last", "clock", 3, (Event("tick", "3"),)))
        head = store.head()
    (tmp_path / "bank.db").write_bytes(older)
    with open_store(url) as store:
        audit(store, workers=1)
        with pytest.raises(AuditFailed, match="2 records that were there"):
            audit(store, anchors=[head], workers=1)


def test_one_is_published_when_the_interval_has_passed(tmp_path: Path) -> None:
    now = [10**12]
    with open_store(f"sqlite:///{tmp_path}/bank.db", lambda: now[0]) as store:
        anchoring = Anchoring(Places(tmp_path / "anchors"), 60)
        for _ in range(3):
            anchoring.after_commit(store)
        assert anchoring.finish() == [] and len(read_anchors(tmp_path / "anchors")) == 1
        now[0] += 60_000
        anchoring.after_commit(store)
        assert anchoring.finish() == [] and len(read_anchors(tmp_path / "anchors")) == 2
        # Another process looks up when the last one was written.
        now[0] = (tmp_path / "anchors").stat().st_mtime_ns // 1_000_000
        other = Anchoring(Places(tmp_path / "anchors"), 60)
        other.after_commit(store)
        now[0] += 59_000
        other.after_commit(store)
        assert other.finish() == [] and len(read_anchors(tmp_path / "anchors")) == 2
        now[0] += 2_000
        other.after_commit(store)
        assert other.finish() == [] and len(read_anchors(tmp_path / "anchors")) == 3


def test_a_failure_is_counted_and_stops_nothing(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/bank.db") as store:
        anchoring = Anchoring(Places(tmp_path / "nowhere" / "anchors"), 0)
        for times in (1, 2):
            anchoring.after_commit(store)
            (why,) = anchoring.finish()
            assert "no anchor was kept" in why and anchoring.failed == times
        assert anchoring.finish() == []


def test_where_the_operator_says() -> None:
    beside = places_for("sqlite:///house/bank.db", {})
    assert beside == Places(Path("house/bank.db.anchors"))
    server = "postgresql://house@db/house"
    assert places_for(server, {}) == Places()
    assert places_for("sqlite:///bank.db", {FILE: "off"}) == Places()
    stated = {
        FILE: "/far/anchors",
        "CROUPIER_ANCHOR_COMMAND": "send 'to me'",
        "CROUPIER_ANCHOR_KEY": "key",
    }
    far = Places(Path("/far/anchors"), ("send", "to me"), Path("key"))
    assert places_for(server, stated) == places_for("sqlite:///bank.db", stated) == far
    with pytest.raises(RuleError, match="which is not a command: No closing quotation"):
        places_for(server, {"CROUPIER_ANCHOR_COMMAND": "send 'to me"})
    assert every({}) == 60 and every({EVERY: "5"}) == 5
    for odd in ("", "-1", "x", "9" * 20):
        with pytest.raises(RuleError, match="write seconds"):
            every({EVERY: odd})

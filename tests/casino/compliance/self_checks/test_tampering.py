"""Whatever the owner of the database does to the record is found: by the chains, or by what was told outside before."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from casino.compliance.self_checks import chain_check, record_roots
from casino.compliance.self_checks.anchors import anchor_write, anchors_check
from casino.compliance.self_checks.models import Root
from players.audit import note
from players.audit.seals import seal
from tests.casino.compliance.rtp_monitoring.test_returns import played
from tests.casino.compliance.self_checks.tampering import RECORD, WAYS, as_owner, done, made_anew
from tests.room import sheet_in_force

NOTHING = timedelta(0)


@pytest.fixture
def anchored(
    tmp_path: Path, db: None, valkey_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Tables that were played at, sealed, rooted and anchored, minute by minute."""
    monkeypatch.setattr(record_roots, "MARGIN", NOTHING)
    settings.ANCHOR_DIR = str(tmp_path / "anchors")
    for system in ("american-roulette", "baccarat", "macau-stud"):
        for minute in range(2):
            played(tmp_path, system, 2)
            for act in range(3):
                note("tests.something-done", about=f"minute:{minute}", act=act)
            _minute()
    sheet_in_force("baccarat", charged="all-prizes")
    _minute()
    _minute()
    assert chain_check.faults() == []
    yield anchor_write()


def _minute() -> None:
    """What stands in one transaction carries one hour; each minute of it is moved a little into the past instead."""
    done("SET LOCAL session_replication_role = replica")
    for table in ("audit_line", "wallet_transfer"):
        done(f"UPDATE {table} SET at = clock_timestamp() WHERE at = now()")
    done("SET LOCAL session_replication_role = origin")
    seal(margin=NOTHING)
    record_roots.roots_make()


def tampered(number: int, dice: random.Random) -> tuple[str, list[str]]:
    kind, way, anew = dice.choice(list(RECORD)), dice.choice(list(WAYS)), dice.random() < 0.3
    with as_owner():
        what = f"{number}: {way} {WAYS[way](dice, kind)}{', every chain made anew' if anew else ''}"
        if anew:
            made_anew()
        found = chain_check.faults()
    return what, found


@pytest.mark.long  # minutes, on two cores
def test_two_hundred_tamperings_are_found(anchored: Path) -> None:
    missed = [
        what
        for what, found in (tampered(number, random.Random(number)) for number in range(200))
        if not found
    ]
    assert missed == []
    assert chain_check.faults() == [], "what was undone leaves nothing behind"


@pytest.mark.long
def test_ten_thousand_tamperings_are_found(anchored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missed = []
    for number in range(10_000):
        what, found = tampered(number, random.Random(f"long {number}"))
        if not found:
            missed.append(what)
        if number % 500 == 499:
            with capsys.disabled():
                print(f"{number + 1} tamperings, {len(missed)} missed", flush=True)
    assert missed == []


def test_chains_made_anew_are_told_by_the_anchor_alone(anchored: Path, tmp_path: Path) -> None:
    """That is what the folder is for: without it a database rewritten from end to end agrees with itself."""
    with as_owner():
        done(
            "UPDATE games_round SET returned = returned + 1 WHERE id = (SELECT min(id) FROM games_round WHERE status = 'ended')"
        )
        made_anew()
        assert {fault.partition(":")[0] for fault in chain_check.faults()} <= {
            "root-replaced",
            "chain-replaced",
        }
        with pytest.raises(CommandError, match="root-replaced"):
            call_command("check_record")
        with pytest.raises(CommandError, match="root-replaced"):
            call_command("check_record", anchor=anchored)
        empty = tmp_path / "empty"
        empty.mkdir()
        assert chain_check.faults(empty) == []


def test_an_anchor_that_somebody_edits_no_longer_fits_the_next(anchored: Path) -> None:
    older = anchored.rename(anchored.with_name("2001-01-01T00.json"))
    newer = anchor_write()
    assert newer != older and chain_check.faults() == []
    older.write_text(older.read_text() + " ")
    assert {fault.partition(":")[0] for fault in chain_check.faults()} == {"anchor-changed"}
    newer.write_text("{")
    assert "anchor-unreadable" in {fault.partition(":")[0] for fault in chain_check.faults()}


def test_the_seals_alone_are_checked_against_an_anchor_too(anchored: Path, capsys: Any) -> None:
    call_command("check_seals", anchor=anchored.parent)
    assert "no fault" in capsys.readouterr().out
    with as_owner():
        done("DELETE FROM audit_seal")
        with pytest.raises(CommandError, match="anchor"):
            call_command("check_seals", anchor=anchored.parent)
    with pytest.raises(CommandError, match="no anchor"):
        call_command("check_seals", anchor=Path("/nowhere"))


def test_roots_go_on_from_where_they_stand(anchored: Path, tmp_path: Path) -> None:
    assert record_roots.roots_make() == 0
    played(tmp_path, "american-roulette", 1)
    with transaction.atomic():
        assert record_roots.roots_make() >= 1
    assert chain_check.faults() == []


def test_a_seal_with_another_chain_is_found_by_its_anchor(anchored: Path) -> None:
    with as_owner():
        done(
            "UPDATE audit_seal SET chain = repeat('0', 64) WHERE number = (SELECT max(number) FROM audit_seal)"
        )
        codes = [code for code, _ in anchors_check(anchored.parent)]
    assert codes == ["chain-replaced"]


def test_the_chain_of_a_root_covers_each_of_its_values(anchored: Path) -> None:
    root = Root.objects.filter(events__gt=0).order_by("-number")[0]
    before = record_roots.chained("", root)
    for field, value in [
        ("part", root.part + 1), ("number", root.number + 1), ("first", root.first + 1), ("last", root.last + 1),
        ("rows", root.rows + 1), ("digest", "0" * 64), ("events", root.events + 1), ("head", "0" * 64),
    ]:  # fmt: skip
        changed = copy(root)
        setattr(changed, field, value)
        assert record_roots.chained("", changed) != before, field

"""The chains, or an anchor that was shipped before, detect tampering by the owner of the database."""

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

from casino.record_checks import chain_check, checks, record_roots, root_check
from casino.record_checks.anchors import check_anchors, write_anchor
from casino.record_checks.models import Root
from players.audit import note
from players.audit.seals import seal
from players.shared import clock
from tests.casino.compliance.rtp_monitoring.test_daily_returns import played
from tests.casino.record_checks.tampering import (
    RECORD,
    TAMPERINGS,
    as_owner,
    execute,
    rebuild_chains,
)
from tests.live_table import sheet_in_force

NOTHING = timedelta(0)


@pytest.fixture
def anchored(
    tmp_path: Path, db: None, valkey_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A record of rounds and audit lines, sealed, rooted and anchored minute by minute."""
    monkeypatch.setattr(record_roots, "MARGIN", NOTHING)
    settings.ANCHOR_DIR = str(tmp_path / "anchors")
    for system in ("american-roulette", "baccarat", "macau-stud"):
        for minute in range(2):
            played(tmp_path, system, 2)
            for number in range(3):
                note("tests.something-done", about=f"minute:{minute}", act=number)
            _end_minute()
    sheet_in_force("baccarat", charged="all-prizes")
    _end_minute()
    _end_minute()
    assert chain_check.find_faults() == []
    yield write_anchor()


def _end_minute() -> None:
    """Seal and root a minute. Rows of one transaction share one timestamp, so move theirs to the present."""
    execute("SET LOCAL session_replication_role = replica")
    for table in ("audit_line", "wallet_transfer"):
        execute(f"UPDATE {table} SET at = clock_timestamp() WHERE at = now()")
    execute("SET LOCAL session_replication_role = origin")
    seal(margin=NOTHING)
    record_roots.make_roots()


def tamper(number: int, rng: random.Random) -> tuple[str, list[str]]:
    kind, way, rebuilds = rng.choice(list(RECORD)), rng.choice(list(TAMPERINGS)), rng.random() < 0.3
    with as_owner():
        description = f"{number}: {way} {TAMPERINGS[way](rng, kind)}"
        if rebuilds:
            rebuild_chains()
            description += ", every chain rebuilt"
        faults = chain_check.find_faults()
    return description, faults


@pytest.mark.long  # minutes, on two cores
def test_two_hundred_tamperings_are_detected(anchored: Path) -> None:
    results = [tamper(number, random.Random(number)) for number in range(200)]
    missed = [description for description, faults in results if not faults]
    assert missed == []
    assert chain_check.find_faults() == [], "after the rollback, no fault remains"


@pytest.mark.long
def test_ten_thousand_tamperings_are_detected(anchored: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missed = []
    for number in range(10_000):
        description, faults = tamper(number, random.Random(f"long {number}"))
        if not faults:
            missed.append(description)
        if number % 500 == 499:
            with capsys.disabled():
                print(f"{number + 1} tamperings, {len(missed)} missed", flush=True)
    assert missed == []


def test_only_the_anchor_detects_rebuilt_chains(anchored: Path, tmp_path: Path) -> None:
    """Without the anchors, a database with rebuilt chains is consistent."""
    with as_owner():
        execute(
            "UPDATE games_round SET returned = returned + 1 WHERE id = (SELECT min(id) FROM games_round "
            "WHERE status = 'ended')"
        )
        rebuild_chains()
        assert {fault.partition(":")[0] for fault in chain_check.find_faults()} <= {
            "root-replaced",
            "chain-replaced",
        }
        with pytest.raises(CommandError, match="root-replaced"):
            call_command("check_record")
        with pytest.raises(CommandError, match="root-replaced"):
            call_command("check_record", anchor=anchored)
        empty = tmp_path / "empty"
        empty.mkdir()
        assert chain_check.find_faults(empty) == []


def test_an_edited_anchor_does_not_match_the_next(anchored: Path) -> None:
    older = anchored.rename(anchored.with_name("2001-01-01T00.json"))
    newer = write_anchor()
    assert newer != older and chain_check.find_faults() == []
    older.write_text(older.read_text() + " ")
    assert {fault.partition(":")[0] for fault in chain_check.find_faults()} == {"anchor-changed"}
    newer.write_text("{")
    assert "anchor-unreadable" in {fault.partition(":")[0] for fault in chain_check.find_faults()}


def test_check_seals_compares_with_an_anchor(anchored: Path, capsys: Any) -> None:
    call_command("check_seals", anchor=anchored.parent)
    assert "no fault" in capsys.readouterr().out
    with as_owner():
        execute("DELETE FROM audit_seal")
        with pytest.raises(CommandError, match="anchor"):
            call_command("check_seals", anchor=anchored.parent)
    with pytest.raises(CommandError, match="no anchor"):
        call_command("check_seals", anchor=Path("/nowhere"))


def test_roots_continue_from_the_last(anchored: Path, tmp_path: Path) -> None:
    assert record_roots.make_roots() == 0
    played(tmp_path, "american-roulette", 1)
    with transaction.atomic():
        assert record_roots.make_roots() >= 1
    assert chain_check.find_faults() == []


def test_an_anchor_detects_a_replaced_seal(anchored: Path) -> None:
    with as_owner():
        execute(
            "UPDATE audit_seal SET chain = repeat('0', 64) WHERE number = (SELECT max(number) FROM "
            "audit_seal)"
        )
        codes = [code for code, _ in check_anchors(anchored.parent)]
    assert codes == ["chain-replaced"]


def test_the_chain_of_a_root_covers_each_of_its_values(anchored: Path) -> None:
    root = Root.objects.filter(events__gt=0).order_by("-number")[0]
    before = record_roots.root_chain_hash("", root)
    for field, value in [
        ("part", root.part + 1),
        ("number", root.number + 1),
        ("first", root.first + 1),
        ("last", root.last + 1),
        ("rows", root.rows + 1),
        ("digest", "0" * 64),
        ("events", root.events + 1),
        ("head", "0" * 64),
    ]:
        changed = copy(root)
        setattr(changed, field, value)
        assert record_roots.root_chain_hash("", changed) != before, field


def test_the_nightly_check_begins_at_the_last_root(
    anchored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(root_check, "ROOTS_AT_ONCE", 1)
    first = chain_check.prove_chains(complete=False)
    assert (first.complete, first.differences) == (True, 0), "nothing was checked before"
    played(tmp_path, "baccarat", 1)
    _end_minute()
    compared: list[int] = []
    assert list(root_check.check_roots(first.reached["roots"], compared.append)) == []
    assert 1 <= len(compared) < Root.objects.count()
    second = chain_check.prove_chains(complete=False)
    assert (second.complete, second.differences) == (False, 0)


CHANGED_ROUND = "UPDATE games_round SET returned = returned + 1 WHERE id = (SELECT {} FROM games_round)"


def test_the_nightly_check_finds_new_changes_and_the_complete_check_old_ones(
    anchored: Path, tmp_path: Path
) -> None:
    assert chain_check.prove_chains(complete=False).differences == 0
    played(tmp_path, "baccarat", 1)
    _end_minute()
    with as_owner():
        execute(CHANGED_ROUND.format("min(id)"))
        assert chain_check.prove_chains(complete=False).differences == 0
        assert chain_check.prove_chains(complete=True).faults[0].startswith("rounds-changed")
        assert chain_check.prove_chains(complete=False).differences == 0
        good, details = checks.chains(clock.now())
        assert not good and details["differences"] == 1, "it stays until a complete check is clean"
    with as_owner():
        execute(CHANGED_ROUND.format("max(id) FILTER (WHERE status = 'ended')"))
        assert chain_check.prove_chains(complete=False).differences == 1
        assert chain_check.prove_chains(complete=False).differences == 1, "found again until it is mended"
    with as_owner():
        execute("UPDATE self_checks_root SET chain = repeat('0', 64)")
        assert chain_check.prove_chains(complete=False).differences > 0

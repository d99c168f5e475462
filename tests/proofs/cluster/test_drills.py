"""What a drill measures and prints; the drills themselves run with `make cluster DRILL=all`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from casino.services.folder import PROJECT
from tests.proofs.chaos_check import Report
from tests.proofs.cluster import changes, drills
from tests.proofs.cluster.__main__ import not_run, passes
from tests.proofs.cluster.party import Findings
from tests.proofs.cluster.players import JournalPlayer
from tests.proofs.cluster.servers import CannotRunError
from tests.proofs.cluster.system import System


def test_drills_are_named_by_their_beginning() -> None:
    assert drills.find("all") == list(drills.DRILLS)
    assert [drill.name for drill in drills.find("leader, Standby")] == ["leader host silent", "standby lost"]
    with pytest.raises(SystemExit, match="no drill 'quiet'"):
        drills.find("quiet")


def test_a_drill_without_privileges_counts_as_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert not_run(list(drills.DRILLS), "namespaces need root") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "leader host silent: not run: namespaces need root"
    assert lines[-1] == f"{len(drills.DRILLS)} drills, {len(drills.DRILLS)} failed"


def result(wait: float, findings: Findings, ended: list[str]) -> drills.Result:
    return drills.Result(drills.Drill("a drill", lambda *_: drills.nothing, 5.0), wait, findings, ended)


def clean() -> Findings:
    return Findings(
        Report(acknowledged=9, rounds=Counter(ended=4)), prove="4 rounds, 0 differences", rounds=4
    )


def test_a_clean_drill_passes() -> None:
    passed = result(4.9, clean(), [])
    assert passed.problems() == [] and passed.line().startswith("a drill: longest wait 4.9 s; 9 bets")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda result: result.report.lost.append("x"), "acknowledged and lost: x"),
        (lambda result: result.report.twice.append("x"), "paid twice: x"),
        (lambda result: result.report.rounds.update(void=1), "1 void rounds"),
        (lambda result: setattr(result.report, "ledger", 3), "the books differ by 3"),
        (lambda result: setattr(result, "held", 2), "2 tables on hold"),
        (lambda result: result.contradictions.append("stale"), "stale"),
        (
            lambda result: setattr(result, "prove", "4 rounds, 1 differences"),
            "prove: 4 rounds, 1 differences",
        ),
        (
            lambda result: setattr(result, "prove", "4 rounds, 10 differences"),
            "prove: 4 rounds, 10 differences",
        ),
    ],
)
def test_what_is_wrong_fails_the_drill(change, problem: str) -> None:
    findings = clean()
    change(findings)
    failed = result(1.0, findings, [])
    assert failed.problems() == [problem] and failed.line().startswith("FAILED a drill")


def test_pages_that_fail_count_where_they_must_answer() -> None:
    findings = clean()
    findings.failed_reads = ["at noon, page 7: 502 Bad Gateway"]
    assert result(1.0, findings, []).problems() == []
    upgrade = drills.Drill("upgrade", lambda *_: drills.nothing, 5.0, pages_answer=True)
    assert drills.Result(upgrade, 1.0, findings, []).problems() == [
        "a page failed: at noon, page 7: 502 Bad Gateway"
    ]


def test_a_drill_that_lacks_something_says_so_and_counts_as_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacks(*_: object) -> None:
        raise CannotRunError("the package faketime is not installed")

    monkeypatch.setattr(drills, "run", lacks)
    (drill,) = drills.find("clock")
    assert not passes(cast(System, None), drill, 1)
    assert (
        capsys.readouterr().out
        == "clock of a croupier an hour ahead: not run: the package faketime is not installed\n"
    )


def test_the_later_release_of_a_drill_has_one_migration_more(tmp_path: Path) -> None:
    release = changes.later_release(cast(System, SimpleNamespace(place=tmp_path)))
    added = [
        path.relative_to(release).as_posix()
        for path in release.glob("*/migrations/*.py")
        if not (PROJECT / path.relative_to(release)).exists()
    ]
    assert added == ["casino/migrations/9999_later_release.py"]
    assert (release / "deploy" / "run").is_file() and (release / ".venv").is_symlink()
    before = (release / added[0]).read_text().partition('("casino", "')[2].partition('"')[0]
    assert (PROJECT / "casino" / "migrations" / f"{before}.py").exists()


def test_a_long_wait_and_an_ended_process_fail_the_drill() -> None:
    assert len(result(5.1, clean(), ["croupier-b"]).problems()) == 2


def test_a_bet_without_an_answer_is_a_wait_until_now(tmp_path: Path) -> None:
    player = JournalPlayer("127.0.0.1:1", "", 1, tmp_path / "journal", 1)
    player.answers = [(10.0, 10.5, True), (20.0, 26.0, False)]
    assert player.longest_wait(since=19.0, until=30.0) == 6.0
    assert player.longest_wait(since=9.0, until=12.0) == 0.5
    player.sent = {"waiting": 27.0}
    assert player.longest_wait(since=19.0, until=40.0) == 13.0
    assert player.longest_wait(since=50.0, until=60.0) == 10.0  # nothing was answered at all


def test_only_a_later_bet_shows_that_play_continues(tmp_path: Path) -> None:
    player = JournalPlayer("127.0.0.1:1", "", 1, tmp_path / "journal", 1)
    player.answers = [(10.0, 30.0, True), (31.0, 32.0, False)]
    assert not player.accepted_since(20.0)
    assert player.accepted_since(9.0)

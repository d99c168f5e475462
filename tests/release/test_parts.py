"""What counts as green, and what is kept of each part of a release."""

from __future__ import annotations

import os
import signal
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from casino.services.folder import PROJECT
from tests.release import __main__ as command
from tests.release import parts, record
from tests.release.__main__ import check_version, is_heading
from tests.release.artefacts import ReleaseError
from tests.release.parts import (
    Kept,
    Part,
    Place,
    Results,
    Run,
    describe,
    is_green,
    judge,
    run_part,
    run_parts,
    state,
)
from tests.release.record import Release

HERE = Place("c" * 40, "this content", clean=True)
RUN = Run(
    result="green",
    began=datetime(2026, 11, 29, 10, 0, tzinfo=UTC),
    seconds=61,
    commit="c" * 40,
    content="this content",
    clean=True,
    said="0 lost",
)


def python(code: str, **options: object) -> Part:
    return structs.replace(Part("toy", "a toy", (sys.executable, "-c", code)), **options)


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Results:
    monkeypatch.setattr(Place, "here", lambda: HERE)
    monkeypatch.setattr(parts, "content_digest", lambda: HERE.content)
    return Results(tmp_path / "parts")


@pytest.mark.parametrize(
    ("code", "text", "result"),
    [
        (0, "3 passed", "green"),
        (1, "1 failed", "red"),
        (-9, "", "red"),
        (os.EX_UNAVAILABLE, "debootstrap is missing", "not to be had"),
        (0, "NOT RUN: no systemd", "incomplete"),
        (0, "SKIPPED [1] tests/a.py:3: no HAProxy", "incomplete"),
    ],
)
def test_only_what_ended_well_and_left_nothing_out_is_green(code: int, text: str, result: str) -> None:
    assert judge(code, text) == result


@pytest.mark.parametrize(
    ("kept", "green", "words"),
    [
        (None, False, "never ran"),
        (Kept(RUN, RUN), True, "green"),
        (Kept(structs.replace(RUN, content="another"), RUN), False, "green on another commit"),
        (Kept(structs.replace(RUN, clean=False)), False, "green, with changes that were not committed"),
        (Kept(structs.replace(RUN, result="red"), RUN), False, "red"),
    ],
)
def test_a_part_is_green_on_the_files_that_it_ran_on_alone(
    kept: Kept | None, green: bool, words: str
) -> None:
    assert (is_green(kept, "this content"), state(kept, "this content")) == (green, words)


def test_a_part_that_quotes_much_is_kept_by_its_beginning() -> None:
    """Red before: the record of a release had a line of 63,000 characters."""
    assert parts.last_line("one\nBroken: " + "x" * 63_000) == "Broken: " + "x" * (parts.MOST_SAID - 8)


def test_what_make_says_of_its_folders_is_not_what_a_part_said(results: Results) -> None:
    toy = "print('4 checks, 1 failed\\nmake[1]: *** [toy] Error 1\\nmake[1]: Leaving directory /somewhere')"
    run_part(python(toy), results)
    kept = results.of("toy")
    assert kept is not None and kept.last.said == "4 checks, 1 failed"


def test_the_last_green_run_stays_beside_a_red_one(results: Results) -> None:
    run_part(python("print('all well')"), results)
    run_part(python("print('one wrong'); raise SystemExit(1)"), results)
    kept = results.of("toy")
    assert kept is not None and kept.green is not None
    assert (kept.last.result, kept.last.said) == ("red", "one wrong")
    assert (kept.green.result, kept.green.said, kept.green.commit) == ("green", "all well", HERE.commit)
    text = "\n".join(describe(python(""), kept, HERE.content))
    assert "red" in text and "one wrong" in text and "all well" in text and HERE.commit[:10] in text


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN], ids=["shell", "background"])
def test_a_part_that_takes_too_long_is_ended(results: Results, handler: Any) -> None:
    before = signal.signal(signal.SIGINT, handler)
    try:
        run = run_part(python("import time; time.sleep(600)"), results, seconds=1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert run.result == "out of time" and run.seconds < 30, "without waiting for what does not end by itself"


def test_a_part_that_saw_a_change_of_its_files_is_not_green(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = iter((HERE, structs.replace(HERE, content="changed meanwhile")))
    monkeypatch.setattr(Place, "here", lambda: next(places))
    run = run_part(python("print('well')"), results)
    assert (run.result, run.clean) == ("incomplete", False)


def test_an_interrupted_release_goes_on_where_it_stopped(results: Results, tmp_path: Path) -> None:
    count = f"open({str(tmp_path / 'ran')!r}, 'a').write('x')"
    first, second = python(count, name="first"), python("raise SystemExit(1)", name="second")
    assert not run_parts([first, second], results)
    assert not run_parts([first, second], results)
    assert (tmp_path / "ran").read_text() == "x", "the first was green and did not run again"
    assert run_parts([first], results, again=True)
    assert (tmp_path / "ran").read_text() == "xx"


def test_parts_are_chosen_by_name_and_by_group() -> None:
    names = [part.name for part in parts.parts()]
    assert len(set(names)) == len(names)
    assert [part.name for part in parts.chosen("upgrade")] == ["upgrade"]
    matrix = [part.name for part in parts.chosen("matrix")]
    assert {"matrix-python-12", "matrix-servers-testing", "matrix-browser-webkit"} <= set(matrix)
    assert [part.name for part in parts.chosen("bare, bare-12")] == ["bare-12", "bare-13"]
    assert parts.chosen("all") == parts.parts()
    with pytest.raises(ValueError, match="no part 'matri'"):
        parts.chosen("matri")


def test_the_operating_guide_names_every_part() -> None:
    """By its own name, or as one of a group: `bare-12`, `-13`, `proofs-…`."""
    guide = (PROJECT / "docs/operating/releases.md").read_text("utf-8")
    unnamed = [
        part.name
        for part in parts.parts()
        if f"`{part.name}`" not in guide
        and f"`{part.name.partition('-')[0]}-…`" not in guide
        and f"`-{part.name.rpartition('-')[2]}`" not in guide
    ]
    assert unnamed == []


def test_what_a_part_runs_exists_and_can_be_imported() -> None:
    """A renamed function is noticed here, and not after an hour of a release."""
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    import_module("tests.release.browsers")
    import_module("tests.release.upgrade_party")
    for part in parts.parts():
        match part.command:
            case ("make", target, *_):
                assert f"\n{target}: " in makefile, part.name
            case (_, "-m", module, *_):
                assert import_module(module), part.name
            case command:
                raise AssertionError(command)


def test_no_part_may_take_longer_than_an_hour_and_a_half() -> None:
    assert all(0 < part.minutes <= parts.MOST_MINUTES == 90 for part in parts.parts())


def test_a_release_is_recorded_once_under_the_version_of_the_code() -> None:
    with pytest.raises(ReleaseError, match=r"casino/version\.py says"):
        check_version("0.9.0", "")
    assert is_heading("## 1.0.0 · 2026-12-01", "1.0.0")
    assert not is_heading("## 1.0.0 · soon", "1.0.0") and not is_heading("## 1.0.0", "1.0.0")


class TestRecording:
    """With a toy for the repository: the real one must not be recorded by a test."""

    @pytest.fixture
    def calls(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, results: Results) -> list[object]:
        made: list[object] = []

        def git(*words: str) -> str:
            made.append(words)
            return {"status": "", "rev-parse": HERE.commit}.get(words[0], "")

        changelog = tmp_path / "CHANGELOG.md"
        changelog.write_text("# Changelog\n\n## Unreleased\n\n## 7.0.0 · 2026-12-01\n")
        monkeypatch.setattr(command, "git", git)
        monkeypatch.setattr(command, "CHANGELOG", changelog)
        monkeypatch.setattr(command, "VERSION", "7.0.0")
        monkeypatch.setattr(command.record, "content_digest", lambda: HERE.content)
        monkeypatch.setattr(command.record, "append", made.append)
        toys = [python("print('all well')", name="one"), python("", name="two")]
        monkeypatch.setattr(command, "parts", lambda: toys)
        monkeypatch.setattr(parts, "parts", lambda: toys)
        run_part(toys[0], results)
        return made

    def test_a_part_that_never_ran_is_asked_for(self, calls: list[object], results: Results) -> None:
        with pytest.raises(ReleaseError, match=r"Not green on this commit: two \(never ran\)"):
            command.record_release("7.0.0", "", results)
        assert not [call for call in calls if isinstance(call, Release)]

    def test_an_accepted_part_is_recorded_as_what_it_is(self, calls: list[object], results: Results) -> None:
        assert command.record_release("7.0.0", "two", results) == 0
        [release] = [call for call in calls if isinstance(call, Release)]
        assert (release.version, release.commit, release.content) == ("7.0.0", HERE.commit, HERE.content)
        assert {name: (part.result, part.said) for name, part in release.parts.items()} == {
            "one": ("green", "all well"),
            "two": ("never ran", ""),
        }
        assert release.migrations == record.migration_digests() and release.laws == record.law_digests()
        assert ("tag", "--annotate", "v7.0.0", "--message", "Feltro 7.0.0") in calls

    def test_what_ran_later_on_the_released_files_is_added_to_its_record(
        self, calls: list[object], results: Results, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        command.record_release("7.0.0", "two", results)
        [release] = [call for call in calls if isinstance(call, Release)]
        monkeypatch.setattr(command.record, "releases", lambda: [release])
        monkeypatch.setattr(command.record, "write", calls.append)
        with pytest.raises(ReleaseError, match="nothing new of a recorded release"):
            command.add_results(results)
        elsewhere = Results(results.folder.parent / "another machine")
        elsewhere.keep("one", structs.replace(RUN, content="other files", began=datetime.now(UTC)))
        with pytest.raises(ReleaseError, match="nothing new of a recorded release"):
            command.add_results(elsewhere)
        elsewhere.keep("two", structs.replace(RUN, result="red", said="1 lost"))
        assert command.add_results(elsewhere) == 0
        written = next(call for call in calls if isinstance(call, list))
        found = {name: part.result for name, part in written[0].parts.items()}
        assert found == {"one": "green", "two": "red"}

    def test_the_changelog_needs_the_day(self, calls: list[object], results: Results) -> None:
        command.CHANGELOG.write_text("# Changelog\n\n## 7.0.0 · in preparation\n")
        with pytest.raises(ReleaseError, match="needs a heading"):
            command.record_release("7.0.0", "two", results)
        assert calls == []

"""The recorder of reached rules: what counts as reached, and what does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from games.rulebook import reach
from games.rulebook.reach import Citation, Reached, ReachRecord, citing_lines
from games.rulebook.trace import ROOT, load_matrix
from tests.proofs.reach.__main__ import SELECTED, Recording, main, read_marks
from tests.proofs.reach.changes import Changes, shortened
from tests.proofs.reach.marks import ANY_GAME
from tests.proofs.reach.places import Mark, Places
from tests.running import house_environment


@pytest.fixture(scope="module")
def places() -> Places:
    return Places()


def cited(rule: str, file: str, text: str) -> Citation:
    rows = (ROOT / file).read_text("utf-8").splitlines()
    (line,) = (number for number, row in enumerate(rows, 1) if text in row and f"[{rule}]" in row)
    return Citation(file, line, (rule,))


@pytest.mark.parametrize(
    "rule,file,text,kind",
    [
        ("AR-13a-i", "games/rules/roulette/sheet.py", "(35, 1)", "row"),
        ("PB-14", "games/rules/baccarat/sheet.py", "minimum: Cents", "field"),
        ("MS-4.1", "games/rules/stud/macau.py", "suits_decide=True", "field"),
        ("AR-6b", "games/rules/roulette/layout.py", 'return "green"', "line"),
        ("BJ-15c", "games/rules/blackjack/events.py", '"""No more cards.', "line"),
        ("PB-6a", "games/rules/baccarat/sheet.py", "MAX_SEATS = 9", "field"),
        ("PB-19", "games/rules/baccarat/hands.py", "NATURAL =", "line"),
        ("AR-31", "templates/table/table.html", "[AR-30]", "node"),
        ("AR-9", "static/js/games/roulette/text_view.js", "[AR-9]", "script"),
    ],
)
def test_each_kind_of_code_needs_its_own_mark(
    places: Places, rule: str, file: str, text: str, kind: str
) -> None:
    assert kind in {mark.kind for mark in places.marks(cited(rule, file, text))}


def test_of_a_table_only_the_row_that_cites_counts(places: Places) -> None:
    rows = [
        places.marks(cited(rule, "games/rules/roulette/sheet.py", text))
        for rule, text in (("AR-13a-i", "(35, 1)"), ("AR-13a-ii", "(17, 1)"))
    ]
    names = [{mark for mark in marks if mark.kind == "row"} for marks in rows]
    assert len(names[0]) == len(names[1]) == 1
    assert not names[0] & names[1]


def test_a_line_shared_by_two_games_is_reached_for_each_by_itself(places: Places) -> None:
    at = cited("AR-6b", "games/rules/roulette/layout.py", 'return "green"')
    (mark,) = places.marks(at)
    recording = Recording(
        places, {(mark, "american-roulette"): {"tests/x.py::test_a"}}, {"tests/x.py::test_a"}
    )
    assert recording.tests_at(frozenset({mark}), "american-roulette") == {"tests/x.py::test_a"}
    assert recording.tests_at(frozenset({mark}), "french-roulette") == set()


def test_code_that_only_makes_a_table_is_reached_where_the_table_is_read(places: Places) -> None:
    """Strengths are laid out beforehand; at a live table a hand's strength is looked up."""
    file = "games/rules/shared/poker_hands.py"
    marks = places.marks(cited("HE-32a", file, "_pack(FOUR"))
    rows = (ROOT / file).read_text("utf-8").splitlines()
    read = {number for number, row in enumerate(rows, 1) if "return _SEVEN[" in row}
    written = {
        number for number, row in enumerate(rows, 1) if row.lstrip().startswith(("_SEVEN[", "_SHIFTS["))
    }
    assert len(read) == 2 and {Mark("line", file, str(number)) for number in read} <= marks
    assert written and not {Mark("line", file, str(number)) for number in written} & marks


def test_a_table_that_is_read_in_two_places_is_reached_in_either(places: Places) -> None:
    file = "games/rules/shared/poker_hands.py"
    marks = places.marks(cited("HE-32d", file, "_pack(FLUSH"))
    rows = (ROOT / file).read_text("utf-8").splitlines()
    read = {number for number, row in enumerate(rows, 1) if "return _OF_FLUSH[" in row}
    assert len(read) == 2 and {Mark("line", file, str(number)) for number in read} <= marks


def test_every_citing_line_can_be_reached_by_something(places: Places) -> None:
    """A style sheet, for example, cites no rule: whether it is followed cannot be checked."""
    assert [cited for cited in citing_lines() if not places.marks(cited)] == []


@pytest.mark.long
def test_what_a_few_tests_reach_is_added_to_the_record(tmp_path: Path) -> None:
    """Of code that has not changed the record stays; of code that has, only what these tests reach counts."""
    sample, earlier = (
        "tests/proofs/reach/sample_tests.py::test_at_a_table",
        "tests/test_file_rules.py::test_earlier",
    )
    units = reach.units()
    changed = next(name for name in units if name.endswith("::colour"))
    units[changed] = "before the change"
    before = ReachRecord("", units, {rule.id: Reached([earlier]) for rule in load_matrix()}, [earlier])
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(before))
    command = [sys.executable, "-m", "tests.proofs.reach", "--processes", "0", "--record", str(path), sample]
    done = subprocess.run(
        command, cwd=ROOT, env=house_environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    rules = reach.load_record(path).rules
    assert rules["AR-13a-i"] == Reached([sample])
    assert rules["HE-32a"] == Reached([earlier]), "not reached by this test, and not changed"
    missed = {place.partition("  ")[0] for place in rules["FR-6b"].unreached}
    assert changed in missed, "reached again for the other roulette alone"
    assert reach.load_record(path).units == reach.units()


# --- bringing the record up to date


@pytest.fixture(scope="module", autouse=True)
def sources_read_once() -> Iterator[None]:
    """Nothing changes them meanwhile, and to read them takes a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reach, "citing_units", cache(reach.citing_units))
        yield


ROUNDS = "tests/games/tables/test_rounds.py"
HERE = "tests/proofs/test_reach.py::test_what_a_few_tests_reach_is_added_to_the_record"


@pytest.fixture(scope="module")
def current() -> dict[str, str]:
    return reach.units()


def record_of(units: dict[str, str], tests: dict[str, list[str]]) -> ReachRecord:
    """A record in which every rule is reached by this test, except those that are given."""
    rules = {rule.id: Reached(tests.get(rule.id, [HERE])) for rule in load_matrix()}
    proofs = [excuse.proof for excuse in reach.EXCUSES]
    return ReachRecord(reach.digest_of(units), units, rules, proofs)


def colour_unit(units: dict[str, str]) -> str:
    return next(name for name in units if name.endswith("::colour"))


def test_a_record_without_changes_needs_no_test(current: dict[str, str]) -> None:
    assert Changes(record_of(current, {})).first_tests() == []


def test_changed_code_needs_the_tests_of_the_rules_that_it_cites(current: dict[str, str]) -> None:
    units = current | {colour_unit(current): "before the change"}
    changes = Changes(
        record_of(units, {"AR-6b": [f"{ROUNDS}::test_AR_4_at_a_table_of_one_there_is_one_seat"]})
    )
    assert {"AR-6b", "FR-6b"} <= changes.rules and "HE-32a" not in changes.rules
    assert f"{ROUNDS}::test_AR_4_at_a_table_of_one_there_is_one_seat" in changes.first_tests()
    assert {excuse.proof for excuse in reach.EXCUSES} <= set(changes.first_tests())


def test_a_recorded_test_that_is_gone_is_looked_for_and_its_rule_reached_again(
    places: Places, current: dict[str, str]
) -> None:
    moved = "tests/games/test_old_place.py::test_AR_4_at_a_table_of_one_there_is_one_seat"
    renamed = "tests/games/draw/test_generator.py::test_an_earlier_name"
    record = record_of(current, {"AR-4": [moved], "AR-6b": [renamed]})
    changes = Changes(record)
    assert changes.rules == {"AR-4", "AR-6b"}
    first = changes.first_tests()
    assert f"{ROUNDS}::test_AR_4_at_a_table_of_one_there_is_one_seat" in first, "where it stands now"
    assert "tests/games/draw/test_generator.py" in first, "renamed in its file"
    second_run = Recording(places, {}, {HERE}).record(changes.record)
    assert not second_run.rules["AR-4"].tests, "a test that is gone proves nothing any more"
    assert second_run.rules["HE-32a"].tests == [HERE]
    assert {"AR-4", "AR-6b"} <= set(changes.left_unreached(second_run))
    further = changes.further_tests(["AR-6b"], first)
    assert further and not set(further) & set(first)
    assert all("AR_6b" in test for test in further)


def test_a_place_that_was_not_reached_before_asks_for_no_further_tests(
    places: Places, current: dict[str, str]
) -> None:
    name = colour_unit(current)
    units = current | {name: "before the change"}
    record = record_of(units, {})
    unreached = {rule: Reached([HERE], [f"{name}  an old line"]) for rule in ("AR-6b", "FR-6b")}
    changes = Changes(ReachRecord(record.sources, units, record.rules | unreached, record.proofs))
    second_run = Recording(places, {}, {HERE}).record(changes.record)
    assert not {"AR-6b", "FR-6b"} & set(changes.left_unreached(second_run))


def test_a_file_that_runs_whole_runs_once() -> None:
    assert shortened(["b.py::test_x", "a.py::test_y", "b.py"]) == ["a.py::test_y", "b.py"]


def test_changes_choose_their_tests_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--changed", "tests/test_tidy.py"])
    assert "chooses its tests itself" in capsys.readouterr().err


@pytest.mark.long
def test_a_run_without_tests_leaves_the_record_alone(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "tests.proofs.reach",
        "--record",
        str(tmp_path / "record.json"),
        "--folder",
        str(tmp_path),
    ]
    done = subprocess.run(
        command, cwd=ROOT, env=house_environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and not (tmp_path / "record.json").exists(), done.stderr[-3000:]


@pytest.mark.journey
@pytest.mark.long
def test_scripts_that_ran_in_a_browser_are_recorded(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.proofs.reach.recorder",
        "-p",
        "no:cacheprovider",
    ]
    command += ["-m", SELECTED, "tests/pages/test_chips.py"]
    environment = {**house_environment(tmp_path), "REACH_FOLDER": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    tests_by_mark, _ = read_marks(tmp_path)
    line = cited("HE-13", "static/js/table/chips.js", "One chip around the origin").line
    assert (Mark("script", "static/js/table/chips.js", str(line)), ANY_GAME) in tests_by_mark, done.stdout[
        -3000:
    ]


@pytest.mark.long
def test_only_what_runs_inside_the_live_system_is_recorded(tmp_path: Path) -> None:
    sample = "tests/proofs/reach/sample_tests.py"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.proofs.reach.recorder",
        "-p",
        "no:cacheprovider",
        sample,
    ]
    environment = {**house_environment(tmp_path), "REACH_FOLDER": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    tests_by_mark, passed = read_marks(tmp_path)
    names = {test.rpartition("::")[2] for test in passed}
    assert names == {"test_an_engine_by_itself", "test_at_a_table"}, done.stdout[-3000:]
    left = {test.rpartition("::")[2] for tests in tests_by_mark.values() for test in tests}
    assert left == {"test_at_a_table"}
    assert (
        Mark("row", "games/rules/roulette/sheet.py", _row("BetKind.STRAIGHT: 30")),
        "american-roulette",
    ) in tests_by_mark
    assert {game for _, game in tests_by_mark} <= {"american-roulette", ANY_GAME}


def _row(text: str) -> str:
    rows = (ROOT / "games/rules/roulette/sheet.py").read_text("utf-8").splitlines()
    line = next(number for number, row in enumerate(rows, 1) if text in row)
    name = next(row.split(":")[0] for row in reversed(rows[: line - 1]) if row.rstrip().endswith("= {"))
    return f"{name}:{line}"


def test_a_stale_record_is_reported_with_the_command_that_renews_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And a fresh one with a rule that nothing reaches."""
    path, units = tmp_path / "reach.json", reach.units()
    proofs = sorted({excuse.proof for excuse in reach.EXCUSES})
    excused = {excuse.rule for excuse in reach.EXCUSES}
    test = "tests/proofs/test_reach.py::test_each_kind_of_code_needs_its_own_mark"
    reached = {rule.id: Reached([test]) for rule in load_matrix() if rule.id not in excused}

    def checked(units: dict[str, str], rules: dict[str, Reached]) -> tuple[int, str]:
        path.write_bytes(msgspec.json.encode(ReachRecord(reach.digest_of(units), units, rules, proofs)))
        return main(["--check", "--record", str(path)]), capsys.readouterr().err

    assert checked(units, reached) == (0, "")
    code, printed = checked(units, reached | {"AR-10": Reached()})
    assert (code, printed) == (1, "No test reaches these rules: AR-10.\n")
    code, printed = checked(units | {"games/rules/shared/sessions.py::INVITED_AFTER_SECONDS": "0"}, reached)
    assert code == 1 and "INVITED_AFTER_SECONDS has changed." in printed
    assert "python -m tests.proofs.reach --changed" in printed


@pytest.mark.parametrize("arguments", [["--check"], ["tests/rules"]])
def test_without_a_record_nothing_is_checked_or_added(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--record", str(tmp_path / "none.json")]) == 2
    assert "There is no record of reached rules" in capsys.readouterr().err

"""`manage.py trace --live`: the record of reached rules compared with the sources."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command
from msgspec import structs

from games.rulebook import reach
from games.rulebook.cannot_happen import Branch
from games.rulebook.reach import Reached, ReachRecord

SOURCE = '''"""A module."""

LEAST = 5  # [AR-10]

PRIZES = {
    "split": 17,  # [AR-13a-ii]
    "street": 11,  # [AR-13a-iii]
}


def unrelated() -> int:
    return 1


def pays(stake: int) -> int:
    """Pays.  [AR-13b]"""
    if stake < LEAST:
        return 0  # [AR-11b]
    return stake
'''
RECORDED_TEST = "tests/test_one.py::test_played"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("games/rules", "tests", "templates", "static"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "tests/test_one.py").write_text("def test_played() -> None: ...\n")
    write(tmp_path, SOURCE)
    return tmp_path


def write(root: Path, source: str) -> None:
    reach._source.cache_clear()
    (root / "games/rules/one.py").write_text(source)


def make_record(root: Path, **rules: Reached) -> ReachRecord:
    units = reach.units(root)
    by_id = {name.replace("_", "-"): result for name, result in rules.items()}
    return ReachRecord(reach.digest_of(units), units, by_id, [])


def test_a_unit_is_the_smallest_named_thing_around_a_citation(root: Path) -> None:
    assert {name.partition("::")[2] for name in reach.units(root)} == {
        "LEAST",
        "PRIZES['split']",
        "PRIZES['street']",
        "pays",
    }


@pytest.mark.parametrize(
    "old,new",
    [
        ("return 1", "return 2"),
        ('"""A module."""', '"""A module,\nin two lines."""'),
        ('"""Pays.', '"""Pays what it must.'),
        ("    return stake\n", "    return stake  # all of it\n"),
        ("if stake < LEAST:", "if  stake < LEAST:  # too little"),
    ],
)
def test_an_edit_elsewhere_leaves_the_record_fresh(root: Path, old: str, new: str) -> None:
    before = make_record(root)
    write(root, SOURCE.replace(old, new))
    assert reach.find_differences(before, [], root) == []


@pytest.mark.parametrize(
    "old,new,difference",
    [
        ("LEAST = 5", "LEAST = 6", "LEAST has changed."),
        ("17", "18", "PRIZES['split'] has changed."),
        ("stake < LEAST", "stake <= LEAST", "pays has changed."),
        ("[AR-11b]", "[AR-11b] [AR-12a]", "pays has changed."),
        ("  # [AR-10]", "", "LEAST no longer exists."),
        ("return 1", "return 1  # [AR-12b]", "unrelated is not in the record."),
    ],
)
def test_an_edit_of_citing_code_makes_the_record_stale(
    root: Path, old: str, new: str, difference: str
) -> None:
    before = make_record(root)
    write(root, SOURCE.replace(old, new))
    differences = reach.find_differences(before, [], root)
    assert [text.partition("::")[2] for text in differences] == [difference]


def test_a_missing_test_makes_the_record_stale(root: Path) -> None:
    before = make_record(root, AR_10=Reached([RECORDED_TEST]))
    assert reach.find_differences(before, [], root) == []
    (root / "tests/test_one.py").write_text("def test_renamed() -> None: ...\n")
    assert reach.find_differences(before, [], root) == [f"{RECORDED_TEST} no longer exists."]


def test_an_edited_record_is_detected(root: Path) -> None:
    before = structs.replace(make_record(root), sources="0" * 64)
    assert reach.find_differences(before, [], root) == [
        "The digest of the sources does not belong to this record."
    ]


def test_a_rule_is_reached_by_a_test_or_excused_by_a_proof_that_ran() -> None:
    excuse = Branch("AR-12a", "a case", "no command does it", RECORDED_TEST)
    rules = {"AR-10": Reached([RECORDED_TEST]), "AR-11b": Reached([], ["one.py::pays  return 0"])}
    record = ReachRecord("", {}, rules, [])

    def reached(record: ReachRecord) -> set[str]:
        return {result.rule.id for result in reach.reached_rules(record, [excuse]) if result.is_reached}

    assert reached(record) == {"AR-10"}
    assert reached(structs.replace(record, proofs=[RECORDED_TEST])) == {"AR-10", "AR-12a"}


def test_an_excuse_whose_proof_did_not_run_makes_the_record_stale(root: Path) -> None:
    excuse = Branch("AR-12a", "a case", "no command does it", RECORDED_TEST)
    assert reach.find_differences(make_record(root), [excuse], root) == [
        f"{RECORDED_TEST}, which proves an excuse, did not run."
    ]
    assert (
        reach.find_differences(structs.replace(make_record(root), proofs=[RECORDED_TEST]), [excuse], root)
        == []
    )


def live_trace(monkeypatch: pytest.MonkeyPatch, path: Path, record: ReachRecord) -> list[str]:
    record = structs.replace(record, proofs=sorted({excuse.proof for excuse in reach.EXCUSES}))
    path.write_bytes(msgspec.json.encode(record))
    monkeypatch.setattr(
        reach, "load_record", lambda: msgspec.json.decode(path.read_bytes(), type=ReachRecord)
    )
    out = io.StringIO()
    call_command("trace", "--live", stdout=out)
    return out.getvalue().splitlines()


def test_the_command_names_the_test_that_reached_a_rule_and_ends_with_the_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    units = reach.units()
    test = "tests/games/rulebook/test_reach.py::test_an_edited_record_is_detected"
    fresh = ReachRecord(reach.digest_of(units), units, {"AR-10": Reached([test])}, [])
    *lines, last = live_trace(monkeypatch, tmp_path / "reach.json", fresh)
    excused = {excuse.rule for excuse in reach.EXCUSES}
    assert last == f"645 rules, {644 - len(excused)} unreached"
    (line,) = (line for line in lines if line.startswith("AR-10 "))
    assert line.endswith(f"| live {test}")


def test_the_command_fails_on_a_stale_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    units = reach.units() | {"games/rules/shared/sessions.py::INVITED_AFTER_SECONDS": "0" * 12}
    with pytest.raises(
        CommandError, match=r"INVITED_AFTER_SECONDS has changed\.\n.*stale.*python -m tests\.proofs\.reach"
    ):
        live_trace(monkeypatch, tmp_path / "reach.json", ReachRecord(reach.digest_of(units), units, {}, []))


def test_without_a_record_the_command_says_how_to_make_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reach.load_record, "__defaults__", (tmp_path / "reach.json",))
    with pytest.raises(
        CommandError, match=r"There is no record of reached rules.*python -m tests\.proofs\.reach"
    ):
        call_command("trace", "--live")

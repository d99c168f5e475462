"""The pack of evidence: what did not run is not good, and every change of the pack is noticed."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from casino.services.folder import PROJECT
from tests.proofs import evidence
from tests.proofs.evidence import EvidencePart, write_pack
from tests.release.parts import Part, Results, Run
from tests.release.record import content_digest
from tests.verify.make_vectors import FOLDER

sys.path.append(str(PROJECT / "verify"))

from feltro_verify import command_line

ODDS = {
    "system": "french-roulette",
    "sheet": {"zero_option": "la-partage", "second_zero": "lost"},
    "setting": {},
    "bets": [{"bet": "red", "fraction": "1/74"}, {"bet": "straight", "fraction": "1/37"}],
}


def odds_part(name: str = "evidence-odds") -> EvidencePart:
    return EvidencePart(Part(name, "odds", (sys.executable, "odds")), kind="odds")


def keep(results: Results, name: str, log: str, **changes: Any) -> None:
    """A result as a run leaves it."""
    run = {
        "result": "green",
        "began": datetime(2026, 11, 30, tzinfo=UTC),
        "seconds": 1,
        "commit": "c" * 40,
        "content": content_digest(),
        "clean": True,
        "said": "well",
    }
    results.keep(name, Run(**(run | changes)))
    results.log(name).write_text(log)


@pytest.fixture
def results(tmp_path: Path) -> Results:
    kept = Results(tmp_path / "parts")
    keep(kept, "evidence-odds", json.dumps(ODDS))
    keep(kept, "evidence-proofs", "6 passed")
    return kept


PROOFS = EvidencePart(
    Part("evidence-proofs", "proofs", ("make", "proofs")), kind="vectors", files=(FOLDER / "receipts.json",)
)


@pytest.fixture
def pack(results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(evidence, "EVIDENCE", ())
    write_pack(tmp_path / "pack", [odds_part(), PROOFS], results)
    return tmp_path / "pack"


def verify(*arguments: object) -> tuple[int, str]:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        code = command_line.main([*map(str, arguments), "--language", "en"])
    return code, output.getvalue()


def edit(pack: Path, name: str, change: Callable[[dict[str, Any]], None]) -> None:
    file = pack / name
    content = json.loads(file.read_text())
    change(content)
    file.write_text(json.dumps(content))


def test_a_pack_is_checked_by_digests_and_what_can_be_computed_again(pack: Path) -> None:
    code, output = verify("evidence", pack)
    assert code == 0 and output.endswith("Everything agrees.\n"), output
    assert output.count("ok computed") == 3 and "red, published 1/74, made 1/74" in output
    assert "odds: python odds, 2026-11-30 00:00 UTC" in output
    shutil.make_archive(str(pack), "zip", pack)
    assert verify("evidence", f"{pack}.zip")[0] == 0


def test_what_did_not_run_or_ran_on_other_files_is_not_good(results: Results, tmp_path: Path) -> None:
    keep(results, "evidence-old", "log", content="0" * 64)
    keep(results, "evidence-changed", "log", clean=False)
    keep(results, "evidence-cut", "log", result="incomplete")
    parts = [EvidencePart(Part(f"evidence-{n}", n, ("make", n))) for n in ("never", "old", "changed", "cut")]
    manifest = write_pack(tmp_path / "pack", [odds_part(), *parts], results)
    states = {part.name: part.state for part in manifest.parts}
    assert states | {"odds": "good", "never": "not-run"} == states
    assert {states[name] for name in ("old", "changed", "cut")} == {"outdated"}
    code, output = verify("evidence", tmp_path / "pack")
    assert code == 3 and output.endswith("What was checked agrees. Not checked: part.\n")
    assert 'did not run: make evidence ARGS="--run never" runs it' in output


def test_whoever_interrupts_a_part_ends_the_run(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    began = []

    def interrupted(part: Part, _results: Results) -> Run:
        began.append(part.name)
        return Run("interrupted", datetime.now(UTC), 1, "c" * 40, content_digest(), True, "")

    monkeypatch.setattr(evidence, "run_part", interrupted)
    evidence.run_evidence([EvidencePart(Part(f"evidence-{n}", n, ("make", n))) for n in "abc"], results)
    assert began == ["evidence-a"]


def test_a_failed_part_is_bad(results: Results, tmp_path: Path) -> None:
    keep(results, "evidence-odds", json.dumps(ODDS), result="red")
    write_pack(tmp_path / "pack", [odds_part()], results)
    assert verify("evidence", tmp_path / "pack")[0] == 1


def test_a_log_of_the_generator_holds_for_the_files_that_it_names(
    tmp_path: Path, results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recorded before a change of the generator, it says nothing of what runs now."""
    monkeypatch.setattr(evidence, "FOLDER", tmp_path)
    head, end = (
        ["# 2026-11-27 07:58 UTC, commit abc, Python 3.11", *evidence.generator_digests()],
        "ended with 0",
    )
    attacks, nist, dieharder, practrand = (tmp_path / log.log for log in evidence.EVIDENCE)
    attacks.write_text("\n".join([*head, "fine", f"# 3 s; {end}"]))
    nist.write_text("\n".join([*head[:-1], "fine", f"# 3 s; {end}"]))
    dieharder.write_text("\n".join([*head, "FAILED", f"# 3 s; {end}"]))
    manifest = write_pack(tmp_path / "pack", [odds_part()], results)
    states = {part.name.removeprefix("generator-"): part.state for part in manifest.parts}
    expected = {"attacks": "good", "nist": "outdated", "dieharder": "bad", "practrand": "not-run"}
    assert states == {"odds": "good"} | expected
    practrand.write_text("\n".join([*head, "fine", "# 3 s; ended with 1"]))
    (*_, last) = write_pack(tmp_path / "pack", [odds_part()], results).parts
    assert (last.state, last.made, last.commit) == ("bad", "2026-11-27 07:58 UTC", "abc")


@pytest.mark.parametrize(
    ("what", "change", "code", "said"),
    [
        ("a digest", lambda pack: (pack / "odds.json").write_text("{}"), 1, "NO file"),
        ("a file is gone", lambda pack: (pack / "odds.json").unlink(), 1, "NO file"),
        ("a file more", lambda pack: (pack / "more.txt").write_text(""), 1, "unnamed more.txt"),
        ("no list", lambda pack: (pack / "evidence.json").unlink(), 2, "evidence.json is missing"),
        ("no list that can be read", lambda pack: (pack / "evidence.json").write_text("{"), 2, "not JSON"),
    ],
)
def test_a_change_of_the_pack_is_noticed(
    what: str, change: Callable[[Path], None], code: int, said: str, pack: Path
) -> None:
    change(pack)
    ended, output = verify("evidence", pack)
    assert ended == code and said in output, what


def test_a_wrong_figure_is_noticed_though_its_digest_is_right(results: Results, tmp_path: Path) -> None:
    """Who makes the pack can write any figure into it; what can be counted is counted again."""
    wrong = ODDS | {"bets": [{"bet": "red", "fraction": "1/75"}]}
    keep(results, "evidence-odds", json.dumps(wrong))
    write_pack(tmp_path / "pack", [odds_part()], results)
    code, output = verify("evidence", tmp_path / "pack")
    assert code == 1 and "NO computed" in output and "published 1/75, made 1/74" in output


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(format="feltro/evidence/v2"),
        lambda content: content.update(parts=[]),
        lambda content: content["parts"][0].update(state="perfect"),
        lambda content: content["parts"][0].pop("command"),
        lambda content: content["parts"][0]["files"][0].update(path="../secret"),
    ],
)
def test_a_list_of_another_shape_is_refused(change: Callable[[dict[str, Any]], None], pack: Path) -> None:
    edit(pack, "evidence.json", change)
    code, output = verify("evidence", pack)
    # A path outside of the pack is never read: the pack has no file of that name.
    assert code == (1 if "NO file" in output else 2)


def test_what_ended_well_without_leaving_anything_is_refused(pack: Path) -> None:
    edit(pack, "evidence.json", lambda content: content["parts"][0].update(files=[]))
    assert verify("evidence", pack)[0] == 1


def test_a_damaged_archive_gets_a_sentence(tmp_path: Path, pack: Path) -> None:
    shutil.make_archive(str(pack), "zip", pack)
    data = Path(f"{pack}.zip").read_bytes()
    middle = len(data) // 3
    torn = data[:middle] + bytes(200) + data[middle + 200 :]
    for number, damaged in enumerate((b"", b"PK", data[:200], data[:-30], torn)):
        file = tmp_path / f"{number}.zip"
        file.write_bytes(damaged)
        code, output = verify("evidence", file)
        assert code == 2 and output.endswith(".\n") and output.count("\n") == 1
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("evidence.json", bytes(80 * 2**20))
    assert verify("evidence", bomb) == (2, f"{bomb}: the file is too long. The limit is 67108864 bytes.\n")


def test_the_pack_has_a_part_for_everything_that_the_house_claims(results: Results, tmp_path: Path) -> None:
    manifest = write_pack(tmp_path / "pack", evidence.evidence_parts(), results)
    parts = {part.name: part for part in manifest.parts}
    assert set(parts) >= {
        "trace", "rules", "proofs", "odds-blackjack", "draws", "replay", "ledger", "log", "machines",
        "simulation", "chaos", "cluster", "tamperings", "monitoring", "care", "laundering", "bots", "logged",
        "balances", "generator-attacks", "generator-nist", "generator-dieharder", "generator-practrand",
    }  # fmt: skip
    for part in parts.values():
        assert part.command and (part.made or (part.state == "not-run" and part.why)), part.name
    kept = {command for part in evidence.evidence_parts() for command in part.run.command}
    files = [word for word in kept if word.startswith("tests/")]
    assert len(files) > 6 and all((PROJECT / file).exists() for file in files)


def test_every_part_has_one_name_and_every_game_its_odds() -> None:
    names = [evidence.short_name(part.run.name) for part in evidence.evidence_parts()]
    assert len(set(names)) == len(names)
    from games.catalogue import GAMES

    assert {options[0] for options in evidence.ODDS.values()} == set(GAMES)
    with pytest.raises(ValueError, match="There is no part 'dice'"):
        evidence.chosen_parts(evidence.evidence_parts(), "dice", with_house=False)

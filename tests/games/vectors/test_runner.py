"""The worked examples of the regulations, run through the engines, and the command that runs them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.core.management.base import CommandError

from games.catalogue import GAMES
from games.management.commands.check_vectors import list_files, read_vectors
from games.vectors.runner import CHECKS, check_vector, run_vectors, system_of
from games.vectors.vector import InvalidVectors, Vector, parse_vectors
from tests.running import run_in_turn

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "tests" / "vectors"
VECTOR_COUNTS = {
    "american-roulette": 102,
    "baccarat": 130,
    "blackjack": 91,
    "caribbean-stud": 60,
    "french-roulette": 67,
    "holdem": 102,
    "macau-stud": 68,
}


def vectors_of(system: str) -> list[Vector]:
    return parse_vectors((VECTORS / f"{system}.json").read_bytes())


@pytest.mark.parametrize("system", CHECKS)
def test_the_engine_gives_the_expected_result(system: str) -> None:
    failures = {
        f"{number} {vector.rule}": failure
        for number, vector in enumerate(vectors_of(system))
        if (failure := check_vector(vector, system))
    }
    assert failures == {}


@pytest.mark.parametrize(("system", "count"), VECTOR_COUNTS.items())
def test_every_system_has_all_its_vectors(system: str, count: int) -> None:
    assert len(vectors_of(system)) == count
    assert {system_of(vector, system) for vector in vectors_of(system)} == {system}
    assert set(VECTOR_COUNTS) == set(GAMES)


def test_an_unknown_system_or_check_fails() -> None:
    assert "no engine" in check_vector(Vector("ZZ-1", {"check": "settle"}, {}), "")
    assert "no such check" in check_vector(Vector("AR-1", {"check": "dance"}, {}), "american-roulette")


@pytest.mark.parametrize(
    "expect", [{"prize": 3500}, {"stake_back": True}, {"lost": 0, "prize": 3600}, {"colour": "red"}]
)
def test_a_wrong_expectation_fails(expect: dict[str, object]) -> None:
    given = {"check": "settle", "bets": [{"kind": "straight", "stake": 1, "numbers": ["17"]}], "drawn": "17"}
    correct = Vector("AR-13a-i", given, {"prize": 35, "stake_back": 1, "lost": 0})
    assert check_vector(correct, "american-roulette") == ""
    assert check_vector(Vector("AR-13a-i", given, expect), "american-roulette")


def test_an_invalid_example_fails_and_does_not_stop_the_others() -> None:
    examples = [
        Vector("AR-13a-i", {"check": "settle", "bets": [], "drawn": "99"}, {"prize": 0}),
        Vector("AR-6a", {"check": "pockets", "wheel": "37"}, {"count": 37}),
    ]
    failures = [failure for _, failure in run_vectors("american-roulette", examples)]
    assert [bool(failure) for failure in failures] == [True, False]


@pytest.mark.parametrize(
    "text", [b"", b"[1]", b'{"rule": "AR-1"}', b'[{"rule": "AR-1", "given": {}, "expect": {}}]', b"\xff"]
)
def test_a_text_that_is_not_a_list_of_vectors_is_refused(text: bytes) -> None:
    with pytest.raises(InvalidVectors):
        parse_vectors(text)


def test_the_command_ends_with_the_counts_and_a_matching_code(tmp_path: Path) -> None:
    mixed, absent = tmp_path / "of-any-name.json", tmp_path / "absent.json"
    correct = vectors_of("french-roulette")[0]
    wrong = Vector("AR-6a", {"check": "pockets", "wheel": "37"}, {"count": 36})
    mixed.write_bytes(msgspec.json.encode([correct, wrong]))
    both = VECTORS / "american-roulette.json", VECTORS / "french-roulette.json"
    commands = [("check_vectors", *files) for files in (both, (mixed,), (absent,))]
    good, bad, missing = run_in_turn(tmp_path / "house", *commands)
    assert (good.stdout.splitlines()[-1], good.code) == ("169 passed, 0 failed", 0)
    assert (bad.stdout.splitlines()[-1], bad.code) == ("1 passed, 1 failed", 1)
    assert (missing.stdout, missing.code) == ("", 2)
    assert f"{absent}: No such file or directory" in missing.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "not a list of vectors"), ("[", "not JSON"), ("[{}]", "missing required field `rule`")],
)
def test_an_invalid_file_is_reported_with_its_name(tmp_path: Path, text: str, message: str) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(text)
    with pytest.raises(CommandError) as refusal:
        read_vectors(broken)
    assert refusal.value.returncode == 2
    assert str(refusal.value).startswith(f"{broken}: ")
    assert message in str(refusal.value)


def test_a_folder_means_its_files_and_must_not_be_empty(tmp_path: Path) -> None:
    assert [file.stem for file in list_files(VECTORS)] == sorted(VECTOR_COUNTS)
    with pytest.raises(CommandError, match="no vector file"):
        list(list_files(tmp_path))

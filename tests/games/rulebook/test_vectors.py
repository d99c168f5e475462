"""The worked examples of the regulations, through the very engines that the tables use; and the command that runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from django.core.management.base import CommandError

from games.catalogue import GAMES
from games.management.commands.check_vectors import files_of, read
from games.rulebook.vectors.runner import CHECKS, run, system_of, why_failed
from games.rulebook.vectors.vector import Unreadable, Vector, parse

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "tests" / "vectors"
COUNTED = {
    "american-roulette": 102,
    "baccarat": 130,
    "blackjack": 91,
    "caribbean-stud": 60,
    "french-roulette": 67,
    "holdem": 102,
    "macau-stud": 68,
}


def vectors_of(system: str) -> list[Vector]:
    return parse((VECTORS / f"{system}.json").read_bytes())


@pytest.mark.parametrize(
    ("system", "vector"),
    [
        pytest.param(system, vector, id=f"{system}-{number}-{vector.rule}")
        for system in CHECKS
        for number, vector in enumerate(vectors_of(system))
    ],
)
def test_the_engine_gives_the_answer_of_the_vector(system: str, vector: Vector) -> None:
    assert why_failed(vector, system) == ""


@pytest.mark.parametrize(("system", "count"), COUNTED.items())
def test_every_vector_of_every_system_is_there(system: str, count: int) -> None:
    assert len(vectors_of(system)) == count
    assert {system_of(vector, system) for vector in vectors_of(system)} == {system}
    assert set(COUNTED) == set(GAMES)


def test_a_system_without_an_engine_or_a_check_nobody_knows_fails() -> None:
    assert "no engine" in why_failed(Vector("ZZ-1", {"check": "settle"}, {}), "")
    assert "no such check" in why_failed(Vector("AR-1", {"check": "dance"}, {}), "american-roulette")


@pytest.mark.parametrize(
    "expect", [{"prize": 3500}, {"stake_back": True}, {"lost": 0, "prize": 3600}, {"colour": "red"}]
)
def test_a_wrong_expectation_fails(expect: dict[str, object]) -> None:
    given = {"check": "settle", "bets": [{"kind": "straight", "stake": 1, "numbers": ["17"]}], "drawn": "17"}
    right = Vector("AR-13a-i", given, {"prize": 35, "stake_back": 1, "lost": 0})
    assert why_failed(right, "american-roulette") == ""
    assert why_failed(Vector("AR-13a-i", given, expect), "american-roulette")


def test_a_question_that_makes_no_sense_fails_and_does_not_stop_the_others() -> None:
    asked = [
        Vector("AR-13a-i", {"check": "settle", "bets": [], "drawn": "99"}, {"prize": 0}),
        Vector("AR-6a", {"check": "pockets", "wheel": "37"}, {"count": 37}),
    ]
    assert [bool(why) for _, why in run("american-roulette", asked)] == [True, False]


@pytest.mark.parametrize(
    "text", [b"", b"[1]", b'{"rule": "AR-1"}', b'[{"rule": "AR-1", "given": {}, "expect": {}}]', b"\xff"]
)
def test_what_is_no_list_of_vectors_is_said_to_be_none(text: bytes) -> None:
    with pytest.raises(Unreadable):
        parse(text)


def asked(*paths: Path | str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "check_vectors", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_ends_with_the_counts_and_a_matching_code(tmp_path: Path) -> None:
    done = asked(VECTORS / "american-roulette.json", VECTORS / "french-roulette.json")
    assert (done.stdout.splitlines()[-1], done.returncode) == ("169 passed, 0 failed", 0)
    mixed = tmp_path / "of-any-name.json"
    right, wrong = (
        vectors_of("french-roulette")[0],
        Vector("AR-6a", {"check": "pockets", "wheel": "37"}, {"count": 36}),
    )
    mixed.write_bytes(msgspec.json.encode([right, wrong]))
    done = asked(mixed)
    assert (done.stdout.splitlines()[-1], done.returncode) == ("1 passed, 1 failed", 1)


def test_the_command_says_which_file_is_none(tmp_path: Path) -> None:
    done = asked(tmp_path / "absent.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{tmp_path / 'absent.json'}: No such file or directory" in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "not a list of vectors"), ("[", "not JSON"), ("[{}]", "missing required field `rule`")],
)
def test_what_is_wrong_with_a_file_is_said_with_its_name(tmp_path: Path, text: str, said: str) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(text)
    with pytest.raises(CommandError) as refusal:
        read(broken)
    assert refusal.value.returncode == 2
    assert str(refusal.value).startswith(f"{broken}: ")
    assert said in str(refusal.value)


def test_a_folder_stands_for_its_files_and_must_have_some(tmp_path: Path) -> None:
    assert [file.stem for file in files_of(VECTORS)] == sorted(COUNTED)
    with pytest.raises(CommandError, match="no vector file"):
        list(files_of(tmp_path))

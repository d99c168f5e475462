"""The published vectors, bad ones included, get the same answers from three programs that share no code: the
house, its browser code, and `feltro-verify` (tests/verify/test_wheel.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from casino.services.folder import PROJECT
from games.catalogue.signature_script import BUNDLED
from games.draw.proof import verification_data
from games.models import HouseKey
from games.rounds.receipts.receipts import KEY_NAME, is_genuine
from tests.verify import log_vectors, make_vectors

DENO = Path(sys.executable).with_name("deno")


def recorded(name: str) -> list[Any]:
    vectors: list[Any] = json.loads((make_vectors.FOLDER / name).read_text("utf-8"))
    return vectors


@pytest.fixture(scope="module")
def made() -> dict[str, list[Any]]:
    return make_vectors.files()


@pytest.mark.parametrize(
    "name", ["rounds.json", "receipts.json", "odds.json", "logged.json", "followed.json", "funds.json"]
)
def test_the_recorded_answers_are_those_of_the_house(name: str, made: dict[str, list[Any]]) -> None:
    """A difference is a changed format: decide it, then `python -m tests.verify.make_vectors`."""
    assert set(made) == {path.name for path in make_vectors.FOLDER.iterdir()}
    assert recorded(name) == made[name]


def test_the_vectors_show_every_check_failing_and_agreeing() -> None:
    seen = {
        (code, good)
        for vector in recorded("rounds.json")
        for checks in vector["expect"]["checks"]
        for code, good in checks
    }
    codes = {code for code, _ in seen} - {"unreadable"}
    assert codes == {
        "promise", "beacon-number", "beacon", "wheel", "shoe", "drawn", "root", "button-promise", "button",
        "order", "pack", "opening", "tree", "ending",
    }  # fmt: skip
    assert {(code, good) for code in codes for good in (True, False)} <= seen
    assert ("ending", None) in seen and ("unreadable", False) in seen
    assert {vector["expect"].get("follows") for vector in recorded("rounds.json")} == {True, False, None}


def test_the_vectors_show_every_check_of_the_log_failing_agreeing_and_open() -> None:
    seen = {(code, good) for vector in recorded("logged.json") for code, good in vector["expect"]["checks"]}
    every = {(code, good) for code in log_vectors.CODES for good in (True, False)}
    assert every | {("logged", None), ("included", None), ("witnessed", None)} == seen


def test_the_vectors_show_logs_that_continue_and_that_do_not() -> None:
    looks = [look for vector in recorded("followed.json") for look in vector["expect"]["looks"]]
    seen = [(look["continues"], look["witnessed"]) for look in looks]
    assert set(seen) == {(True, True), (True, False), (True, None), (False, None)}
    assert seen.count((False, None)) > 40


@pytest.mark.parametrize("name", ["rounds.json", "receipts.json", "logged.json", "followed.json"])
def test_the_browser_gives_the_recorded_answers(name: str, tmp_path: Path) -> None:
    assert BUNDLED.is_file(), "make setup bundles the script that checks signatures of beacons"
    known = tmp_path / "known.json"
    known.write_text(json.dumps(verification_data() | {"signatures": BUNDLED.as_uri()}))
    script, vectors = Path(__file__).with_name("browser_answers.js"), make_vectors.FOLDER / name
    done = subprocess.run(
        [DENO, "run", "--quiet", "--no-remote", "--no-lock", "--allow-read", script, vectors, known],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers = json.loads(done.stdout)
    wanted = [(vector["name"], vector["expect"]) for vector in recorded(name)]
    assert [(name, answer) for (name, _), answer in zip(wanted, answers, strict=True)] == wanted


def test_the_browser_finds_the_same_of_statements_of_money() -> None:
    script, vectors = Path(__file__).with_name("browser_funds.js"), make_vectors.FOLDER / "funds.json"
    done = subprocess.run(
        [DENO, "run", "--quiet", "--no-remote", "--no-lock", "--allow-read", script, vectors],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    wanted = [(vector["name"], vector["expect"]) for vector in recorded("funds.json")]
    answers = json.loads(done.stdout)
    assert [(name, answer) for (name, _), answer in zip(wanted, answers, strict=True)] == wanted
    codes = ("funds-shape", "funds-parts", "funds-places", "funds-balance")
    failing = {code for _, expect in wanted for code, good in expect["checks"] if good is False}
    assert failing == set(codes), "each check fails somewhere"


def test_the_house_gives_the_recorded_answers_on_receipts(db: None) -> None:
    for vector in recorded("receipts.json"):
        HouseKey.objects.filter(name=KEY_NAME).delete()
        HouseKey.objects.bulk_create(HouseKey(name=KEY_NAME, public=key) for key in vector["keys"])
        assert is_genuine(vector["given"]["receipt"]) is vector["expect"]["genuine"], vector["name"]

"""`feltro-verify` as people get it: the wheel, alone in an empty environment, run as a program.

The environment has what the wheel declares and nothing else: a dependency that is not declared, or an import
of the house, fails here. The libraries are those of this environment, so no network is needed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.services.folder import PROJECT
from tests.games.rounds.proof import sample_rounds
from tests.games.rounds.proof.test_beacon_check import KEYS, USES, kept_shoe, void_proof, wheel_proof
from tests.verify import make_vectors

UV = Path(sys.executable).with_name("uv")
NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True)
class Ended:
    code: int
    output: str
    errors: str


Run = Callable[..., Ended]


def requirements(declared: list[str]) -> Iterator[str]:
    """The packages that a program with these requirements needs here, each once."""
    seen: set[str] = set()
    while declared:
        requirement, _, condition = declared.pop().partition(";")
        found = NAME.match(requirement)
        name = found[0] if found else ""
        if name in seen or "extra ==" in condition or "python_full_version < '3.11'" in condition:
            continue
        seen.add(name)
        yield name
        declared += metadata.requires(name) or []


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command."""
    folder = tmp_path_factory.mktemp("empty")
    uv(["build", "--wheel", "--offline", "--quiet", "verify", "-o", folder / "dist"])
    uv(["venv", "--offline", "--quiet", "--python", sys.executable, folder / "venv"])
    (wheel,) = (folder / "dist").glob("*.whl")
    uv(["pip", "install", "--offline", "--quiet", "--no-deps", "--python", folder / "venv/bin/python", wheel])
    (packages,) = (folder / "venv/lib").glob("python3*/site-packages")
    with zipfile.ZipFile(wheel) as read:
        (about,) = (name for name in read.namelist() if name.endswith("METADATA"))
        lines = read.read(about).decode().splitlines()
    declared = [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")]
    for name in requirements(declared):
        for file in metadata.files(name) or []:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(file.locate())), packages / file)
    return folder / "venv/bin/feltro-verify"


def uv(arguments: list[Any]) -> None:
    done = subprocess.run([UV, *arguments], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def run(program: Path, tmp_path: Path) -> Run:
    def run(*arguments: object, piped: str = "") -> Ended:
        """In a folder of its own, in English, without what this process has in its environment."""
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        command = [program, *map(str, arguments)]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, input=piped, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def file(tmp_path: Path) -> Callable[[Any], Path]:
    def write(content: Any) -> Path:
        path = tmp_path / "given.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


KEY_OPTIONS = [option for key in KEYS for option in ("--key", key)]


def test_every_vector_gets_its_answer(run: Run) -> None:
    ended = run("vectors", make_vectors.FOLDER)
    count = sum(len(json.loads(path.read_text())) for path in make_vectors.FOLDER.glob("*.json"))
    assert (ended.code, ended.output) == (0, f"{count} / {count}\nEverything agrees.\n"), ended.output[-2000:]


def test_a_wrong_vector_is_noticed(run: Run, tmp_path: Path) -> None:
    vectors = json.loads((make_vectors.FOLDER / "odds.json").read_text())[:2]
    vectors[1]["expect"]["red"] = "1/38"
    (tmp_path / "wrong.json").write_text(json.dumps(vectors))
    ended = run("vectors", tmp_path / "wrong.json")
    assert ended.code == 1 and "american-roulette variant=38" in ended.output and "1 / 2" in ended.output


def test_a_round_ends_with_0_1_or_3(run: Run, file: Callable[[Any], Path]) -> None:
    proof = wheel_proof(USES["quicknet"])
    ended = run("round", file(proof), *KEY_OPTIONS)
    assert ended.code == 0 and ended.output.endswith("Everything agrees.\n")
    assert "ok beacon: the beacon signed the value (name quicknet" in ended.output
    ended = run("round", file(proof))
    assert ended.code == 3 and "-- ending: give a public key of the house with --key" in ended.output
    ended = run("round", file(proof | {"drawn": ["x"]}), *KEY_OPTIONS)
    assert ended.code == 1 and ended.output.endswith("This does not agree: drawn.\n")
    ended = run("round", file(void_proof() | {"void": False}), *KEY_OPTIONS)
    assert ended.code == 1 and "NO ending" in ended.output
    plain = sample_rounds.rounds("french-roulette", 1)[0].build_proof()
    assert run("round", "-", piped=json.dumps(plain)).code == 0, "a draw without a beacon has nothing signed"


def test_an_entry_of_the_log_is_found_and_what_nobody_saw_is_open(run: Run, tmp_path: Path) -> None:
    private, witness = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    origin, hashes = "house.example/log", [hashlib.sha256(b"\x00" + entry).digest() for entry in (b"a", b"b")]
    root = hashlib.sha256(b"\x01" + b"".join(hashes)).digest()
    text = f"{origin}\n2\n{b64encode(root).decode()}\n"

    def key(name: str, kind: int, of: Ed25519PrivateKey) -> tuple[str, bytes]:
        material = bytes([kind]) + of.public_key().public_bytes_raw()
        number = hashlib.sha256(name.encode() + b"\n" + material).digest()[:4]
        return f"{name}+{number.hex()}+{b64encode(material).decode()}", number

    (log, number), (seen, other) = key(origin, 1, private), key("w.example", 4, witness)
    signed = b64encode(number + private.sign(text.encode())).decode()
    cosigned = b64encode(
        other
        + (1_800_000_000).to_bytes(8, "big")
        + witness.sign(b"cosignature/v1\ntime 1800000000\n" + text.encode())
    ).decode()
    proof, entry = tmp_path / "it.tlog-proof", tmp_path / "entry"
    proof.write_text(
        f"c2sp.org/tlog-proof@v1\nindex 1\n{b64encode(hashes[0]).decode()}\n\n{text}\n"
        f"\u2014 {origin} {signed}\n\u2014 w.example {cosigned}\n"
    )
    entry.write_bytes(b"b")
    ended = run("log", proof, "--entry", entry, "--log", log, "--witness", seen)
    assert ended.code == 0 and "Log house.example/log, entry 1 of 2" in ended.output, ended
    ended = run("log", proof, "--entry", entry, "--log", log)
    assert ended.code == 3 and "give the public key of a witness" in ended.output
    entry.write_bytes(b"c")
    assert run("log", proof, "--entry", entry, "--log", log, "--witness", seen).code == 1
    assert run("log", proof, "--entry", entry, "--log", seen, "--witness", seen).code == 1
    assert run("log", entry, "--log", log).code == 2
    assert run("log", proof, "--log", "no key").code == 2


def test_a_shoe_is_checked_as_a_chain(run: Run, file: Callable[[Any], Path]) -> None:
    rounds = kept_shoe()
    ended = run("shoe", file(rounds), *KEY_OPTIONS)
    assert ended.code == 0 and "ok follows" in ended.output
    ended = run("shoe", file([rounds[0], rounds[2]]), *KEY_OPTIONS)
    assert ended.code == 1 and "NO follows" in ended.output and "broken 12" in ended.output
    wheels = [sample.build_proof() for sample in sample_rounds.rounds("french-roulette", 2)]
    assert run("shoe", file(wheels)).code == 1, "rounds without a shoe are no shoe"


def test_a_receipt_is_checked_by_its_signature(run: Run, file: Callable[[Any], Path]) -> None:
    vectors = json.loads((make_vectors.FOLDER / "receipts.json").read_text())
    receipt, key = vectors[0]["given"]["receipt"], vectors[0]["keys"][1]
    assert run("receipt", file(receipt), "--key", key).code == 0
    assert run("receipt", file(receipt | {"cents": 1}), "--key", key).code == 1
    ended = run("receipt", file(receipt))
    assert ended.code == 3 and "Not checked: receipt" in ended.output


def test_odds_are_counted_and_what_is_not_counted_is_said(run: Run) -> None:
    ended = run("odds", "french-roulette", "red", "--set", "zero_option=la-partage")
    assert (ended.code, ended.output) == (
        0,
        "red: the house keeps 1.35135135 % of the stake, exactly 1/74\n",
    )
    ended = run("odds", "blackjack", "bet")
    assert ended.code == 3 and "does not count it" in ended.output
    for arguments, said in (
        (("bingo",), "The games are"),
        (("holdem",), "how people play"),
        (("french-roulette",), "zero_option=VALUE"),
        (("french-roulette", "--set", "zero_option=free"), "is one of"),
        (("baccarat", "--set", "decks"), "OPTION=VALUE"),
        (("baccarat", "--set", "packs=8"), "The options are: decks"),
        (("baccarat", "dragon"), "The bets are: punto"),
        (("macau-stud",), "in cents"),
        (("macau-stud", "--set", "bet=0"), "above zero"),
    ):
        ended = run("odds", *arguments)
        assert (ended.code, ended.output) == (2, "") and said in ended.errors, arguments


@pytest.mark.parametrize("command", ["round", "shoe", "receipt", "vectors", "evidence"])
def test_input_that_cannot_be_read_gets_a_sentence(
    command: str, run: Run, file: Callable[[Any], Path], tmp_path: Path
) -> None:
    given: list[object] = [tmp_path / "none", tmp_path / "no\nline"]
    if command not in ("vectors", "evidence"):
        given.append(tmp_path)
    for path in given:
        ended = run(command, path)
        assert ended.code == 2 and ended.errors.endswith(".\n") and ended.errors.count("\n") == 1, ended
    for text in ("", "{", "3", "null", "[" * 100_000, '"\\ud800"', "9" * 5000, "[]", "[null]", "\0"):
        ended = run(command, file(text))
        assert ended.code in (1, 2) and (ended.code == 1) == ended.output.endswith(".\n"), (text[:9], ended)
    assert run("round", file(wheel_proof(USES["sandbox"])), "--key", "AB" * 32).code == 2


def test_what_is_shown_cannot_steer_a_terminal(run: Run, file: Callable[[Any], Path]) -> None:
    proof = wheel_proof(USES["sandbox"]) | {"wheel": "\x1b[2J\u202e"}
    ended = run("round", file(proof))
    assert ended.code == 1 and "\\x1b[2J\\u202e" in ended.output and "\x1b" not in ended.output


def test_it_speaks_portuguese(run: Run, file: Callable[[Any], Path]) -> None:
    ended = run("round", file(kept_shoe()[0]), *KEY_OPTIONS, "--language", "pt")
    assert ended.code == 0 and "a semente aberta é a que foi prometida" in ended.output
    assert ended.output.endswith("Tudo coincide.\n")
    assert "verificar as jogadas de um sabot" in run("shoe", "--help", "--language=pt").output


def test_as_json_it_says_the_same(run: Run, file: Callable[[Any], Path]) -> None:
    answer = json.loads(run("round", file(wheel_proof(USES["sandbox"])), "--json").output)
    assert answer["code"] == 3
    codes = [(check["code"], check["good"]) for check in answer["checked"][0]["checks"]]
    assert codes[-1] == ("ending", None) and ("drawn", True) in codes

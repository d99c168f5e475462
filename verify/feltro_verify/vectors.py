"""Runs published examples, bad ones included, and compares the answers with the expected ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from feltro_verify.checks import Check, UnreadableInput, agree
from feltro_verify.funds import check_money
from feltro_verify.inputs import parse_json, read_file
from feltro_verify.log import UnreadableLog, check_receipt_in_log, decoded, read_key
from feltro_verify.odds import edges
from feltro_verify.reader import reader_of
from feltro_verify.rounds import check_round, check_shoe
from feltro_verify.signatures import check_receipt

Vector = dict[str, Any]


def run_vectors(paths: Sequence[Path]) -> list[Check]:
    return [
        check
        for path in paths
        for file in _files(path)
        for check in check_vectors(file, read_file(str(file)))
    ]


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    files = sorted(path.glob("*.json"))
    if not files:
        raise UnreadableInput("input.vectors", path=path)
    yield from files


def check_vectors(path: object, data: bytes) -> list[Check]:
    """A check for each example of a file."""
    vectors = parse_json(str(path), data)
    if not isinstance(vectors, list) or not vectors:
        raise UnreadableInput("input.vectors", path=path)
    checks = []
    for number, vector in enumerate(vectors, 1):
        try:
            answer, expected = answer_of(vector), vector["expect"]
            name = vector["name"]
        except (KeyError, TypeError, AttributeError) as error:
            raise UnreadableInput("input.vector", path=path, number=number, reason=error) from error
        figures = {"example": name} | ({} if answer == expected else {"answer": answer, "expected": expected})
        checks.append(Check("vector", answer == expected, figures))
    return checks


def answer_of(vector: Vector) -> dict[str, Any]:
    """What this program says of an example, in the shape of `expect`."""
    given = vector["given"]
    if "looks" in given:
        return {"looks": list(followed(given["looks"]))}
    if "logs" in vector:
        logs, witnesses = ([read_key(text) for text in vector[name]] for name in ("logs", "witnesses"))
        checks = check_receipt_in_log(given["receipt"], logs, witnesses)
        return {"checks": [[check.code, check.good] for check in checks]}
    if "receipt" in given:
        return {"genuine": check_receipt(given["receipt"], vector["keys"]).good}
    if "statement" in given:
        money = check_money(given["statement"], given["balance"])
        return {"checks": [[check.code, check.good] for check in money]}
    if "options" in given:
        return {bet: str(edge) for bet, edge in edges(given["game"], given["options"]).items()}
    published = given["published"]
    rounds = published if isinstance(published, list) else [published]
    verdicts = [check_round(each, vector["keys"]) for each in rounds]
    follows = check_shoe(rounds, verdicts) if isinstance(published, list) else None
    every = [check for checks in verdicts for check in checks] + ([follows] if follows else [])
    answer: dict[str, Any] = {
        "good": agree(every),
        "checks": [[[check.code, check.good] for check in checks] for checks in verdicts],
    }
    if isinstance(published, list):
        answer["follows"] = follows.good if follows else None
    return answer


def followed(looks: Sequence[Mapping[str, str | None]]) -> Iterator[dict[str, bool | None]]:
    """What somebody sees who looks at a log again and again. Each look says which files are served anew, in
    base64, and which are gone.
    """
    files: dict[str, bytes] = {}
    memory: dict[str, str] = {}
    for changed in looks:
        given = {name: decoded(content) for name, content in changed.items() if content is not None}
        files = {name: content for name, content in files.items() if name not in changed} | given
        try:
            reader = reader_of(files.get, memory)
            checks = {check.code: check.good for check in reader.look()}
        except UnreadableLog:
            checks = {"grown": False}
        witnessed = checks.pop("witnessed", None)
        continues = all(good is not False for good in checks.values())
        if continues:
            memory = {"policy": reader.policy, "seen": reader.seen}
        yield {"continues": continues, "witnessed": witnessed if continues else None}

"""Checks a pack of evidence: each file by its digest, how each part ended, and what can be computed again.

The pack is a folder or a zip file. Its `evidence.json` names each part with the command that made it, the
day, the commit and how it ended, and every file with its SHA-256. What did not run is not good.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from feltro_verify.checks import Check, UnreadableInput
from feltro_verify.inputs import MOST_BYTES, parse_json
from feltro_verify.odds import OPTIONS, edges
from feltro_verify.shapes import HASH, has_shape, integer, list_of, text
from feltro_verify.vectors import check_vectors

FORMAT = "feltro/evidence/v1"
LIST = "evidence.json"
DAMAGED = (zipfile.BadZipFile, zlib.error)
STATES = {"good": True, "bad": False, "not-run": None, "outdated": None}

_text = text(".*")
_is_file = has_shape({"path": text("[A-Za-z0-9._/-]{1,200}"), "sha256": HASH, "bytes": integer(0, 2**40)})
_is_part = has_shape(
    {
        "name": text("[a-z0-9-]{1,40}"),
        "kind": text("vectors|odds|log"),
        "what": _text,
        "command": _text,
        "state": text("|".join(STATES)),
        "made": _text,
        "commit": _text,
        "said": _text,
        "why": _text,
        "files": list_of(_is_file, 0, 1000),
    }
)
_is_manifest = has_shape(
    {"format": text(FORMAT), "made": _text, "commit": _text, "parts": list_of(_is_part, 1, 200)}
)


@dataclass(frozen=True)
class PartVerdict:
    """A part of the pack with its checks."""

    part: Mapping[str, Any]
    checks: list[Check]


@dataclass(frozen=True)
class PackVerdict:
    manifest: Mapping[str, Any]
    parts: list[PartVerdict]
    listed: Check


def check_pack(path: str) -> PackVerdict:
    files = _read_pack(path)
    if LIST not in files:
        raise UnreadableInput("input.pack", path=path, reason=f"{LIST} is missing")
    manifest = parse_json(f"{path}/{LIST}", files[LIST])
    if not _is_manifest(manifest):
        raise UnreadableInput("input.pack", path=path, reason=LIST)
    named = {file["path"] for part in manifest["parts"] for file in part["files"]}
    unnamed = sorted(set(files) - named - {LIST})
    parts = [PartVerdict(part, list(_check_part(part, files))) for part in manifest["parts"]]
    return PackVerdict(manifest, parts, Check("listed", not unnamed, {"unnamed": unnamed} if unnamed else {}))


def _read_pack(path: str) -> dict[str, bytes]:
    """Every file of the pack by its path, up to the limit altogether."""
    place, left, files = Path(path), MOST_BYTES, {}
    try:
        for name, data in _folder_files(place) if place.is_dir() else _zip_files(place, path):
            left -= len(data)
            if left < 0:
                raise UnreadableInput("input.long", path=path, limit=MOST_BYTES)
            files[name] = data
    except FileNotFoundError as error:
        raise UnreadableInput("input.missing", path=path) from error
    except (OSError, RuntimeError, ValueError, EOFError, *DAMAGED) as error:
        raise UnreadableInput("input.pack", path=path, reason=error) from error
    return files


def _folder_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            with file.open("rb") as opened:
                yield file.relative_to(folder).as_posix(), opened.read(MOST_BYTES + 1)


def _zip_files(file: Path, path: str) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(file) as pack:
        for entry in pack.infolist():
            if not entry.is_dir():
                with pack.open(entry) as opened:  # a false length in the list cannot fill the memory
                    yield entry.filename, opened.read(MOST_BYTES + 1)


def _check_part(part: Mapping[str, Any], files: Mapping[str, bytes]) -> Iterator[Check]:
    state = part["state"]
    missing = {"not-run": "run", "outdated": "outdated"}.get(state)
    yield Check(
        "part", STATES[state], {"missing": missing, "why": part["why"]} if missing else {"said": part["said"]}
    )
    if STATES[state] and not part["files"]:
        yield Check("file", False, {"path": "-"})  # what ended well has left something
    for file in part["files"]:
        data = files.get(file["path"])
        same = data is not None and hashlib.sha256(data).hexdigest() == file["sha256"]
        yield Check("file", same and len(data or b"") == file["bytes"], {"path": file["path"]})
        if same and data is not None and part["kind"] != "log" and file["path"].endswith(".json"):
            yield from _compute_again(part["kind"], file["path"], data)


def _compute_again(kind: str, path: str, data: bytes) -> Iterator[Check]:
    if kind == "odds":
        yield from check_odds(path, data)
        return
    checks = check_vectors(path, data)
    wrong = [check.figures["example"] for check in checks if not check.good]
    yield Check(
        "computed", not wrong, {"path": path, "count": len(checks)} | ({"wrong": wrong} if wrong else {})
    )


def check_odds(path: str, data: bytes) -> Iterator[Check]:
    """The house's answer on the odds of one game, bet by bet, counted again."""
    answer = parse_json(path, data)
    try:
        game, bets = answer["system"], answer["bets"]
        facts = {**answer["sheet"], **answer["setting"]}
        options = {name: str(facts[name]) for name in OPTIONS.get(game, ()) if name in facts}
        counted = edges(game, options) if len(options) == len(OPTIONS.get(game, ())) and options else {}
        for bet in bets:
            name = bet["bet"]
            if name in counted:
                same = Fraction(bet["fraction"]) == counted[name]
                figures = {"bet": f"{game} {name}", "published": bet["fraction"], "made": str(counted[name])}
                yield Check("computed", same, figures)
            else:
                yield Check("computed", None, {"bet": f"{game} {name}", "missing": "uncounted"})
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise UnreadableInput("input.pack", path=path, reason=error) from error

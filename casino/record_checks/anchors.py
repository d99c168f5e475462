"""Anchors: files that name the heads of all chains, written each hour to a folder that is shipped elsewhere.

The owner of the database can rebuild every chain in it, but not a file that has left the system. Each anchor
names the last seal and the last root of every part, and the digest of the previous anchor.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.record_checks.models import Root
from casino.record_checks.record_roots import last_roots
from players.audit.models import Seal
from players.shared import clock

FORM = "feltro/anchor/v1"
# How far back anchors are looked for by name, hour by hour.
HOURS_BY_NAME = 7 * 24


def anchor_folder() -> Path:
    return Path(settings.ANCHOR_DIR)


def anchor_name(hour: datetime) -> str:
    return f"{hour:%Y-%m-%dT%H}.json"


def write_anchor(folder: Path | None = None) -> Path:
    """Write the anchor of this hour atomically."""
    folder = folder or anchor_folder()
    folder.mkdir(parents=True, exist_ok=True)
    now = clock.now().astimezone(UTC)
    path = folder / anchor_name(now)
    older = newest_anchor(folder, before=path.name)
    last_seal = Seal.objects.order_by("-number").first()
    content = {
        "form": FORM,
        "at": now.isoformat(timespec="seconds"),
        "before": {"file": older.name, "sha256": _file_digest(older)} if older else None,
        "seal": {"number": last_seal.number, "chain": last_seal.chain} if last_seal else None,
        "roots": {
            str(part): {"number": root.number, "chain": root.chain}
            for part, root in sorted(last_roots().items())
        },
    }
    new = path.with_suffix(".new")
    with new.open("w") as file:
        file.write(json.dumps(content, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
    return path


def anchor_files(location: Path | None = None) -> list[Path]:
    """The anchors of a folder, the oldest first; for a file, that file alone."""
    location = location or anchor_folder()
    if location.is_file():
        return [location]
    return sorted(location.glob("????-??-??T??.json")) if location.is_dir() else []


def newest_anchor(folder: Path | None = None, *, before: str = "") -> Path | None:
    """The newest anchor of a folder, or the newest one before a name.

    The folder has an anchor for each hour of all years: those of the last days are looked for by name, and
    only without one of these is the folder listed.
    """
    folder = folder or anchor_folder()
    hour = clock.now().astimezone(UTC)
    for back in range(HOURS_BY_NAME):
        path = folder / anchor_name(hour - timedelta(hours=back))
        if (not before or path.name < before) and path.is_file():
            return path
    paths = [path for path in anchor_files(folder) if not before or path.name < before]
    return paths[-1] if paths else None


def anchors_since(name: str) -> list[Path]:
    """The anchor of that name and the later ones, the oldest first."""
    folder, hour = anchor_folder(), clock.now().astimezone(UTC)
    paths: list[Path] = []
    for _ in range(HOURS_BY_NAME):
        path = folder / anchor_name(hour)
        if path.name < name:
            return paths[::-1]
        if path.is_file():
            paths.append(path)
        hour -= timedelta(hours=1)
    return [path for path in anchor_files() if path.name >= name]


def last_anchor() -> str:
    """The name of the newest anchor, or nothing."""
    path = newest_anchor()
    return path.name if path else ""


def check_anchors(location: Path | None = None, *, after: str = "") -> Iterator[tuple[str, str]]:
    """Every difference between the anchors and the database: a code and a sentence.

    With `after`, only that anchor of the folder of the house and the later ones are read.
    """
    anchors = []
    previous: Path | None = None
    for path in anchors_since(after) if after else anchor_files(location):
        try:
            anchor = json.loads(path.read_bytes())
            anchors.append((path.name, anchor))
            before = anchor["before"]
            follows = previous is not None and before is not None and before["file"] == previous.name
            if previous and follows and _file_digest(previous) != before["sha256"]:
                yield "anchor-changed", f"{previous.name} is not the file that {path.name} names."
        except (OSError, ValueError, KeyError, TypeError):
            yield "anchor-unreadable", f"{path.name} cannot be read as an anchor."
        previous = path
    yield from _compare(anchors)


def _file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _compare(anchors: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, str]]:
    seal_numbers = {anchor["seal"]["number"] for _, anchor in anchors if anchor.get("seal")}
    seals = dict(Seal.objects.filter(number__in=seal_numbers).values_list("number", "chain"))
    anchored = {
        (int(part), root["number"]) for _, anchor in anchors for part, root in anchor.get("roots", {}).items()
    }
    known = Root.objects.filter(
        part__in={part for part, _ in anchored}, number__in={number for _, number in anchored}
    )
    roots = {(part, number): chain for part, number, chain in known.values_list("part", "number", "chain")}
    for name, anchor in anchors:
        seal = anchor.get("seal")
        if seal and seals.get(seal["number"]) != seal["chain"]:
            yield "chain-replaced", f"{name}: seal {seal['number']} is missing or differs from the anchor."
        for part, root in anchor.get("roots", {}).items():
            if roots.get((int(part), root["number"])) != root["chain"]:
                yield (
                    "root-replaced",
                    f"{name}: root {root['number']} of part {part} is missing or differs from the anchor.",
                )

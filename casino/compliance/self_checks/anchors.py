"""Anchors: what the chains came to, written hour by hour into a folder from which an operator ships them out of the house.

Who owns the database can make every chain in it anew. What has left the house cannot be made anew: each anchor names the last seal and the
last root of every part, and holds the anchor before it by its digest.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.compliance.self_checks.models import Root
from casino.compliance.self_checks.record_roots import heads
from players.audit.models import Seal
from players.shared import clock

FORM = "feltro/anchor/v1"


def folder() -> Path:
    return Path(settings.ANCHOR_DIR)


def anchor_write(to: Path | None = None) -> Path:
    """The chains as they are now, in a file of this hour that is whole or not there."""
    to = to or folder()
    to.mkdir(parents=True, exist_ok=True)
    now = clock.now().astimezone(UTC)
    path = to / f"{now:%Y-%m-%dT%H}.json"
    before = next((known for known in reversed(files(to)) if known.name < path.name), None)
    last = Seal.objects.order_by("-number").first()
    told = {
        "form": FORM,
        "at": now.isoformat(timespec="seconds"),
        "before": {"file": before.name, "sha256": hashlib.sha256(before.read_bytes()).hexdigest()}
        if before
        else None,
        "seal": {"number": last.number, "chain": last.chain} if last else None,
        "roots": {
            str(part): {"number": root.number, "chain": root.chain} for part, root in sorted(heads().items())
        },
    }
    new = path.with_suffix(".new")
    with new.open("w") as file:
        file.write(json.dumps(told, indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
    return path


def files(where: Path | None = None) -> list[Path]:
    """The anchors of a folder, the oldest first; or the one file that is named."""
    where = where or folder()
    return [where] if where.is_file() else sorted(where.glob("????-??-??T??.json")) if where.is_dir() else []


def anchors_check(where: Path | None = None) -> Iterator[tuple[str, str]]:
    """Everything that an anchor tells and the database does not know any more: a code and a sentence each."""
    told = []
    before: Path | None = None
    for path in files(where):
        try:
            anchor = json.loads(path.read_bytes())
            told.append((path.name, anchor))
            held = anchor["before"]
            follows = before is not None and held is not None and held["file"] == before.name
            if before and follows and hashlib.sha256(before.read_bytes()).hexdigest() != held["sha256"]:
                yield "anchor-changed", f"{before.name} is not the file that {path.name} names."
        except (OSError, ValueError, KeyError, TypeError):
            yield "anchor-unreadable", f"{path.name} cannot be read as an anchor."
        before = path
    yield from _compared(told)


def _compared(told: list[tuple[str, dict[str, Any]]]) -> Iterator[tuple[str, str]]:
    seals = {each["seal"]["number"]: "" for _, each in told if each.get("seal")}
    seals = dict(Seal.objects.filter(number__in=seals).values_list("number", "chain"))
    wanted = {(int(part), root["number"]) for _, each in told for part, root in each.get("roots", {}).items()}
    known = Root.objects.filter(
        part__in={part for part, _ in wanted}, number__in={number for _, number in wanted}
    )
    roots = {(part, number): chain for part, number, chain in known.values_list("part", "number", "chain")}
    for name, anchor in told:
        seal = anchor.get("seal")
        if seal and seals.get(seal["number"]) != seal["chain"]:
            yield "chain-replaced", f"{name}: seal {seal['number']} is gone or another than was anchored."
        for part, root in anchor.get("roots", {}).items():
            if roots.get((int(part), root["number"])) != root["chain"]:
                yield (
                    "root-replaced",
                    f"{name}: root {root['number']} of part {part} is gone or another than was anchored.",
                )

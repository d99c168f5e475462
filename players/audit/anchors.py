"""Checks the seals against anchors that were published elsewhere: a rebuilt chain does not match them."""

from __future__ import annotations

import json
from pathlib import Path

from players.audit.models import Seal
from players.audit.verification import SealFault


def anchor_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(path.glob("*.json")) if path.is_dir() else []


def check_anchors(path: Path) -> list[SealFault]:
    """Checks that every seal named by an anchor exists with the same chain hash."""
    faults: list[SealFault] = []
    anchored: dict[tuple[int, str], str] = {}
    for file in anchor_files(path):
        try:
            seal = json.loads(file.read_bytes())["seal"]
            if seal:
                anchored[seal["number"], seal["chain"]] = file.name
        except (OSError, ValueError, KeyError, TypeError):
            faults.append(SealFault("anchor-unreadable", None, f"{file.name} is not a readable anchor."))
    stored = set(
        Seal.objects.filter(number__in={number for number, _ in anchored}).values_list("number", "chain")
    )
    for (number, chain), name in sorted(anchored.items()):
        if (number, chain) not in stored:
            faults.append(
                SealFault("anchor-differs", number, f"{name} names a seal that is missing or different.")
            )
    return faults

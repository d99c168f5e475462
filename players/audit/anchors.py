"""Seals against what was told of them outside the house: a chain made anew from its beginning agrees with itself, and not with that."""

from __future__ import annotations

import json
from pathlib import Path

from players.audit.models import Seal
from players.audit.verification import Fault


def anchors_in(where: Path) -> list[Path]:
    return [where] if where.is_file() else sorted(where.glob("*.json")) if where.is_dir() else []


def check_anchors(where: Path) -> list[Fault]:
    """Every seal that an anchor names is there, under the chain that it names."""
    faults, told = [], {}
    for path in anchors_in(where):
        try:
            seal = json.loads(path.read_bytes())["seal"]
            told |= {(seal["number"], seal["chain"]): path.name} if seal else {}
        except (OSError, ValueError, KeyError, TypeError):
            faults.append(Fault("anchor-unreadable", None, f"{path.name} cannot be read as an anchor."))
    there = set(Seal.objects.filter(number__in={number for number, _ in told}).values_list("number", "chain"))
    for (number, chain), name in sorted(told.items()):
        if (number, chain) not in there:
            faults.append(Fault("anchor-differs", number, f"{name} tells another seal, or one that is gone."))
    return faults

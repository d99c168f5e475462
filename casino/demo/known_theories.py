"""The exact returns of the demonstration's bets, computed once and stored beside their tables.

They are the longest computation of a new house. Each is stored under everything that it depends on, so one
that does not fit is never used and is computed anew. `python -m tests.known_theories` writes the file; a test
computes all of them again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from casino.compliance.rtp_monitoring.models import Theory
from casino.compliance.rtp_monitoring.theory import compute_theories
from casino.demo import sample_data
from games.catalogue import GAMES
from games.rulebook.house_edges import case_digest, case_of

FILE = Path(__file__).with_suffix(".json")


class KnownTheory(Struct, frozen=True, order=True):
    system: str
    digest: str  # of the rule sheet
    case: str  # the digest of what the odds depend on at the table
    data: str


def demonstration_cases() -> Iterator[tuple[str, str, Any, dict[str, object]]]:
    """Game, digest of the sheet, sheet and case of every table for money against the house; each once."""
    sheets = sample_data.rule_sheets()
    seen = set()
    for table in sample_data.TABLES:
        engine = GAMES[table.system].engine
        if table.currency != "EUR" or engine.between_players:
            continue
        sheet = msgspec.convert(sheets[table.system], type=engine.sheet_type, strict=False)
        digest = hashlib.sha256(msgspec.json.encode(sheet)).hexdigest()
        setting = msgspec.convert(
            {**table.setting, "currency": table.currency}, type=engine.setting_type, strict=False
        )
        case = case_of(table.system, setting)
        if (key := (table.system, case_digest(case))) not in seen:
            seen.add(key)
            yield table.system, digest, sheet, case


def compute_known() -> list[KnownTheory]:
    return sorted(
        KnownTheory(system, digest, case_digest(case), compute_theories(system, sheet, case))
        for system, digest, sheet, case in demonstration_cases()
    )


def read_known() -> list[KnownTheory]:
    return msgspec.json.decode(FILE.read_bytes(), type=list[KnownTheory])


def store_known() -> None:
    rows = [Theory(**msgspec.structs.asdict(known)) for known in read_known()]
    Theory.objects.bulk_create(rows, ignore_conflicts=True)

"""The exact returns of the demonstration's bets, computed once and stored beside their tables.

They are the longest computation of a new house. Each is stored under everything that it depends on, so one
that does not match is never used and is computed again. `python -m tests.known_theories` writes the file; a
test computes all of them again.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from casino.compliance.rtp_monitoring.models import Theory
from players.shared.decoding import prepare

FILE = Path(__file__).with_suffix(".json")


class KnownTheory(Struct, frozen=True, order=True):
    system: str
    digest: str  # of the rule sheet
    case: str  # the digest of what the odds depend on at the table
    data: str


prepare(KnownTheory)


def read_known() -> list[KnownTheory]:
    return msgspec.json.decode(FILE.read_bytes(), type=list[KnownTheory])


def store_known() -> None:
    rows = [Theory(**msgspec.structs.asdict(known)) for known in read_known()]
    Theory.objects.bulk_create(rows, ignore_conflicts=True)

"""Write `casino/demo/known_theories.json` after a change of odds: `python -m tests.known_theories`."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from typing import Any

import django
import msgspec

if __name__ == "__main__":
    os.environ.update(DJANGO_SETTINGS_MODULE="casino.settings", HOUSE_PURE="1", SECRET_KEY="unused")
    django.setup()

from casino.compliance.rtp_monitoring.theory import compute_theories
from casino.demo import sample_data
from casino.demo.known_theories import FILE, KnownTheory
from games.catalogue import GAMES
from games.rulebook.house_edges import case_digest, case_of


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


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(compute_known()), indent=1) + b"\n")
    sys.exit(0)

"""Events are stored under names that stay, for the ten years of the record.  [AR-24] [FR-R25] [HE-10]"""

from __future__ import annotations

import json

from tests.rules.stored_names import FILE, all_names


def test_AR_24_every_name_in_the_record_is_the_one_that_was_kept() -> None:
    """[AR-24] [FR-R25] [HE-10] Tags, fields and values of choices of every event of every game."""
    names = all_names()
    assert names == json.loads(FILE.read_text("utf-8"))
    assert names["holdem"]["Why"] == ["left", "self", "time"]
    assert all(len(game) > 10 for game in names.values())

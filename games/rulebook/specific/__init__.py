"""The operator's specific rules as people read them: every field of a rule sheet in words, and the limits of every table.

A game's words are registered here. Whatever a sheet may say, its page says: a field without words fails its test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from games.rulebook.specific import baccarat, blackjack, holdem, roulette, stud
from games.rulebook.specific.words import Amount, Fact


class Said(Struct, frozen=True):
    """How one game says its sheet and the limits of a table."""

    facts: Callable[[Any], tuple[Fact, ...]]
    limits: Callable[[Any, Any], tuple[Amount, ...]]


SPECIFIC: Mapping[str, Said] = {
    "american-roulette": Said(roulette.facts, roulette.limits),
    "french-roulette": Said(roulette.facts, roulette.limits),
    "blackjack": Said(blackjack.facts, blackjack.limits),
    "baccarat": Said(baccarat.facts, baccarat.limits),
    "holdem": Said(holdem.facts, holdem.limits),
    "caribbean-stud": Said(stud.facts, stud.limits),
    "macau-stud": Said(stud.facts, stud.limits),
}

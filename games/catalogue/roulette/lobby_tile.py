"""What the lobby says of a roulette table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.description import Money, TileFacts
from games.catalogue.labels import label_for
from games.catalogue.roulette.labels import WHEELS


def facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    """[AR-10] [FR-R11]"""
    most = {kind: money(chance["max"]) for kind, chance in described["kinds"].items()}
    return (
        (_("Minimum"), money(setting.minimum)),
        (_("Maximum on a number"), most["straight"]),
        (_("Wheel"), label_for(WHEELS, setting.variant)),
        (_("Maximum on an even chance"), most["red"]),
    )

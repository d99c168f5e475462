"""What the lobby says of a roulette table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.description import Money, TileFace, TileFacts
from games.rules.roulette.layout import WHEELS


def tile_facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    """[AR-10] [FR-R11]"""
    most = {kind: money(chance["max"]) for kind, chance in described["kinds"].items()}
    return (
        (_("Minimum"), money(setting.minimum)),
        (_("Maximum on a number"), most["straight"]),
        (_("Maximum on an even chance"), most["red"]),
    )


def tile_limits(setting: Any, described: Mapping[str, Any]) -> tuple[int, int | None]:
    """The most is that of an even chance, on which most can be staked."""
    return setting.minimum, described["kinds"]["red"]["max"]


def variant_name(setting: Any) -> str:
    return _("American roulette with double zero") if setting.variant == "38" else _("American roulette")


def face(setting: Any, outcome: str) -> dict[str, str]:
    """The picture of the wheel, and how far the ball is turned, in degrees; the order is the engine's."""
    wheel = WHEELS[setting.variant]
    turn = wheel.index(outcome) * 360_000 // len(wheel) if outcome in wheel else 0
    return {"image": f"img/wheels/{setting.variant.lower()}.svg", "turn": f"{turn // 1000}.{turn % 1000:03}"}


FACE = TileFace("games/roulette/tile_face.html", face)

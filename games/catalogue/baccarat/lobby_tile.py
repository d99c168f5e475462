"""What the lobby says of a table of ponto e banca."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.description import Money, TileFace, TileFacts


def tile_facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    """[PB-32]"""
    most, charged = described["kinds"]["punto"].get("max"), described["commission"]
    names = {
        "none": pgettext("commission", "none"),
        "a": _("5% when banca wins"),
        "b": _("50% when banca wins with 5 or 6"),
    }
    if most is not None:
        limit = (_("Maximum on ponto or banca"), money(most))
    else:
        limit = (_("Prizes on the difference, at most"), _cap(setting, money))
    return (
        (_("Minimum"), money(setting.minimum)),
        limit,
        (_("Commission"), names.get(charged["mode"], charged["mode"])),
    )


def tile_limits(setting: Any, described: Mapping[str, Any]) -> tuple[int, int | None]:
    return setting.minimum, described["kinds"]["punto"].get("max")


def variant_name(setting: Any) -> str:
    return _("Ponto e banca Macau") if setting.variant == "macau" else _("Ponto e banca")


def _cap(setting: Any, money: Money) -> str:
    return money(setting.prize_cap) if setting.prize_cap is not None else _("none")


FACE = TileFace("games/baccarat/tile_face.html", marks=24)

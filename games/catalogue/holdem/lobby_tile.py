"""What the lobby says of a hold'em table."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, sin, tau
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.description import Money, TileFace, TileFacts


def tile_facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    """[HE-24a-ii] [HE-38] [HE-66]"""
    limits = {
        "half-pot": _("half pot"),
        "fixed-raises": ngettext(
            "%(count)s raise per betting round", "%(count)s raises per betting round", setting.raises
        )
        % {"count": setting.raises},
        "pot-limit": _("pot"),
        "no-limit": pgettext("poker limit", "none"),
    }
    return (
        (_("Blinds"), f"{money(setting.small_blind)} / {money(setting.minimum)}"),
        (_("Buy-in"), money(setting.buy_in)),
        (_("Rebuys"), " / ".join(map(money, setting.rebuys))),  # [HE-14]
        (_("Limit"), limits[str(setting.limit)]),
        (_("Table"), _("session") if setting.regime == "session" else _("continuous")),
    )


def tile_limits(setting: Any, described: Mapping[str, Any]) -> tuple[int, int | None]:
    """The blinds."""
    return setting.small_blind, setting.minimum


RADII = (50, 38)  # of the oval on which the seats stand, across and down


def face(setting: Any, outcome: str) -> dict[str, Any]:
    """Where the seats stand around the table."""
    angles = [tau * seat / setting.seats for seat in range(setting.seats)]
    across, down = RADII
    return {"places": [(round(60 - across * sin(a)), round(48 + down * cos(a))) for a in angles]}


FACE = TileFace("games/holdem/tile_face.html", face)

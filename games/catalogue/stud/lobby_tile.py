"""What the lobby says of a table of a stud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.description import Money, TileFace, TileFacts
from games.rules.stud.variant import MACAU


def tile_facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    ante = ((_("Ante from"), money(setting.minimum)), (_("Ante up to"), money(setting.maximum)))
    if setting.jackpot is None:
        second = _("Additional bet") if described["system"] == MACAU else _("Second bet")
        return (*ante, (second, _("twice the ante")), (_("Places"), str(setting.seats)))
    return (*ante, (_("Jackpot bet"), money(setting.jackpot.bet)), (_("Places"), str(setting.seats)))


def tile_limits(setting: Any, described: Mapping[str, Any]) -> tuple[int, int | None]:
    return setting.minimum, setting.maximum


FACE = TileFace("games/stud/tile_face.html")

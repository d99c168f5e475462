"""What the lobby says of a table of a stud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.description import Money, TileFace, TileFacts


def facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    facts = ((_("Ante from"), money(setting.minimum)), (_("Ante up to"), money(setting.maximum)))
    if setting.jackpot is None:
        return (*facts, (_("Second bet"), _("twice the ante")), (_("Places"), str(setting.seats)))
    return (*facts, (_("Jackpot bet"), money(setting.jackpot.bet)), (_("Places"), str(setting.seats)))


FACE = TileFace("games/stud/tile_face.html")

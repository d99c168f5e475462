"""What the lobby says of a blackjack table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.description import Money, TileFace, TileFacts


def tile_facts(setting: Any, described: Mapping[str, Any], money: Money) -> TileFacts:
    """[BJ-32]"""
    decks = _("%(decks)s decks") % {"decks": setting.decks}
    return (
        (_("Minimum"), money(setting.minimum)),
        (_("Maximum"), money(setting.maximum)),
        (_("Shoe"), decks if setting.shoe == "fresh" else _("%(decks)s, with a cut card") % {"decks": decks}),
        (_("Places"), str(setting.places)),
    )


def tile_limits(setting: Any, described: Mapping[str, Any]) -> tuple[int, int | None]:
    return setting.minimum, setting.maximum


FACE = TileFace("games/blackjack/tile_face.html")

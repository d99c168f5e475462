"""The limits of games whose bets are chances with a minimum and a multiple of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.catalogue.setting_fields import BetLimit
from games.catalogue.text import Text


def chance_limits(kinds: Mapping[str, Mapping[str, Any]], labels: Mapping[Any, Text]) -> Iterator[BetLimit]:
    """The maximum is a multiple of the minimum, or the most that the table may lose on that chance.

    [PB-43a]
    """
    for kind, limits in kinds.items():
        yield BetLimit(
            label=str(labels.get(kind, kind)),
            least=limits["min"],
            most=limits.get("max", limits.get("all")),
            times=limits.get("times"),
            rule=limits["rules"]["max"],
        )

"""The limits and times of a table as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue.text import Text
from games.rules.shared.money import Cents
from games.rules.shared.sessions import Mode


class Amount(Struct, frozen=True):
    """One limit of a table. Without cents there is no limit, and `instead` says so."""

    name: str
    cents: Cents | None
    instead: str = ""


class BetLimit(Struct, frozen=True):
    """The minimum and maximum of one bet. `times` is the multiple if the maximum is one of the minimum."""

    label: str
    least: Cents | None
    most: Cents | None
    times: int | None
    rule: str


class Pace(Struct, frozen=True):
    """One time that a table sets, as text."""

    name: str
    value: str


def chance_limits(kinds: Mapping[str, Mapping[str, Any]], labels: Mapping[Any, Text]) -> Iterator[BetLimit]:
    """The limits of games whose bets are chances: the maximum is a multiple of the minimum, or the most that
    the table may lose on that chance.

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


def paces(setting: Any, *, has_bets: bool) -> tuple[Pace, ...]:
    """How long a table waits for bets and for decisions, before anybody sits down.

    [AR-14a] [BJ-12a] [BJ-24b] [BJ-32] [CS-14a] [CS-21] [CS-31] [CS-38] [HE-43] [HE-44] [HE-66] [PB-27a]
    """
    shown = []
    if has_bets:
        is_alone = setting.mode is Mode.INDIVIDUAL
        # At a table for one the player starts the round.  [AR-15] [BJ-13] [PB-28] [CS-15]
        time = _("no limit") if is_alone else _seconds(setting.betting_seconds)
        shown.append(Pace(_("Time to bet"), time))
    if seconds := getattr(setting, "decision_seconds", 0):
        extra = getattr(setting, "extra_seconds", 0)
        time = _("%(seconds)s s and %(extra)s s more") % {"seconds": seconds, "extra": extra}
        shown.append(Pace(_("Time to decide"), time if extra else _seconds(seconds)))
    return tuple(shown)


def _seconds(seconds: int) -> str:
    return _("%(seconds)s s") % {"seconds": seconds}

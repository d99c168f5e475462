"""What the house keeps of every bet under a sheet: counted once for each way to set a table that matters to it, and then looked up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.models import Table
from games.odds.worth import Run, Worth
from games.rulebook.models import KeptEdges

HANDS = 4_000  # of a simulation, where a game is played and not counted


class Edge(Struct, frozen=True):
    """The part of a stake on one bet that stays with the house: a fraction where it is exact, else with its error and its method."""

    bet: str
    share: str
    method: str
    error: str = ""
    hands: int = 0
    cents: str = ""  # that a hundred hands cost one player, where people play against each other

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.share)


def case_of(system: str, setting: Any) -> dict[str, Any]:
    """Of a setting, what the odds depend on."""
    return {name: getattr(setting, name) for name in GAMES[system].odds.depends_on}


def asked_setting(system: str, case: Mapping[str, Any]) -> Any:
    usual = msgspec.convert(dict(GAMES[system].odds.setting), GAMES[system].engine.setting_type, strict=False)
    return structs.replace(usual, **case)


def case_digest(case: Mapping[str, Any]) -> str:
    return hashlib.sha256(msgspec.json.encode(case, order="sorted")).hexdigest()


def counted(system: str, sheet: Any, case: Mapping[str, Any]) -> tuple[Edge, ...]:
    odds, setting = GAMES[system].odds, asked_setting(system, case)
    worths = (
        odds.simulated(sheet, setting, Run(hands=HANDS))
        if odds.simulated is not None
        else odds.worths(sheet, setting)
    )
    return tuple(map(_told, worths))


def _told(worth: Worth) -> Edge:
    error = "" if worth.exact else str(worth.error)
    cents = str(worth.cost.cents) if worth.cost is not None else ""
    return Edge(worth.bet, str(worth.edge), worth.method, error, worth.hands, cents)


def edges_keep(system: str, sheet: Any, digest: str, case: Mapping[str, Any]) -> tuple[Edge, ...]:
    """As they were counted before; else counted now and kept."""
    key = {"system": system, "digest": digest, "case": case_digest(case)}
    kept = KeptEdges.objects.filter(**key).first()
    if kept is None:
        data = msgspec.json.encode(counted(system, sheet, case)).decode()
        kept = KeptEdges.objects.get_or_create(**key, defaults={"data": data})[0]
    return read(kept)


def edges_kept(system: str, digest: str, cases: Iterable[Mapping[str, Any]]) -> list[tuple[Edge, ...] | None]:
    """What is kept of each case, None where it is not counted yet; one query."""
    wanted = [case_digest(case) for case in cases]
    found = {
        kept.case: read(kept)
        for kept in KeptEdges.objects.filter(system=system, digest=digest, case__in=wanted)
    }
    return [found.get(case) for case in wanted]


def read(kept: KeptEdges) -> tuple[Edge, ...]:
    return msgspec.json.decode(kept.data, type=tuple[Edge, ...])


def published_cases(system: str, sheet: Any) -> list[dict[str, Any]]:
    """Of the games whose figures take long to count: each way to set a table under which the house publishes them."""
    odds = GAMES[system].odds
    if odds.published_cases is not None:
        return odds.published_cases(sheet)
    if odds.published_per_table:
        return _cases_of_tables(system) or [case_of(system, asked_setting(system, {}))]
    return []


def systems_with_published_cases() -> list[str]:
    return [
        system
        for system, game in GAMES.items()
        if game.odds.published_cases is not None or game.odds.published_per_table
    ]


def _cases_of_tables(system: str) -> list[dict[str, Any]]:
    """Each way in which a table for money is set now, once."""
    tables = Table.objects.filter(system=system, currency="EUR", setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    rows = tables.order_by("id").values_list("setting__data", flat=True)
    cases = (
        case_of(system, msgspec.json.decode(data, type=GAMES[system].engine.setting_type)) for data in rows
    )
    return list({case_digest(case): case for case in cases}.values())

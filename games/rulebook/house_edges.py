"""The house edge of every bet under a sheet: computed once for each relevant table setting, and then read."""

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
from players.shared.decoding import prepare

HANDS = 4_000  # of a simulation, for games without an exact computation


class Edge(Struct, frozen=True):
    """The part of a stake on one bet that the house keeps: exact, or estimated with its error."""

    bet: str
    share: str
    method: str
    error: str = ""
    hands: int = 0
    cents: str = ""  # cost of a hundred hands to one player, in games between players

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.share)


prepare(Edge)


def case_of(system: str, setting: object) -> dict[str, object]:
    """The fields of a setting that the odds depend on."""
    return {name: getattr(setting, name) for name in GAMES[system].tables.affect_odds}


def setting_of_case(system: str, case: Mapping[str, Any]) -> Any:
    """A setting of the game with the fields of the case and defaults for the rest."""
    defaults = dict(GAMES[system].odds.setting)
    setting: Any = msgspec.convert(defaults, GAMES[system].engine.setting_type, strict=False)
    return structs.replace(setting, **case)


def case_digest(case: Mapping[str, object]) -> str:
    return hashlib.sha256(msgspec.json.encode(case, order="sorted")).hexdigest()


def compute_edges(system: str, sheet: object, case: Mapping[str, object]) -> tuple[Edge, ...]:
    odds, setting = GAMES[system].odds, setting_of_case(system, case)
    worths = (
        odds.simulated(sheet, setting, Run(hands=HANDS))
        if odds.simulated is not None
        else odds.worths(sheet, setting)
    )
    return tuple(map(_to_edge, worths))


def _to_edge(worth: Worth) -> Edge:
    error = "" if worth.exact else str(worth.error)
    cents = str(worth.cost.cents) if worth.cost is not None else ""
    return Edge(worth.bet, str(worth.edge), worth.method, error, worth.hands, cents)


def get_edges(system: str, sheet: object, digest: str, case: Mapping[str, object]) -> tuple[Edge, ...]:
    """The stored edges of a case. Computes and stores them if they are missing."""
    key = {"system": system, "digest": digest, "case": case_digest(case)}
    row = KeptEdges.objects.filter(**key).first()
    if row is None:
        data = msgspec.json.encode(compute_edges(system, sheet, case)).decode()
        row = KeptEdges.objects.get_or_create(**key, defaults={"data": data})[0]
    return _decode_edges(row)


def stored_edges(
    system: str, digest: str, cases: Iterable[Mapping[str, object]]
) -> list[tuple[Edge, ...] | None]:
    """The stored edges of each case, None for those not computed yet. One query."""
    digests = [case_digest(case) for case in cases]
    rows = KeptEdges.objects.filter(system=system, digest=digest, case__in=digests)
    by_case = {row.case: _decode_edges(row) for row in rows}
    return [by_case.get(case) for case in digests]


def _decode_edges(row: KeptEdges) -> tuple[Edge, ...]:
    return msgspec.json.decode(row.data, type=tuple[Edge, ...])


def published_cases(system: str, sheet: object) -> list[dict[str, object]]:
    """The table settings for which the house publishes stored edges, in games that take long to compute."""
    odds = GAMES[system].odds
    if odds.published_cases is not None:
        return odds.published_cases(sheet)
    if odds.published_per_table:
        return _cases_of_tables(system)
    return []


def systems_with_published_cases() -> list[str]:
    return [
        system
        for system, game in GAMES.items()
        if game.odds.published_cases is not None or game.odds.published_per_table
    ]


def _cases_of_tables(system: str) -> list[dict[str, object]]:
    """The distinct cases of the tables for money."""
    tables = Table.objects.filter(system=system, currency="EUR", setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    rows = tables.order_by("id").values_list("setting__data", flat=True)
    cases = (
        case_of(system, msgspec.json.decode(data, type=GAMES[system].engine.setting_type)) for data in rows
    )
    return list({case_digest(case): case for case in cases}.values())

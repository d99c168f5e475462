"""The published odds of a roulette: every chance with its exact house edge on each wheel."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.catalogue.description import ChanceRow, ChanceTable
from games.catalogue.edge_table import OddsLabels
from games.catalogue.labels import label_for
from games.catalogue.roulette.labels import CHANCES, WHEELS
from games.odds.roulette import edges
from games.rules.roulette.layout import LAYOUT_OF, PLACES
from games.rules.roulette.sheet import PRIZES, STAKE_MAX_TIMES, Sheet


def chance_table(sheet: Sheet) -> ChanceTable:
    """[AR-25] [FR-R26]"""
    edges_by_wheel = [edges(sheet, variant) for variant in sheet.variants]
    places = {place.kind: place for place in PLACES[LAYOUT_OF[sheet.variants[0]]].values()}
    chances = tuple(
        ChanceRow(
            label=label_for(CHANCES, kind),
            numbers=len(places[kind].numbers),
            prize=PRIZES[kind],
            times=sheet.max_times.of(kind) or STAKE_MAX_TIMES[kind],
            edges=tuple(by_kind[kind] for by_kind in edges_by_wheel),
        )
        for kind in edges_by_wheel[0]
    )
    wheels = tuple(str(variant) for variant in sheet.variants)
    return ChanceTable(wheels, tuple(label_for(WHEELS, wheel) for wheel in wheels), chances)


def greatest_prize(sheet: Sheet) -> Fraction:
    return max(Fraction(*chance.prize) for chance in chance_table(sheet).chances)


def _bet(bet: str) -> str:
    return label_for(CHANCES, bet)


def _case(case: Mapping[str, Any]) -> str:
    return label_for(WHEELS, case["variant"])


LABELS = OddsLabels(bet=_bet, case=_case)

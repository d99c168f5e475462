"""The published odds of ponto e banca: every bet with its exact edge for each shoe and commission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.baccarat.table_messages import MESSAGES
from games.catalogue.edge_table import EdgeRow, EdgeTable, OddsLabels
from games.odds.baccarat import ODDS, edges
from games.rules.baccarat.sheet import MACAU, PAIRS, PRIZES, BetPlace, Commission, Setting, Sheet

EdgesByDecks = list[dict[BetPlace, Fraction]]


def _commission(commission: str) -> str:
    labels = {
        Commission.NONE: _("without commission"),
        Commission.A: _("commission of 5%"),
        Commission.B: _("commission of 50% at 5 and 6"),
    }
    return labels[Commission(commission)]


def _bet(bet: str) -> str:
    return str(MESSAGES.get(f"kind.{bet}", bet))


def _case(case: Mapping[str, Any]) -> str:
    decks = ngettext("%(count)s deck", "%(count)s decks", case["decks"]) % {"count": case["decks"]}
    variant = _("Macau") if case["variant"] == MACAU else _("Ponto e banca")
    return " · ".join((variant, decks, _commission(case["commission"])))


LABELS = OddsLabels(bet=_bet, case=_case)


def greatest_prize(sheet: Sheet) -> Fraction:
    return Fraction(max(prize for place, prize in PRIZES.items() if sheet.pairs or place not in PAIRS))


def edge_table(sheet: Sheet) -> EdgeTable:
    by_commission = {
        commission: [edges(sheet, _setting(sheet, decks, commission)) for decks in sheet.decks]
        for commission in sheet.commissions
    }
    places = by_commission[sheet.commissions[0]][0]
    return EdgeTable(
        tuple(_("%(count)s decks") % {"count": decks} for decks in sheet.decks),
        tuple(row for place in places for row in _rows(place, by_commission)),
        _("Calculated over every possible deal of a full shoe."),
    )


def _setting(sheet: Sheet, decks: int, commission: Commission) -> Setting:
    return Setting(**{**ODDS.setting, "decks": decks, "commission": commission, "pairs": sheet.pairs})


def _rows(place: BetPlace, by_commission: Mapping[Commission, EdgesByDecks]) -> Iterator[EdgeRow]:
    """One row for each commission, or a single row if the commission makes no difference."""
    prize = _("%(times)s × stake") % {"times": PRIZES[place]}
    figures = {
        commission: tuple(by_place[place] for by_place in by_decks)
        for commission, by_decks in by_commission.items()
    }
    if len(set(figures.values())) == 1:
        yield EdgeRow(_bet(place), prize, next(iter(figures.values())))
        return
    for commission, shares in figures.items():
        yield EdgeRow(f"{_bet(place)}, {_commission(commission)}", prize, shares)

"""What the house publishes of a game, for anybody, for ever: its specific rules in words, the limits of its tables, what it keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.models import RuleSheet, Table
from games.rulebook.specific import SPECIFIC
from games.rulebook.specific.words import Amount, Fact
from games.rules.baccarat_sheet import PRIZES, Commission, Place
from games.selectors import setting_of, sheet_of

ANTE = 100  # cents; the part that the house keeps is the same of every ante


class Limits(Struct, frozen=True):
    """One table with its limits, before anybody sits down.  [BJ-10] [BJ-32] [PB-14] [PB-32] [CS-17] [CS-38]"""

    table: Table
    mode: str
    amounts: tuple[Amount, ...]


class Kept(Struct, frozen=True):
    """One bet: its prize in words, and the part of a stake that the house keeps on average, under each heading."""

    name: str
    prize: str
    edges: tuple[Fraction, ...]


class Edges(Struct, frozen=True):
    """What the house keeps of every bet of a game under its rule sheet."""

    heads: tuple[str, ...]
    bets: tuple[Kept, ...]
    note: str


def facts(sheet: RuleSheet) -> tuple[Fact, ...]:
    """The specific rules in force, field by field.  [BJ-P4] [BJ-16] [PB-P4] [CS-P4]"""
    return SPECIFIC[sheet.system].facts(sheet_of(sheet))


def earlier(system: str) -> list[tuple[RuleSheet, tuple[Fact, ...]]]:
    """Every version that was in force before, the newest first, with what it said: for ever.  [BJ-P4] [PB-P4] [CS-P4]"""
    return [(sheet, facts(sheet)) for sheet in RuleSheet.objects.filter(system=system, status="superseded").order_by("-version")]


def tables(sheet: RuleSheet) -> list[Limits]:
    """The limits of every table of a game that is not closed; one query whatever their number."""
    rules, said = sheet_of(sheet), SPECIFIC[sheet.system]
    found = Table.objects.filter(system=sheet.system, setting__isnull=False).exclude(status=Table.Status.CLOSED)
    return [
        Limits(table, str(setting.mode), said.limits(rules, setting))
        for table in found.select_related("setting").order_by("-currency", "id")
        if table.setting is not None and (setting := setting_of(table.system, table.setting))
    ]


def edges(sheet: RuleSheet) -> Edges | None:
    """What the house keeps, exactly; of games whose figures take long to count the page says nothing here."""
    return EDGES[sheet.system](sheet_of(sheet)) if sheet.system in EDGES else None


def _of_baccarat(sheet: Any) -> Edges:
    from games.odds.baccarat import ODDS, edges  # only this page asks; no other pays for loading all the odds
    from games.rules.baccarat_sheet import Setting

    by_way = {
        way: [edges(sheet, Setting(**{**ODDS.setting, "decks": decks, "commission": way, "pairs": sheet.pairs})) for decks in sheet.decks]
        for way in sheet.commissions
    }
    bets = [kept for place in by_way[sheet.commissions[0]][0] for kept in _of_place(place, by_way)]
    return Edges(
        tuple(_("%(count)s packs") % {"count": decks} for decks in sheet.decks), tuple(bets), _("Counted over every deal of a full shoe.")
    )


def _of_place(place: Place, by_way: Mapping[Commission, list[dict[Place, Fraction]]]) -> Iterator[Kept]:
    """One line where the commission changes nothing, else one for each."""
    names = {
        Place.PUNTO: _("Ponto"),
        Place.BANCO: _("Banca"),
        Place.TIE: _("Tie"),
        Place.PUNTO_PAIR: _("Ponto pair"),
        Place.BANCO_PAIR: _("Banca pair"),
    }
    ways = {Commission.NONE: _("without commission"), Commission.A: _("commission of 5%"), Commission.B: _("commission of 50% at 5 and 6")}
    prize = _("%(times)s × stake") % {"times": PRIZES[place]}
    figures = {way: tuple(edges[place] for edges in by_decks) for way, by_decks in by_way.items()}
    if len(set(figures.values())) == 1:
        yield Kept(names[place], prize, next(iter(figures.values())))
        return
    for way, found in figures.items():
        yield Kept(f"{names[place]}, {ways[way]}", prize, found)


def _of_stud(sheet: Any) -> Edges:
    from games.odds.stud import edge
    from games.rules.stud_sheet import Setting

    kept = edge(sheet, Setting(minimum=ANTE, maximum=ANTE), ANTE)
    note = _("Of the ante, for whoever always decides as well as the cards allow, counted over every deal.")
    prize = _("1 × ante, and of the second bet what its combination pays")
    return Edges((_("House edge"),), (Kept(_("Ante"), prize, (kept,)),), note)


EDGES: Mapping[str, Callable[[Any], Edges]] = {"baccarat": _of_baccarat, "caribbean-stud": _of_stud, "macau-stud": _of_stud}

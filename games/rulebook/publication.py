"""What the house publishes of a game, for anybody, for ever: its specific rules in words, the limits of its tables, what it keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.rule_facts import Amount, Fact
from games.models import RuleSheet, Table
from games.rulebook.consequences import bet_said, case_said, figure_of, share_said
from games.rulebook.house_edges import edges_kept, published_cases
from games.rulebook.selectors import chance_table, setting_of, sheet_of
from games.rules.baccarat.sheet import PRIZES, Commission, Place
from games.rules.blackjack.settlement import INSURANCE_PRIZE
from games.tables.selectors import meters
from players.shared.money import format_money

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
    pending: bool = False  # not counted yet


class Changed(Struct, frozen=True):
    """One rule that a version changed."""

    name: str
    before: str
    after: str
    rules: tuple[str, ...]


class Version(Struct, frozen=True):
    """One version of a game's specific rules: from when until when, what it said, and what it changed; nothing where it was the first."""

    sheet: RuleSheet
    until: datetime | None
    facts: tuple[Fact, ...]
    changed: tuple[Changed, ...] | None

    @property
    def is_first(self) -> bool:
        return self.changed is None


def facts(sheet: RuleSheet) -> tuple[Fact, ...]:
    """The specific rules in force, field by field.  [BJ-P4] [BJ-16] [PB-P4] [CS-P4]"""
    return GAMES[sheet.system].sheet.facts(sheet_of(sheet))


def versions(system: str) -> list[Version]:
    """Every version there ever was, the newest first, with its dates, what it said and what it changed: for ever; one query.

    [BJ-P4] [PB-P4] [CS-P4]
    """
    sheets = list(
        RuleSheet.objects.filter(system=system).exclude(status=RuleSheet.Status.DRAFT).order_by("version")
    )
    found, spoken = [], [facts(sheet) for sheet in sheets]
    for number, sheet in enumerate(sheets):
        until = sheets[number + 1].since if number + 1 < len(sheets) else None
        before = spoken[number - 1] if number else None
        found.append(
            Version(
                sheet, until, spoken[number], changed(before, spoken[number]) if before is not None else None
            )
        )
    return found[::-1]


def changed(before: tuple[Fact, ...], after: tuple[Fact, ...]) -> tuple[Changed, ...]:
    """The rules that say something else than before, in words."""
    old, new = ({(fact.field, fact.name): fact for fact in some} for some in (before, after))
    lines = [(old.get(key), new.get(key)) for key in {**old, **new}]
    return tuple(
        Changed(known.name, was.value if was else "–", will.value if will else "–", known.rules)
        for was, will in lines
        if (known := will or was) is not None and (was is None or will is None or was.value != will.value)
    )


def tables(sheet: RuleSheet) -> list[Limits]:
    """The limits of every table of a game that is not closed; one query whatever their number."""
    rules, specific = sheet_of(sheet), GAMES[sheet.system].sheet
    found = Table.objects.filter(system=sheet.system, setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    return [
        Limits(table, str(setting.mode), specific.limits(rules, setting))
        for table in found.select_related("setting").order_by("-currency", "id")
        if table.setting is not None and (setting := setting_of(table.system, table.setting))
    ]


def edges(sheet: RuleSheet) -> Edges | None:
    """What the house keeps, exactly; of games whose figures take long to count, as they were counted once beside the house's work."""
    if sheet.system in EDGES:
        return EDGES[sheet.system](sheet_of(sheet))
    return _of_kept(sheet)


def exact(sheet: RuleSheet) -> list[dict[str, str]]:
    """The same figures as data: each bet, what the figure is said for, and the fraction."""
    found = edges(sheet)
    if found is not None:
        return [
            {"bet": bet.name, "about": head, "share": str(share), "note": found.note}
            for bet in found.bets
            for head, share in zip(found.heads, bet.edges, strict=True)
        ]
    table = chance_table(sheet)
    if table is None:
        return []
    return [
        {"bet": chance.label, "about": variant, "share": str(share), "note": ""}
        for chance in table.chances
        for variant, share in zip(table.variant_labels, chance.edges, strict=True)
    ]


def _of_kept(sheet: RuleSheet) -> Edges | None:
    """[BJ-P4] [HE-P4]"""
    rules = sheet_of(sheet)
    cases = published_cases(sheet.system, rules)
    if not cases:
        return None
    kept = edges_kept(sheet.system, sheet.digest, cases)
    if any(each is None for each in kept):
        return Edges((), (), "", pending=True)
    heads, found = (
        tuple(case_said(sheet.system, case) for case in cases),
        [each for each in kept if each is not None],
    )
    first = found[0][0]
    worst = max(Fraction(edge.error or 0) for each in found for edge in each)
    said = (
        _("Method: %(method)s. Standard error of at most %(error)s.")
        if first.hands
        else _("Method: %(method)s. Exact to ±%(error)s.")
    )
    note = said % {"method": figure_of(first).method, "error": share_said(worst, 3)}
    bets = [
        Kept(
            bet_said(sheet.system, edge.bet),
            _prize_of(edge.bet),
            tuple(other[place].fraction for other in found),
        )
        for place, edge in enumerate(found[0])
    ]
    return Edges(heads, tuple(bets), note)


def _prize_of(bet: str) -> str:
    match bet:
        case "bet":
            return _("1 × stake, a blackjack 3/2")
        case "insurance":
            return _("%(times)s × stake") % {"times": INSURANCE_PRIZE}
    return "–"


def _of_baccarat(sheet: Any) -> Edges:
    from games.odds.baccarat import ODDS, edges  # only this page asks; no other pays for loading all the odds
    from games.rules.baccarat.sheet import Setting

    by_way = {
        way: [
            edges(sheet, Setting(**{**ODDS.setting, "decks": decks, "commission": way, "pairs": sheet.pairs}))
            for decks in sheet.decks
        ]
        for way in sheet.commissions
    }
    bets = [kept for place in by_way[sheet.commissions[0]][0] for kept in _of_place(place, by_way)]
    return Edges(
        tuple(_("%(count)s packs") % {"count": decks} for decks in sheet.decks),
        tuple(bets),
        _("Counted over every deal of a full shoe."),
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
    ways = {
        Commission.NONE: _("without commission"),
        Commission.A: _("commission of 5%"),
        Commission.B: _("commission of 50% at 5 and 6"),
    }
    prize = _("%(times)s × stake") % {"times": PRIZES[place]}
    figures = {way: tuple(edges[place] for edges in by_decks) for way, by_decks in by_way.items()}
    if len(set(figures.values())) == 1:
        yield Kept(names[place], prize, next(iter(figures.values())))
        return
    for way, found in figures.items():
        yield Kept(f"{names[place]}, {ways[way]}", prize, found)


def _of_stud(sheet: Any) -> Edges:
    from games.odds.stud import edge
    from games.rules.stud.sheet import Setting

    kept = edge(sheet, Setting(minimum=ANTE, maximum=ANTE), ANTE)
    note = _("Of the ante, for whoever always decides as well as the cards allow, counted over every deal.")
    prize = _("1 × ante, and of the second bet what its combination pays")
    return Edges((_("House edge"),), (Kept(_("Ante"), prize, (kept,)), *_jackpot_bets(sheet.system)), note)


def _jackpot_bets(system: str) -> Iterator[Kept]:
    """The jackpot bet of each table for money, by what its pot holds now.  [MS-10.1] [MS-10.2]"""
    from games.odds.stud import jackpot_edge

    tables = Table.objects.filter(system=system, currency="EUR", setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    found = list(tables.select_related("setting").order_by("id"))
    pots = meters(found)
    for table in found:
        terms = setting_of(system, table.setting).jackpot if table.setting else None
        if terms is not None:
            pot = pots.get(table.pk) or terms.minimum
            name = _("Jackpot bet at %(table)s, of %(stake)s") % {
                "table": table.name,
                "stake": format_money(terms.bet, table.currency),
            }
            prize = _("by the pot, now %(pot)s") % {"pot": format_money(pot, table.currency)}
            yield Kept(name, prize, (jackpot_edge(terms, pot),))


EDGES: Mapping[str, Callable[[Any], Edges]] = {
    "baccarat": _of_baccarat,
    "caribbean-stud": _of_stud,
    "macau-stud": _of_stud,
}

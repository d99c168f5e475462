"""What the house publishes of a game, for anybody, for ever: its specific rules in words, the limits of its tables, what it keeps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.catalogue.edge_table import EdgeRow, EdgeTable
from games.catalogue.rule_facts import Amount, Fact
from games.models import RuleSheet, Table
from games.rulebook.consequences import figure_of, share_said
from games.rulebook.house_edges import edges_kept, published_cases
from games.rulebook.selectors import chance_table, setting_of, sheet_of
from games.tables.selectors import meters
from players.shared.money import format_money


class Limits(Struct, frozen=True):
    """One table with its limits, before anybody sits down.  [BJ-10] [BJ-32] [PB-14] [PB-32] [CS-17] [CS-38]"""

    table: Table
    mode: str
    amounts: tuple[Amount, ...]


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


def edges(sheet: RuleSheet) -> EdgeTable | None:
    """What the house keeps of every bet. Figures that take long to compute come from the store that a worker fills."""
    edge_table = GAMES[sheet.system].edge_table
    if edge_table is None:
        return _stored_edges(sheet)
    table = edge_table(sheet_of(sheet))
    return structs.replace(table, bets=(*table.bets, *_jackpot_bets(sheet.system)))


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


def _stored_edges(sheet: RuleSheet) -> EdgeTable | None:
    """[BJ-P4] [HE-P4]"""
    labels, cases = GAMES[sheet.system].odds_labels, published_cases(sheet.system, sheet_of(sheet))
    if not cases:
        return None
    by_case = [case for case in edges_kept(sheet.system, sheet.digest, cases) if case is not None]
    if len(by_case) < len(cases):
        return EdgeTable((), (), "", pending=True)
    first = by_case[0][0]
    worst = max(Fraction(edge.error or 0) for case in by_case for edge in case)
    sentence = (
        _("Method: %(method)s. Standard error of at most %(error)s.")
        if first.hands
        else _("Method: %(method)s. Exact to ±%(error)s.")
    )
    note = sentence % {"method": figure_of(first).method, "error": share_said(worst, 3)}
    bets = tuple(
        EdgeRow(labels.bet(edge.bet), labels.prize(edge.bet), tuple(case[row].fraction for case in by_case))
        for row, edge in enumerate(by_case[0])
    )
    return EdgeTable(tuple(map(labels.case, cases)), bets, note)


def _jackpot_bets(system: str) -> Iterator[EdgeRow]:
    """The jackpot bet of each table for money, by what its pot holds now.  [MS-10.1] [MS-10.2]"""
    decided = GAMES[system].odds.decided
    if decided is None or decided.jackpot_chances is None:
        return
    open_tables = Table.objects.filter(system=system, currency="EUR", setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    tables = list(open_tables.select_related("setting").order_by("id"))
    pots = meters(tables)
    for table in tables:
        terms = setting_of(system, table.setting).jackpot if table.setting else None
        if terms is None:
            continue
        pot = pots.get(table.pk) or terms.minimum
        chances = decided.jackpot_chances(terms, pot + terms.contribution)
        stake = format_money(terms.bet, table.currency)
        yield EdgeRow(
            _("Jackpot bet at %(table)s, of %(stake)s") % {"table": table.name, "stake": stake},
            _("by the pot, now %(pot)s") % {"pot": format_money(pot, table.currency)},
            (1 - sum((chance * back for chance, back in chances), Fraction(0)),),
        )

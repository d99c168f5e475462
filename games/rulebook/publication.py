"""What the house publishes permanently about a game: its specific rules, table limits and house edges."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.catalogue.edge_table import EdgeRow, EdgeTable
from games.catalogue.options import Fact
from games.catalogue.table_limits import Amount, Pace, paces
from games.models import RuleSheet, Table
from games.rulebook.consequences import figure_of, format_share
from games.rulebook.house_edges import published_cases, stored_edges
from games.tables.selectors import jackpot_balances
from games.tables.sheet_selectors import chance_table, setting_of, sheet_of
from players.shared.money import format_money


class TableLimits(Struct, frozen=True):
    """The limits of one table, shown before a player sits down.

    [BJ-10] [BJ-32] [PB-14] [PB-32] [CS-17] [CS-38]
    """

    table: Table
    mode: str
    amounts: tuple[Amount, ...]
    paces: tuple[Pace, ...]


class ChangedRule(Struct, frozen=True):
    """One rule that a version changed."""

    name: str
    before: str
    after: str
    rules: tuple[str, ...]


class Version(Struct, frozen=True):
    """One version of a game's specific rules: its dates, content and changes.

    The first has no changes (None).
    """

    sheet: RuleSheet
    until: datetime | None
    facts: tuple[Fact, ...]
    changed: tuple[ChangedRule, ...] | None

    @property
    def is_first(self) -> bool:
        return self.changed is None


def facts(sheet: RuleSheet) -> tuple[Fact, ...]:
    """The specific rules in force, field by field.  [BJ-P4] [BJ-16] [PB-P4] [CS-P4]"""
    return GAMES[sheet.system].sheet.facts(sheet_of(sheet))


def greatest_prize(sheet: RuleSheet) -> str:
    """The most that one unit of stake wins, in units; empty where players win from each other.

    [903-B 6.1.6.9]
    """
    prize = GAMES[sheet.system].greatest_prize(sheet_of(sheet))
    return "" if prize is None else str(prize)


def versions(system: str) -> list[Version]:
    """Every version since the first, the newest first. They are published permanently. One query.

    [BJ-P4] [PB-P4] [CS-P4]
    """
    sheets = list(
        RuleSheet.objects.filter(system=system).exclude(status=RuleSheet.Status.DRAFT).order_by("version")
    )
    result, contents = [], [facts(sheet) for sheet in sheets]
    for number, sheet in enumerate(sheets):
        until = sheets[number + 1].since if number + 1 < len(sheets) else None
        changes = compare_facts(contents[number - 1], contents[number]) if number else None
        result.append(Version(sheet, until, contents[number], changes))
    return result[::-1]


def compare_facts(before: tuple[Fact, ...], after: tuple[Fact, ...]) -> tuple[ChangedRule, ...]:
    """The rules whose text differs."""
    old = {(fact.field, fact.name): fact for fact in before}
    new = {(fact.field, fact.name): fact for fact in after}
    changed = []
    for key, known in {**old, **new}.items():
        old_value = old[key].value if key in old else "–"
        new_value = new[key].value if key in new else "–"
        if key not in old or key not in new or old_value != new_value:
            changed.append(ChangedRule(known.name, old_value, new_value, known.rules))
    return tuple(changed)


def tables(sheet: RuleSheet) -> list[TableLimits]:
    """The limits of every table of a game that is not closed. Always one query."""
    rules, specific = sheet_of(sheet), GAMES[sheet.system].sheet
    has_bets = not GAMES[sheet.system].engine.between_players  # all at one time, before the cards
    open_tables = Table.objects.filter(system=sheet.system, setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    return [
        TableLimits(
            table, str(setting.mode), specific.limits(rules, setting), paces(setting, has_bets=has_bets)
        )
        for table in open_tables.select_related("setting").order_by("-currency", "id")
        if table.setting is not None and (setting := setting_of(table.system, table.setting))
    ]


def edges(sheet: RuleSheet) -> EdgeTable | None:
    """The house edge of every bet. A worker computes and stores the figures that take long."""
    game = GAMES[sheet.system]
    if game.edge_table is None:
        table = _stored_edges(sheet)
    else:
        table = game.edge_table(sheet_of(sheet))
        table = structs.replace(table, bets=(*table.bets, *_jackpot_bets(sheet.system)))
    return table and structs.replace(table, prizes=str(game.odds_labels.prizes))


def exact(sheet: RuleSheet) -> list[dict[str, str]]:
    """The same figures as data: the bet, the case of the figure, and the fraction."""
    edge_table = edges(sheet)
    if edge_table is not None:
        return [
            {"bet": bet.name, "about": head, "share": str(share), "note": edge_table.note}
            for bet in edge_table.bets
            for head, share in zip(edge_table.heads, bet.edges, strict=True)
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
    game = GAMES[sheet.system]
    labels, cases = game.odds_labels, published_cases(sheet.system, sheet_of(sheet))
    if not cases:
        # Where the figures depend on the tables, the page says that there is none.
        return EdgeTable((), (), "") if game.odds.published_per_table else None
    stored = stored_edges(sheet.system, sheet.digest, cases)
    by_case = [case_edges for case_edges in stored if case_edges is not None]
    if len(by_case) < len(cases):
        return EdgeTable((), (), "", pending=True)
    first = by_case[0][0]
    worst = max(Fraction(edge.error or 0) for case_edges in by_case for edge in case_edges)
    sentence = (
        _("Method: %(method)s. Standard error of at most %(error)s.")
        if first.hands
        else _("Method: %(method)s. Exact to ±%(error)s.")
    )
    note = sentence % {"method": figure_of(first).method, "error": format_share(worst, 3)}
    bets = []
    for edges_of_bet in zip(*by_case, strict=False):
        bet = edges_of_bet[0].bet
        fractions = tuple(edge.fraction for edge in edges_of_bet)
        bets.append(EdgeRow(labels.bet(bet), labels.prize(bet), fractions))
    return EdgeTable(tuple(map(labels.case, cases)), tuple(bets), note)


def _jackpot_bets(system: str) -> Iterator[EdgeRow]:
    """The jackpot bet of each table for money, at the present size of its pot.  [MS-10.1] [MS-10.2]"""
    decided = GAMES[system].odds.decided
    if decided is None or decided.jackpot_chances is None:
        return
    open_tables = Table.objects.filter(system=system, currency="EUR", setting__isnull=False).exclude(
        status=Table.Status.CLOSED
    )
    tables = list(open_tables.select_related("setting").order_by("id"))
    pots = jackpot_balances(tables)
    for table in tables:
        terms = setting_of(system, table.setting).jackpot if table.setting else None
        if terms is None:
            continue
        pot = pots.get(table.pk) or terms.minimum
        chances = decided.jackpot_chances(terms, pot + terms.contribution)
        stake = format_money(terms.bet, table.currency)
        yield EdgeRow(
            _("Jackpot bet at %(table)s, of %(stake)s") % {"table": table.name, "stake": stake},
            _("depends on the jackpot, now %(pot)s") % {"pot": format_money(pot, table.currency)},
            (1 - sum((chance * amount for chance, amount in chances), Fraction(0)),),
        )

"""The impact of a change in words: every bet before and after, what a round can cost, and what the last rounds would have paid."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from games.catalogue import GAMES
from games.catalogue.round_sums import RoundSums
from games.rulebook import impact
from games.rulebook.house_edges import Edge
from games.rulebook.models import Impact, RuleChange
from players.shared.money import SPACE, format_money

BREAK = "\N{ZERO WIDTH SPACE}"  # where a long fraction may go on in the next line
PLACES = 8  # decimals of a per cent
DOING: dict[str, Promise] = {
    "": gettext_lazy("waits for its turn"),
    "liability": gettext_lazy("the greatest cost of a round"),
    "rounds": gettext_lazy("the last rounds, played again"),
    "before": gettext_lazy("every bet under the rules in force"),
    "after": gettext_lazy("every bet under the rules proposed"),
}
METHODS: dict[str, Promise] = {
    "exact enumeration": gettext_lazy("counted over every case"),
    "combinatorial analysis": gettext_lazy("combinatorial analysis of the best decisions"),
    "simulation through the engine": gettext_lazy("simulated through the engine of the tables"),
}
APART: dict[str, Promise] = {
    "table": gettext_lazy("their table would have to be set anew"),
    "cards": gettext_lazy("other cards would have come, from another shoe or another way to deal"),
    "bets": gettext_lazy("a bet in them would not have been accepted"),
    "decisions": gettext_lazy("players would have had other decisions"),
    "sealed": gettext_lazy("their seed is not opened yet: the shoe is still dealt from"),
}


class Figure(Struct, frozen=True):
    """One edge in words: eight decimals, and the fraction or the error."""

    share: str
    exactly: str
    method: str


class Bet(Struct, frozen=True):
    name: str
    before: Figure | None
    after: Figure | None
    changed: bool
    difference: str


class Group(Struct, frozen=True):
    tables: tuple[str, ...]
    about: str
    will: str
    waits: bool
    bets: tuple[Bet, ...]

    @property
    def changed(self) -> int:
        return sum(bet.changed for bet in self.bets)

    @property
    def methods(self) -> list[str]:
        """How the figures came about, each way once."""
        return list(
            dict.fromkeys(figure.method for bet in self.bets for figure in (bet.before, bet.after) if figure)
        )


class Line(Struct, frozen=True):
    label: str
    before: str
    after: str
    difference: str
    changed: bool


def told(change: RuleChange) -> dict[str, Any]:
    """The context of the consequences; what is not counted yet says so."""
    found = impact.impact_of(change)
    figures = impact.read(found)
    tables = impact.tables_of(change.system) if change.is_open else []
    groups = [_group(change.system, case) for case in figures.cases] if figures else []
    return {
        "change": change,
        "impact": found,
        "countable": impact.countable(change),
        "doing": DOING.get(found.doing, "") if found is not None else "",
        "groups_of_bets": sorted(groups, key=lambda group: not group.changed),
        "liabilities": [_liability(change.system, each) for each in figures.liabilities] if figures else [],
        "replayed": figures.rounds if figures else None,
        "recounted": GAMES[change.system].recount is not None,
        "sums": _sums(change.system, figures.rounds.before, figures.rounds.after) if figures else [],
        "apart": [(number, APART[reason]) for reason, number in figures.rounds.apart.items()]
        if figures
        else [],
        "open_tables": len(tables),
        "seated": sum(table.seated for table in tables),
    }


def is_running(found: Impact | None) -> bool:
    return found is not None and found.state in (Impact.State.WAITING, Impact.State.COUNTING)


def bet_label(system: str, bet: str) -> str:
    return GAMES[system].odds_labels.bet(bet)


def case_label(system: str, case: dict[str, Any] | None) -> str:
    """The part of a table's setting that the figures depend on."""
    return GAMES[system].odds_labels.case(case) if case else ""


def share_said(share: Fraction, places: int = PLACES, *, signed: bool = False) -> str:
    """A share as a per cent with every decimal right: «1,05790578 %»."""
    with localcontext() as context:
        context.prec = 60
        figure = (Decimal(share.numerator * 100) / Decimal(share.denominator)).quantize(
            Decimal(1).scaleb(-places)
        )
    sign = "−" if figure < 0 else "+" if signed and figure > 0 else ""
    return f"{sign}{number_format(abs(figure), places)}{SPACE}%"


def figure_of(edge: Edge) -> Figure:
    method = str(METHODS.get(edge.method, edge.method))
    if not edge.error:
        return Figure(share_said(edge.fraction), edge.share.replace("/", f"/{BREAK}"), method)
    hands = (
        " · " + ngettext("%(count)s hand", "%(count)s hands", edge.hands) % {"count": edge.hands}
        if edge.hands
        else ""
    )
    return Figure(share_said(edge.fraction), f"± {share_said(Fraction(edge.error))}", method + hands)


def _group(system: str, case: impact.Case) -> Group:
    after = {edge.bet: edge for edge in case.after or ()}
    before = {edge.bet: edge for edge in case.before}
    about, will = case_label(system, case.about), case_label(system, case.will)
    bets = tuple(_bet(system, bet, before.get(bet), after.get(bet)) for bet in {**before, **after})
    return Group(case.tables, about, will if will != about else "", case.after is None, bets)


def _bet(system: str, bet: str, before: Edge | None, after: Edge | None) -> Bet:
    changed = before is None or after is None or before.share != after.share
    difference = (
        share_said(after.fraction - before.fraction, signed=True) if before and after and changed else ""
    )
    return Bet(
        bet_label(system, bet),
        figure_of(before) if before else None,
        figure_of(after) if after else None,
        changed,
        difference,
    )


def _liability(system: str, each: impact.Liability) -> Line:
    words = [_cost(system, cents, each.currency) for cents in (each.before, each.after)]
    if each.waits:
        words[1] = "–"
    both = each.before is not None and each.after is not None
    difference = (
        format_money(each.after - each.before, each.currency, signed=True)
        if both and each.before != each.after
        else ""
    )  # type: ignore[operator]
    return Line(each.table, words[0], words[1], difference, words[0] != words[1])


def _cost(system: str, cents: int | None, currency: str) -> str:
    if GAMES[system].engine.between_players:
        return _("none: players bet against each other")
    return _("no bound") if cents is None else format_money(cents, currency)


def _sums(system: str, before: RoundSums, after: RoundSums) -> list[Line]:
    labels = {
        "paid": _("Paid to players from the pots")
        if GAMES[system].engine.between_players
        else _("Prizes paid"),
        "commission": _("Commission"),
        "kept": _("What the house keeps"),
        "held": _("Stakes held for the next round"),
    }
    lines = []
    for name, label in labels.items():
        was, will = getattr(before, name), getattr(after, name)
        if was or will or name in ("paid", "kept"):
            difference = format_money(will - was, "EUR", signed=True)
            lines.append(
                Line(label, format_money(was, "EUR"), format_money(will, "EUR"), difference, was != will)
            )
    return lines

"""The impact of a change as text: bets before and after, the cost of a round, and replayed rounds."""

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
from games.rulebook.models import RuleChange
from players.shared.money import format_money
from players.shared.number_formats import SPACE

BREAK = "\N{ZERO WIDTH SPACE}"  # allows a line break in a long fraction
PLACES = 8  # decimals of a per cent
POINT_PLACES = 2  # of a difference in percentage points
DOING: dict[str, Promise] = {
    "": gettext_lazy("waiting for its turn"),
    "liability": gettext_lazy("the highest cost of a round"),
    "rounds": gettext_lazy("the last rounds replayed"),
    "before": gettext_lazy("every bet under the rules in force"),
    "after": gettext_lazy("every bet under the proposed rules"),
}
METHODS: dict[str, Promise] = {
    "exact enumeration": gettext_lazy("calculated over every case"),
    "combinatorial analysis": gettext_lazy("combinatorial analysis of the best decisions"),
    "simulation through the engine": gettext_lazy("simulated through the engine of the tables"),
}
SKIP_REASONS: dict[str, Promise] = {
    "table": gettext_lazy("their table would need a new setting"),
    "cards": gettext_lazy(
        "other cards would have been dealt, because the shoe or the way of dealing differs"
    ),
    "bets": gettext_lazy("a bet in it would not have been accepted"),
    "decisions": gettext_lazy("players would have had other decisions"),
}


class EdgeFigure(Struct, frozen=True):
    """One edge as text: eight decimals, and the fraction or the error."""

    share: str
    exactly: str
    method: str


class BetComparison(Struct, frozen=True):
    name: str
    before: EdgeFigure | None
    after: EdgeFigure | None
    changed: bool
    difference: str


class TableGroup(Struct, frozen=True):
    tables: tuple[str, ...]
    setting_before: str
    setting_after: str
    needs_setting: bool
    bets: tuple[BetComparison, ...]

    @property
    def changed(self) -> int:
        return sum(bet.changed for bet in self.bets)

    @property
    def methods(self) -> list[str]:
        """The distinct methods that computed the figures."""
        return list(
            dict.fromkeys(figure.method for bet in self.bets for figure in (bet.before, bet.after) if figure)
        )


class AmountComparison(Struct, frozen=True):
    label: str
    before: str
    after: str
    difference: str
    changed: bool


def impact_context(change: RuleChange) -> dict[str, Any]:
    """The template context of the consequences. Without computed figures, their parts are missing."""
    row = impact.impact_of(change)
    figures = impact.read_figures(row)
    tables = impact.tables_of(change.system) if change.is_open else []
    return {
        "change": change,
        "impact": row,
        "is_computable": impact.is_computable(change),
        "doing": DOING.get(row.doing, "") if row is not None else "",
        "recounted": GAMES[change.system].recount is not None,
        "open_tables": len(tables),
        "seated": sum(table.people for table in tables),
        **(_figures_context(change.system, figures) if figures else {}),
    }


def _figures_context(system: str, figures: impact.Figures) -> dict[str, object]:
    groups = [_group(system, case) for case in figures.cases]
    return {
        "bet_groups": sorted(groups, key=lambda group: not group.changed),
        "liabilities": [_liability(system, liability) for liability in figures.liabilities],
        "replay": figures.rounds,
        "sums": _sums(system, figures.rounds.before, figures.rounds.after),
        "skipped": [(number, SKIP_REASONS[reason]) for reason, number in figures.rounds.skipped.items()],
    }


def bet_label(system: str, bet: str) -> str:
    return GAMES[system].odds_labels.bet(bet)


def case_label(system: str, case: dict[str, object] | None) -> str:
    """The part of a table's setting that the figures depend on."""
    return GAMES[system].odds_labels.case(case) if case else ""


def format_share(share: Fraction, places: int = PLACES) -> str:
    """A share as a percentage, exactly rounded: «1,05790578 %»."""
    figure = _percent(share, places)
    return f"{'−' if figure < 0 else ''}{number_format(abs(figure), places)}{SPACE}%"


def format_points(difference: Fraction) -> str:
    """A difference of shares in percentage points: «+2,57 p.p.», with more decimals if two show nothing."""
    places = next((places for places in range(POINT_PLACES, PLACES) if _percent(difference, places)), PLACES)
    figure = _percent(difference, places)
    sign = "−" if figure < 0 else "+" if figure else ""
    return _("%(figure)s pp") % {"figure": f"{sign}{number_format(abs(figure), places)}"}


def _percent(share: Fraction, places: int) -> Decimal:
    with localcontext() as context:
        context.prec = 60
        return (Decimal(share.numerator * 100) / Decimal(share.denominator)).quantize(
            Decimal(1).scaleb(-places)
        )


def figure_of(edge: Edge) -> EdgeFigure:
    method = str(METHODS.get(edge.method, edge.method))
    if not edge.error:
        return EdgeFigure(format_share(edge.fraction), edge.share.replace("/", f"/{BREAK}"), method)
    hands = (
        " · " + ngettext("%(count)s hand", "%(count)s hands", edge.hands) % {"count": edge.hands}
        if edge.hands
        else ""
    )
    return EdgeFigure(format_share(edge.fraction), f"± {format_share(Fraction(edge.error))}", method + hands)


def _group(system: str, case: impact.ImpactCase) -> TableGroup:
    after = {edge.bet: edge for edge in case.after or ()}
    before = {edge.bet: edge for edge in case.before}
    setting_before = case_label(system, case.setting_before)
    setting_after = case_label(system, case.setting_after)
    known = case.after is not None
    bets = tuple(_bet(system, bet, before.get(bet), after.get(bet), known) for bet in {**before, **after})
    changed_setting = setting_after if setting_after != setting_before else ""
    return TableGroup(case.tables, setting_before, changed_setting, case.after is None, bets)


def _bet(system: str, bet: str, before: Edge | None, after: Edge | None, known: bool) -> BetComparison:
    """`known`: whether there is a proposal to compare with; a table without a setting has none."""
    changed = before is None or after is None or before.share != after.share
    if not known:
        difference = "–"
    elif before and after:
        difference = format_points(after.fraction - before.fraction) if changed else ""
    else:
        difference = _("removed") if before else _("new")
    return BetComparison(
        bet_label(system, bet),
        figure_of(before) if before else None,
        figure_of(after) if after else None,
        changed,
        difference,
    )


def _liability(system: str, liability: impact.Liability) -> AmountComparison:
    currency, before, after = liability.currency, liability.before, liability.after
    old = _cost(system, before, currency)
    new = "–" if liability.needs_setting else _cost(system, after, currency)
    difference = ""
    if before is not None and after is not None and before != after:
        difference = format_money(after - before, currency, signed=True)
    return AmountComparison(liability.table, old, new, difference, old != new)


def _cost(system: str, cents: int | None, currency: str) -> str:
    if GAMES[system].engine.between_players:
        return _("none: players bet against each other")
    return _("no bound") if cents is None else format_money(cents, currency)


def _sums(system: str, before: RoundSums, after: RoundSums) -> list[AmountComparison]:
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
        old, new = getattr(before, name), getattr(after, name)
        if old or new or name in ("paid", "kept"):
            difference = format_money(new - old, "EUR", signed=True)
            amounts = format_money(old, "EUR"), format_money(new, "EUR")
            lines.append(AmountComparison(label, *amounts, difference, old != new))
    return lines

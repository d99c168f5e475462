"""Why a round was paid as it was: the hands, what became of each bet, and the totals, each beside its rule.

Every game supplies the sentences for the codes of its engine. A code without a sentence is shown as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.catalogue.cards import POKER_HANDS, card_symbols
from games.catalogue.description import Values
from games.catalogue.labels import CAUSES, label_for
from games.models import Round
from players.shared.money import format_money

MONEY = frozenset(
    {"stake", "prize", "back", "lost", "held", "staked", "carried", "commission", "gross", "amount"}
)


def explain_line(system: str, line: Mapping[str, Any], currency: str) -> dict[str, str]:
    """One line of an explanation as a sentence, beside the rule it obeys."""
    code, values = line["code"], line["said"]
    shown = _shown(values, currency)
    sentence = _common_sentence(code, values, shown) or GAMES[system].rounds.explain(code, values, shown)
    return {"said": sentence or str(code), "rule": line["rule"]}


def _shown(values: Values, currency: str) -> Values:
    """The values of a line as people write them."""
    shown: dict[str, Any] = {
        name: format_money(value, currency) if name in MONEY else value for name, value in values.items()
    }
    if "net" in values:
        shown["net"] = format_money(values["net"], currency, signed="staked" in values)
    if "cards" in values:
        shown["cards"] = card_symbols(values["cards"])
    if "kind" in values:
        shown["kind"] = label_for(POKER_HANDS, values["kind"])
    return shown


def _common_sentence(code: str, values: Values, shown: Values) -> str:
    """The sentences that all games share."""
    match code:
        case "void":
            back = _(" Stakes given back: %(back)s.") % shown if "back" in values else ""
            return _("Round void: %(cause)s.") % {"cause": label_for(CAUSES, values["cause"])} + back
        case "returned" if set(values) == {"back"}:
            return _("Stakes given back: %(back)s.") % shown
        case "total" if values.get("commission"):
            return (
                _(
                    "In all: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, commission %(commission)s, net %(net)s."
                )
                % shown
            )
        case "total":
            return (
                _("In all: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, net %(net)s.") % shown
            )
    return ""


def result_label(round: Round) -> str:
    """The result of a finished round. The status decides whether it is void: a round may end without an outcome to show."""
    if round.status == Round.Status.VOID:
        return _("void")
    if round.outcome:
        return GAMES[round.table.system].rounds.outcome_label(round.outcome)
    return _("No cards were dealt") if round.status == Round.Status.ENDED else "–"

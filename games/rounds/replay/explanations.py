"""Why a round was paid as it was: the hands, what became of each bet, and the totals, each with its rule.

Every game supplies the sentences for the codes of its engine. A code without a sentence is shown as a code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue import GAMES
from games.catalogue.cards import card_symbols
from games.catalogue.description import Values
from games.catalogue.labels import CAUSES, label_for
from games.models import Round
from players.shared.money import format_money

MONEY = frozenset(
    {"stake", "prize", "back", "lost", "held", "staked", "carried", "commission", "gross", "amount"}
)


def explain_line(system: str, line: Mapping[str, Any], currency: str) -> dict[str, str]:
    """One line of an explanation as a sentence, and its rule."""
    code, values = line["code"], line["details"]
    shown = _format_values(system, values, currency)
    sentence = _common_sentence(code, values, shown) or GAMES[system].rounds.explain(code, values, shown)
    return {"text": sentence or str(code), "rule": line["rule"]}


def _format_values(system: str, values: Values, currency: str) -> Values:
    """The values of a line as text for people."""
    shown: dict[str, Any] = {
        name: format_money(value, currency) if name in MONEY else value for name, value in values.items()
    }
    if "net" in values:
        shown["net"] = format_money(values["net"], currency, signed="staked" in values)
    if "cards" in values:
        shown["cards"] = card_symbols(values["cards"])
    if "kind" in values:
        shown["kind"] = label_for(GAMES[system].rounds.hands, values["kind"])
    return shown


def _common_sentence(code: str, values: Values, shown: Values) -> str:
    """The sentence for a code that all games share; empty for any other."""
    match code:
        case "void":
            back = _(" Stakes returned: %(back)s.") % shown if "back" in values else ""
            return _("Round void: %(cause)s.") % {"cause": label_for(CAUSES, values["cause"])} + back
        case "returned" if set(values) == {"back"}:
            return _("Stakes returned: %(back)s.") % shown
        case "total" if values.get("commission"):
            return (
                _(
                    "Total: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, commission "
                    "%(commission)s, net %(net)s."
                )
                % shown
            )
        case "total":
            return _("Total: staked %(staked)s, stakes back %(back)s, prizes %(prize)s, net %(net)s.") % shown
    return ""


def result_label(game_round: Round) -> str:
    """The result of a finished round.

    Only the status says whether it is void: a valid round may have no outcome.
    """
    if game_round.status == Round.Status.VOID:
        return _("void")
    if game_round.outcome:
        return GAMES[game_round.table.system].rounds.outcome_label(game_round.outcome)
    return _("No cards were dealt") if game_round.status == Round.Status.ENDED else "–"

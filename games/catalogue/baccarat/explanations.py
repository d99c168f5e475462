"""How ponto e banca explains a finished round, and what its results and events are called."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.catalogue.cards import card_symbols
from games.catalogue.description import LastResult, Values
from games.catalogue.labels import label_for
from games.catalogue.text import Text

PLACES: dict[str, Text] = {
    "punto": gettext_lazy("Ponto"),
    "banco": gettext_lazy("Banca"),
    "tie": gettext_lazy("Tie"),
    "punto-pair": gettext_lazy("Ponto pair"),
    "banco-pair": gettext_lazy("Banca pair"),
}
EVENTS: dict[str, Text] = {
    "hand-turned": gettext_lazy("Hand turned"),
    "natural-announced": gettext_lazy("Natural announced"),
    "card-drawn": gettext_lazy("Third card"),
    "scores-counted": gettext_lazy("Scores counted"),
}


def explain(code: str, values: Values, shown: Values) -> str:
    if "hand" in values:
        return _explain_hand(code, values, {**shown, "hand": label_for(PLACES, values["hand"])})
    match code:
        case "winner":
            figures = {"punto": values["punto"], "banco": values["banco"]}
            if values["winner"] == "tie":
                return _("Tie, %(punto)s to %(banco)s.") % figures
            return _("%(winner)s won; ponto %(punto)s, banca %(banco)s.") % {
                **figures,
                "winner": label_for(PLACES, values["winner"]),
            }
        case "commission":
            return _("Commission of %(percent)s%% of the prize: %(commission)s.") % shown
    place = {**shown, "place": bet_label(values)} if "place" in values else shown
    match code:
        case "won":
            return _("%(place)s won: prize %(prize)s, and the stake of %(stake)s stays yours.") % place
        case "lost":
            return _("%(place)s lost: %(lost)s collected.") % place
        case "neither":
            return _("%(place)s neither won nor lost: %(back)s returned.") % place
    return ""


def _explain_hand(code: str, values: Values, shown: Values) -> str:
    match code:
        case "hand":
            return (
                ngettext(
                    "%(hand)s had %(cards)s: %(score)s point.",
                    "%(hand)s had %(cards)s: %(score)s points.",
                    values["score"],
                )
                % shown
            )
        case "natural":
            return (
                _("%(hand)s had %(on)s with the first two cards: announced at once, no card for either.")
                % shown
            )
        case "draws" if "against" in values:
            return _("%(hand)s had %(on)s against the card %(card)s: one more card.") % {
                **shown,
                "card": card_symbols([values["against"]]),
            }
        case "stands" if "against" in values:
            return _("%(hand)s had %(on)s against the card %(card)s: no more cards.") % {
                **shown,
                "card": card_symbols([values["against"]]),
            }
        case "draws":
            return _("%(hand)s had %(on)s: one more card.") % shown
        case "stands":
            return _("%(hand)s had %(on)s: no more cards.") % shown
    return ""


def bet_label(values: Values) -> str:
    return place_label(values["place"])


def place_label(place: str) -> str:
    return label_for(PLACES, place)


def outcome_label(outcome: str) -> str:
    """`P8-6pb`: the winner, both scores, and the pairs."""
    winner = label_for({"P": PLACES["punto"], "B": PLACES["banco"], "T": PLACES["tie"]}, outcome[:1])
    return f"{winner}, {_scores(outcome)}"


def last_result(outcome: str) -> LastResult:
    """With the letter that the roads of the table show."""
    names = {
        "P": (pgettext("letter of ponto on the roads", "P"), "punto", _("ponto")),
        "B": (pgettext("letter of banca on the roads", "B"), "banco", _("banca")),
        "T": (pgettext("letter of a tie on the roads", "T"), "tie", _("tie")),
    }
    letter, mark, word = names.get(outcome[:1], ("", "", ""))
    return LastResult(letter, mark, f"{word} {_scores(outcome)}")


def _scores(outcome: str) -> str:
    return outcome[1:].rstrip("pb").replace("-", " – ")

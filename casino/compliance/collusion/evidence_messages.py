"""Evidence as sentences, made of its figures in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from players.play_records import play_records
from players.shared.money import format_money

# The title of each kind of evidence, and the rule that it concerns.
EVIDENCE_KINDS: dict[str, tuple[str | Promise, str]] = {
    "flow": (gettext_lazy("Chips that flow one way"), "HE-11e"),
    "soft": (gettext_lazy("They do not bet against each other"), "HE-11c"),
    "yield": (gettext_lazy("They give way to each other"), "HE-11c"),
    "squeeze": (gettext_lazy("They raise around a third player"), "HE-11c"),
    "apart": (gettext_lazy("Only one of them enters the pot"), "HE-11d"),
    "spare": (gettext_lazy("They spare each other in many small ways"), "HE-11c"),
    "pace": (gettext_lazy("Decision times too even for a person"), "HE-11f"),
    "report": (gettext_lazy("Reported by a player"), "HE-11c"),
    "device": (gettext_lazy("One device at one table"), "HE-11c"),
    "passed": (gettext_lazy("Chips that pass to one player right now"), "HE-11e"),
    "face-up": (gettext_lazy("Folded hands, seen face up"), "HE-11d"),
}
MIN_SCORE = 0.5  # deviations from which a part gets a sentence
MAX_ONCE_IN = 1_000_000_000


def figure(value: float, places: int) -> str:
    return str(number_format(round(value, places) if places else round(value), places, force_grouping=True))


def percent(share: float) -> str:
    return f"{figure(100 * share, 1)} %"


def once_in(chance: float | None) -> str:
    """A probability as text."""
    if chance is None:
        return ""
    if chance * MAX_ONCE_IN < 1:
        return _("less than once in a thousand million")
    return _("once in %(times)s") % {"times": figure(1 / chance, 0)}


def sentences(
    kind: str, figures: Mapping[str, Any], names: Mapping[int, str], chance: float | None = None
) -> list[str]:
    maker = MAKERS.get(kind)
    if maker is None:
        return []
    return [*maker(figures, names), *_shared_play(figures), *_by_chance(kind, chance)]


def _by_chance(kind: str, chance: float | None) -> list[str]:
    if chance is None:
        return []
    if kind == "pace":
        return [
            _("Among the players of this house, such even decision times would occur by chance %(often)s.")
            % {"often": once_in(chance)}
        ]
    return [
        _("Between two players who play only for themselves, chance alone would give this %(often)s.")
        % {"often": once_in(chance)}
    ]


def _shared_play(figures: Mapping[str, Any]) -> list[str]:
    if "shared" not in figures:
        return []
    stays = figures["stays"]
    return [
        _(
            "Hands into which both were dealt: %(hands)s. Days at a table: one %(one)s, the other %(two)s; "
            "%(met)s of them together."
        )
        % {"hands": figure(figures["shared"], 0), "met": figures["met"], "one": stays[0], "two": stays[1]}
    ]


def _flow(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    people = {"giver": names.get(figures["giver"], "–"), "taker": names.get(figures["taker"], "–")}
    lines = [
        _(
            "%(giver)s lost %(bets)s big blinds more to %(taker)s than chance explains, if every "
            "lost pot could have gone to any of the players dealt in."
        )
        % {**people, "bets": figure(figures["beyond"], 0)}
    ]
    if "cents" in figures:
        lines.append(
            _("In money, %(amount)s net went from %(giver)s to %(taker)s.")
            % {**people, "amount": format_money(figures["cents"], "EUR")}
        )
    return lines


def _rates(figures: Mapping[str, Any]) -> dict[str, str]:
    return {
        "done": figure(figures["done"], 0),
        "came": figure(figures["came"], 0),
        "rate": percent(figures["rate"]),
        "expected": percent(figures["expected"]),
    }


def _soft(figures: Mapping[str, object], names: Mapping[int, str]) -> list[str]:
    return [
        _(
            "Alone with each other after the flop, they bet or raised in %(done)s of %(came)s "
            "decisions (%(rate)s). Judging by how each plays against everybody else, %(expected)s "
            "was to be expected."
        )
        % _rates(figures)
    ]


def _yield(figures: Mapping[str, object], names: Mapping[int, str]) -> list[str]:
    return [
        _(
            "Facing a raise from the other, they folded in %(done)s of %(came)s decisions "
            "(%(rate)s). Judging by how each plays against everybody else, %(expected)s was to be "
            "expected."
        )
        % _rates(figures)
    ]


def _squeeze(figures: Mapping[str, object], names: Mapping[int, str]) -> list[str]:
    return [
        _(
            "With a third player still in the pot, they re-raised each other in %(done)s of %(came)s "
            "decisions (%(rate)s). Judging by how each plays against everybody else, %(expected)s "
            "was to be expected."
        )
        % _rates(figures)
    ]


def _apart(figures: Mapping[str, object], names: Mapping[int, str]) -> list[str]:
    return [
        _(
            "Where one of them entered the pot, the other did too in %(done)s of %(came)s cases "
            "(%(rate)s). Judging by how each plays against everybody else, %(expected)s was to be "
            "expected: as if they knew each other's cards."
        )
        % _rates(figures)
    ]


def _spare(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    parts = figures["parts"]
    shown = [kind for kind in ("soft", "yield", "apart") if parts[kind]["score"] >= MIN_SCORE]
    return [line for kind in shown for line in MAKERS[kind](parts[kind], names)]


def _pace(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _(
            "Over %(decisions)s decisions, the slowest twentieth took %(even)s times as long as the "
            "median decision; for the players of this house it is %(usual)s times."
        )
        % {
            "decisions": figure(figures["decisions"], 0),
            "even": figure(times(figures["even"]), 1),
            "usual": figure(times(figures["usual"]), 1),
        }
    ]


def times(logarithm: float) -> float:
    return float(2.718281828459045**logarithm)


def _report(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    report = {
        "number": figures["number"],
        "table": figures.get("table_name") or _("an unnamed table"),
    }
    if figures.get("reported"):
        return [
            _("Complaint %(number)s reports %(name)s at %(table)s.")
            % {**report, "name": names.get(figures["reported"], "–")}
        ]
    return [_("Complaint %(number)s reports another player at %(table)s.") % report]


def _device(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    table = play_records().table_name(figures["table"]) or "–"
    if figures["refused"]:
        text = _("One player tried to sit down at %(table)s, where the other one sat; the seat was refused.")
    else:
        text = _("Both sat at %(table)s at the same time.")
    return [
        text % {"table": table},
        _(
            "The network address and the browser of their sign-ins were the same. That also happens "
            "within a household, and with phones of the same model on one network."
        ),
    ]


def _passed(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _(
            "Within a day %(giver)s lost %(amount)s to %(taker)s in %(pots)s large pots, of %(lost)s lost in "
            "%(hands)s hands of more than two players."
        )
        % {
            "giver": names.get(figures["giver"], "–"),
            "taker": names.get(figures["taker"], "–"),
            "amount": format_money(figures["cents"], "EUR"),
            "pots": figures["pots"],
            "lost": format_money(figures["lost"], "EUR"),
            "hands": figures["hands"],
        },
        _("One unlucky evening looks like this too. The hands and the analysis of every hour say more."),
    ]


def _face_up(figures: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    first = ngettext(
        "In %(count)s hand that was opened, one of them folded to the other.",
        "In %(count)s hands that were opened, one of them folded to the other.",
        figures["folds"],
    ) % {"count": figures["folds"]}
    rest = _(
        "In %(better)s of these folds, the hand given up had the better chance; on average it was %(share)s."
    )
    return (
        [first, rest % {"better": figures["better"], "share": percent(figures["share"])}]
        if figures["folds"]
        else [first]
    )


MAKERS = {
    "flow": _flow,
    "soft": _soft,
    "yield": _yield,
    "squeeze": _squeeze,
    "apart": _apart,
    "spare": _spare,
    "pace": _pace,
    "report": _report,
    "device": _device,
    "passed": _passed,
    "face-up": _face_up,
}

"""Evidence in sentences, made of its figures in the language of whoever reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as said
from django.utils.translation import ngettext

from players.shared.money import format_money

# What each kind of evidence is called, and the rule that it is about.
KINDS: dict[str, tuple[str | Promise, str]] = {
    "flow": (said("Chips that go one way"), "HE-11e"),
    "soft": (said("They do not bet against each other"), "HE-11c"),
    "yield": (said("They give way to each other"), "HE-11c"),
    "squeeze": (said("They raise around a third player"), "HE-11c"),
    "apart": (said("Only one of them enters the pot"), "HE-11d"),
    "spare": (said("They spare each other in many small ways"), "HE-11c"),
    "pace": (said("A pace too even for a person"), "HE-11f"),
    "report": (said("Reported by a player"), "HE-11c"),
    "face-up": (said("What was folded, seen face up"), "HE-11d"),
}
SLIGHT = 0.5  # deviations from which on a part of many is worth a sentence
MANY = 1_000_000_000


def figure(value: float, places: int) -> str:
    return str(number_format(round(value, places) if places else round(value), places, force_grouping=True))


def percent(share: float) -> str:
    return f"{figure(100 * share, 1)} %"


def once_in(chance: float | None) -> str:
    """A chance as people say it."""
    if chance is None:
        return ""
    if chance * MANY < 1:
        return _("less than once in a thousand million")
    return _("once in %(times)s") % {"times": figure(1 / chance, 0)}


def sentences(
    kind: str, told: Mapping[str, Any], names: Mapping[int, str], chance: float | None = None
) -> list[str]:
    maker = MAKERS.get(kind)
    if maker is None:
        return []
    return [*maker(told, names), *_together(told), *_by_chance(kind, chance)]


def _by_chance(kind: str, chance: float | None) -> list[str]:
    if chance is None:
        return []
    if kind == "pace":
        return [
            _("Among people of this house so even a pace would come by chance %(often)s.")
            % {"often": once_in(chance)}
        ]
    return [
        _("Between two players who only play for themselves that would come by chance %(often)s.")
        % {"often": once_in(chance)}
    ]


def _together(told: Mapping[str, Any]) -> list[str]:
    if "shared" not in told:
        return []
    stays = told["stays"]
    return [
        _(
            "Hands into which both were dealt: %(hands)s. Days at a table: one %(one)s, the other %(two)s, of which together %(met)s."
        )
        % {"hands": figure(told["shared"], 0), "met": told["met"], "one": stays[0], "two": stays[1]}
    ]


def _flow(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    people = {"giver": names.get(told["giver"], "–"), "taker": names.get(told["taker"], "–")}
    lines = [
        _(
            "%(giver)s lost %(bets)s big blinds more to %(taker)s than chance explains, had every lost pot gone to any of those dealt in."
        )
        % {**people, "bets": figure(told["beyond"], 0)}
    ]
    if "cents" in told:
        lines.append(
            _("In money, %(amount)s net went from %(giver)s to %(taker)s.")
            % {**people, "amount": format_money(told["cents"], "EUR")}
        )
    return lines


def _rates(told: Mapping[str, Any]) -> dict[str, str]:
    return {
        "done": figure(told["done"], 0),
        "came": figure(told["came"], 0),
        "rate": percent(told["rate"]),
        "expected": percent(told["expected"]),
    }


def _soft(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _("Alone with each other after the flop, they bet or raised in %(done)s of %(came)s decisions (%(rate)s). By what each does "
          "with everybody else it would have been %(expected)s.") % _rates(told)
    ]  # fmt: skip


def _yield(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _("Facing a raise of the other one, they folded in %(done)s of %(came)s decisions (%(rate)s). By what each does with everybody "
          "else it would have been %(expected)s.") % _rates(told)
    ]  # fmt: skip


def _squeeze(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _("With a third player still in the pot, they raised the other one's raise again in %(done)s of %(came)s decisions (%(rate)s). "
          "By what each does with everybody else it would have been %(expected)s.") % _rates(told)
    ]  # fmt: skip


def _apart(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _("Where one of them entered the pot, the other one did too in %(done)s of %(came)s cases (%(rate)s). By what each does with "
          "everybody else it would have been %(expected)s: as if they knew each other's cards.") % _rates(told)
    ]  # fmt: skip


def _spare(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    parts = told["parts"]
    telling = [kind for kind in ("soft", "yield", "apart") if parts[kind]["score"] >= SLIGHT]
    return [line for kind in telling for line in MAKERS[kind](parts[kind], names)]


def _pace(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    return [
        _("Over %(decisions)s decisions the slowest twentieth took %(even)s times as long as half of them; of the players of this house it "
          "is %(usual)s times.")
        % {"decisions": figure(told["decisions"], 0), "even": figure(times(told["even"]), 1), "usual": figure(times(told["usual"]), 1)}
    ]  # fmt: skip


def times(logarithm: float) -> float:
    return float(2.718281828459045**logarithm)


def _report(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    said = {"number": told["number"], "table": told.get("table_name") or _("a table that was not named")}
    if told.get("reported"):
        return [
            _("Complaint %(number)s reports %(name)s at %(table)s.")
            % {**said, "name": names.get(told["reported"], "–")}
        ]
    return [_("Complaint %(number)s reports another player at %(table)s.") % said]


def _face_up(told: Mapping[str, Any], names: Mapping[int, str]) -> list[str]:
    first = ngettext(
        "In %(count)s hand that was opened, one of them folded to the other.",
        "In %(count)s hands that were opened, one of them folded to the other.",
        told["folds"],
    ) % {"count": told["folds"]}
    rest = _("In %(better)s of these folds the better chance was thrown away; on average it was %(share)s.")
    return (
        [first, rest % {"better": told["better"], "share": percent(told["share"])}]
        if told["folds"]
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
    "face-up": _face_up,
}

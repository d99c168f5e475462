"""The specific rules of the roulettes in rule_facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from games.catalogue import rule_facts
from games.catalogue.labels import label_for
from games.catalogue.roulette.labels import CALL_BETS, CHANCES, WHEELS, ZERO_OPTIONS
from games.catalogue.rule_facts import Amount, Fact
from games.rules.roulette.layout import BetKind
from games.rules.roulette.sheet import STAKE_MAX_TIMES, SecondZero, Setting, Sheet, Zero, max_times

AMERICAN = "american-roulette"
RULES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    AMERICAN: {
        "wheels": ("AR-6a",),
        "zero": ("AR-19a",),
        "doubles": ("AR-12a",),
        "calls": (),
        "maxima": ("AR-11a-i", "AR-11b"),
        "cap": ("AR-12b",),
        "inactivity": ("AR-28a", "AR-28b", "AR-29"),
        "void": ("AR-20",),
        "demo": ("AR-30",),
    },
    "french-roulette": {
        "wheels": ("FR-6a",),
        "zero": ("FR-R20a", "FR-R20b", "FR-R20c"),
        "doubles": ("FR-R13a",),
        "calls": ("FR-8",),
        "maxima": ("FR-R12a-i", "FR-R12b"),
        "cap": ("FR-R13b",),
        "inactivity": ("FR-R29a", "FR-R29b", "FR-R30"),
        "void": ("FR-R21",),
        "demo": ("FR-R31",),
    },
}


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    rules = RULES[sheet.system]
    return (
        Fact(
            "variants",
            _("Wheels"),
            "; ".join(label_for(WHEELS, variant) for variant in sheet.variants),
            rules["wheels"],
        ),
        Fact("zero_option", _("Zero"), label_for(ZERO_OPTIONS, sheet.zero_option), rules["zero"]),
        *_held(sheet, rules["zero"]),
        Fact(
            "double_bets",
            _("Two dozens, two columns"),
            _("offered") if sheet.double_bets else _("not offered"),
            rules["doubles"],
        ),
        *_calls(sheet, rules["calls"]),
        Fact(
            "max_times",
            _("Maximum bets"),
            "; ".join(_tighter(sheet)) or _("those of the base rules"),
            rules["maxima"],
        ),
        Fact(
            "player_cap",
            _("A maximum for all bets of a round"),
            rule_facts.whether(sheet.player_cap),
            rules["cap"],
        ),
        *rule_facts.inactivity(sheet.inactivity, *rules["inactivity"]),
        rule_facts.draw(sheet.draw, *rules["void"]),
        rule_facts.faults(sheet.resume_within, *rules["void"]),
        rule_facts.demo(sheet.demo, *rules["demo"]),
        rule_facts.chat(sheet.chat),
    )


def _held(sheet: Sheet, rules: tuple[str, ...]) -> Iterator[Fact]:
    second = {
        SecondZero.LOST: _("a stake held before is lost"),
        SecondZero.STAYS: _("a stake held before stays held"),
    }
    if sheet.zero_option is Zero.EN_PRISON:
        yield Fact("second_zero", _("A second zero"), second[sheet.second_zero], rules)


def _calls(sheet: Sheet, rules: tuple[str, ...]) -> Iterator[Fact]:
    if sheet.calls:
        yield Fact(
            "calls",
            _("Call bets"),
            rule_facts.listed(label_for(CALL_BETS, call) for call in sheet.calls),
            rules,
        )


def _tighter(sheet: Sheet) -> Iterator[str]:
    """The multiples that are tighter than the regulation's."""
    for kind in STAKE_MAX_TIMES:
        if (given := sheet.max_times.of(kind)) is not None:
            yield f"{label_for(CHANCES, kind)}: {rule_facts.times(given)}"


def limits(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[AR-10] [FR-R11]"""
    return (
        Amount(_("Minimum"), setting.minimum),
        Amount(_("On a number"), setting.minimum * max_times(sheet, setting, BetKind.STRAIGHT)),
        Amount(_("On an even chance"), setting.minimum * max_times(sheet, setting, BetKind.RED)),
        Amount(_("All bets of a round"), setting.cap, _("no limit of its own")),
    )

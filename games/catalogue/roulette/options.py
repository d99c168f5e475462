"""The options of the two roulettes: of the rule sheet, and of each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.catalogue import shared_options as shared
from games.catalogue.description import SheetDescription, TableDescription
from games.catalogue.labels import label_for
from games.catalogue.options import Group, Option, Sentence, listed, sheet_option, table_option
from games.catalogue.roulette.labels import CALL_BETS, CHANCES, WHEELS, ZERO_OPTIONS
from games.catalogue.table_limits import Amount, BetLimit, chance_limits
from games.catalogue.text import Text
from games.rules.roulette.layout import EVEN_CHANCES, BetKind
from games.rules.roulette.sheet import (
    AMERICAN,
    FRENCH,
    RULE_LETTERS,
    RULES,
    STAKE_MAX_TIMES,
    VARIANTS,
    PerChance,
    SecondZero,
    Setting,
    Sheet,
    Zero,
    max_times,
)

SECOND_ZERO = {
    SecondZero.LOST: lazy("a stake held before is lost"),
    SecondZero.STAYS: lazy("a stake held before stays held"),
}
ZERO_RULES = {AMERICAN: ("AR-19a",), FRENCH: ("FR-R20a", "FR-R20b", "FR-R20c")}
DEMO_RULES = {AMERICAN: "AR-30", FRENCH: "FR-R31"}  # [AR-30] [FR-R31]
# [FR-8] [FR-8a] [FR-8b] [FR-8c] [FR-8d-i] [FR-8d-ii] [FR-8d-iii] [FR-8e]
CALL_RULES = ("FR-8", "FR-8a", "FR-8b", "FR-8c", "FR-8d-i", "FR-8d-ii", "FR-8d-iii", "FR-8e")


def _chances() -> Iterator[tuple[str, BetKind, Text]]:
    """The chances with a limit of their own: the even chances share one."""
    for kind in BetKind:
        if kind not in EVEN_CHANCES:
            yield kind.replace("-", "_"), kind, CHANCES[kind]
    yield "even_chance", BetKind.EVEN, lazy("Even chances")


# --- Of the rule sheet


def _zero(system: str) -> Iterator[Option]:
    """[AR-19a] [FR-R20a] [FR-R20b] [FR-R20c]"""
    is_open = system != AMERICAN
    yield sheet_option(
        "zero_option",
        "choice",
        lazy("Zero"),
        lazy("What becomes of stakes on even chances when zero comes up."),
        *ZERO_RULES[system],
        words={option: ZERO_OPTIONS[option] for option in (Zero if is_open else (Zero.LOSE_ALL,))},
        reading=is_open,
        default=str(Zero.LA_PARTAGE if is_open else Zero.LOSE_ALL),
    )
    if is_open:
        yield sheet_option(
            "second_zero",
            "choice",
            lazy("A second zero"),
            lazy("What becomes of a stake that is held already. It matters only where stakes are held."),
            "FR-R20c",
            words=SECOND_ZERO,
            reading=True,
            sentence=Sentence(of_sheet=_second_zero, rules=ZERO_RULES[system]),
        )


def _second_zero(sheet: Sheet) -> str | None:
    return str(SECOND_ZERO[sheet.second_zero]) if sheet.zero_option is Zero.EN_PRISON else None


def _bets(system: str) -> Iterator[Option]:
    yield sheet_option(
        "variants",
        "set",
        lazy("Wheels"),
        lazy("The wheels that tables may have."),
        RULES[system]["wheel"],  # [AR-6a] [FR-6a]
        words={wheel: WHEELS[wheel] for wheel in VARIANTS[system]},
        for_tables=True,
        default=VARIANTS[system][:1],
    )
    yield sheet_option(
        "double_bets",
        "yes",
        lazy("Two dozens, two columns"),
        lazy("Whether bets on two dozens and on two columns are taken."),
        RULES[system]["doubles"],  # [AR-12a] [FR-R13a]
        sentence=Sentence(text=lambda taken: _("offered") if taken else _("not offered")),
    )
    if system != AMERICAN:
        yield sheet_option(
            "calls",
            "set",
            lazy("Call bets"),
            lazy("Bets on sets of numbers in the order of the wheel. None need be offered."),
            *CALL_RULES,
            words=CALL_BETS,
            bound=lazy("Any of these, or none."),
            sentence=Sentence(text=lambda calls: listed(CALL_BETS)(calls) or None, rules=CALL_RULES[:1]),
        )


def _maxima(system: str) -> Iterator[Option]:
    """[AR-12b] [FR-R13b], and the multiples of the minimum bet:

    [AR-11a-i] [AR-11a-ii] [AR-11a-iii] [AR-11a-iv] [AR-11a-v] [AR-11a-vi] [AR-11a-vii] [AR-11a-viii]
    [AR-11a-ix] [AR-11b]
    [FR-R12a-i] [FR-R12a-ii] [FR-R12a-iii] [FR-R12a-iv] [FR-R12a-v] [FR-R12a-vi] [FR-R12a-vii]
    [FR-R12a-viii] [FR-R12a-ix] [FR-R12b]
    """
    yield sheet_option(
        "player_cap",
        "yes",
        lazy("A maximum for all bets of a round"),
        lazy("Whether a table may set the most that one player stakes on all chances of a round together."),
        RULES[system]["cap"],
        for_tables=True,
    )
    rules = {kind: RULES[system]["maximum"] + letter for kind, letter in RULE_LETTERS.items()}
    together = Sentence(
        text=_tighter, name=lazy("Maximum bets"), rules=(rules[BetKind.STRAIGHT], rules[BetKind.EVEN])
    )
    for name, kind, label in _chances():
        sentences = (together,) if kind is BetKind.STRAIGHT else ()
        yield shared.most_times_of_chance(name, label, STAKE_MAX_TIMES[kind], rules[kind], *sentences)


def _tighter(own: PerChance) -> str:
    return shared.list_tighter((label_for(CHANCES, kind), own.of(kind)) for kind in STAKE_MAX_TIMES)


def _limits_at_table(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[AR-10] [FR-R11]"""
    return (
        Amount(_("Minimum"), setting.minimum),
        Amount(_("On a number"), setting.minimum * max_times(sheet, setting, BetKind.STRAIGHT)),
        Amount(_("On an even chance"), setting.minimum * max_times(sheet, setting, BetKind.RED)),
        Amount(_("All bets of a round"), setting.cap, _("no limit of its own")),
    )


def describe_sheet(system: str) -> SheetDescription:
    """[AR-28a] [AR-28b] [FR-R29a] [FR-R29b]"""
    rules = RULES[system]
    return SheetDescription(
        groups=(
            Group(shared.MONEY, tuple(_zero(system))),
            Group(shared.BETS, tuple(_bets(system))),
            Group(shared.MAXIMUM_BETS, tuple(_maxima(system))),
            Group(shared.PEOPLE, shared.sessions(rules["individual"], rules["multiple"], rules["warning"])),
            shared.draw(rules["void"]),
            shared.faults(rules["void"]),
            shared.offer(DEMO_RULES[system]),
        ),
        order=("variants", "zero_option", "second_zero", "double_bets", "calls", "max_times", "player_cap"),
        limits=_limits_at_table,
    )


# --- Of a table


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    return chance_limits(described["kinds"], CHANCES)


def describe_tables(system: str) -> TableDescription:
    rules = RULES[system]
    return TableDescription(
        groups=(
            Group(
                shared.TABLE,
                (
                    table_option(
                        "variant",
                        "choice",
                        lazy("Wheel"),
                        rules["wheel"],
                        words=WHEELS,
                        default=VARIANTS[system][0],
                        affects_odds=True,
                    ),
                    shared.mode(rules["mode"]),
                    table_option("seats", "count", shared.SEATS, rules["mode"], default=40),
                ),
                shared.TWO_PEOPLE,
            ),
            Group(
                shared.LIMITS,
                (
                    shared.minimum(rules["minimum"], default=50),
                    shared.step(default=10),
                    table_option(
                        "cap",
                        "money?",
                        lazy("Most per player and round"),
                        rules["cap"],
                        lazy("All chances together; empty for no limit."),
                    ),
                ),
                shared.TWO_PEOPLE,
            ),
            Group(
                shared.TIGHTER_MULTIPLES,
                tuple(
                    table_option(f"max_times.{name}", "count?", label, rules["maximum"], chance=str(kind))
                    for name, kind, label in _chances()
                ),
                shared.TIGHTER,
            ),
            Group(
                lazy("Higher minima"),
                tuple(
                    table_option(f"minimums.{name}", "money?", label, rules["minimum"], chance=str(kind))
                    for name, kind, label in _chances()
                ),
                lazy("Empty: the minimum of the table. It does not raise the maximum."),
            ),
            shared.pace(
                shared.betting(rules["period"], default=20),
                shared.rest(12, lazy("The wheel, the collection and the payment need about ten.")),
            ),
        ),
        limits=_limits,
    )

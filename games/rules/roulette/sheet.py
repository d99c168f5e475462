"""What the operator sets for roulette: the rule sheet, the table settings, and their checks.

One module serves both regulations. `RULES` gives the number of the same rule in each, so that refusals,
breaches and explanations cite the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from games.rules.roulette.calls import CALL_RULES
from games.rules.roulette.layout import DOUBLES, EVEN_CHANCES, LAYOUT_OF, PLACES, BetKind, PlaceId
from games.rules.shared.checks import (
    LEAST_BETTING_SECONDS,
    check_choices,
    check_currency,
    check_resume_within,
    check_seconds,
    check_step,
)
from games.rules.shared.draw_terms import DrawTerms, check_draw_terms
from games.rules.shared.money import Cents
from games.rules.shared.refusals import Breach
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity

AMERICAN, FRENCH = "american-roulette", "french-roulette"
LEAST_REST_SECONDS = 5
VARIANTS: Mapping[str, tuple[str, ...]] = {AMERICAN: ("37", "38"), FRENCH: ("FR",)}

# The letter and numeral of each chance in rules 11 and 13 of 804/2015 (R12 and R14 of 807/2015).
RULE_LETTERS: Mapping[BetKind, str] = {
    BetKind.STRAIGHT: "a-i",
    BetKind.SPLIT: "a-ii",
    BetKind.STREET: "a-iii",
    BetKind.CORNER: "a-iv",
    BetKind.LINE: "a-v",
    BetKind.DOZEN: "a-vi",
    BetKind.COLUMN: "a-vii",
    BetKind.DOUBLE_DOZEN: "a-viii",
    BetKind.DOUBLE_COLUMN: "a-ix",
    **dict.fromkeys(EVEN_CHANCES, "b"),
}

# The maximum stake on each chance, as a multiple of the minimum.
STAKE_MAX_TIMES: Mapping[BetKind, int] = {
    BetKind.STRAIGHT: 30,  # [AR-11a-i] [FR-R12a-i]
    BetKind.SPLIT: 60,  # [AR-11a-ii] [FR-R12a-ii]
    BetKind.STREET: 90,  # [AR-11a-iii] [FR-R12a-iii]
    BetKind.CORNER: 120,  # [AR-11a-iv] [FR-R12a-iv]
    BetKind.LINE: 180,  # [AR-11a-v] [FR-R12a-v]
    BetKind.DOZEN: 360,  # [AR-11a-vi] [FR-R12a-vi]
    BetKind.COLUMN: 360,  # [AR-11a-vii] [FR-R12a-vii]
    BetKind.DOUBLE_DOZEN: 720,  # [AR-11a-viii] [FR-R12a-viii]
    BetKind.DOUBLE_COLUMN: 720,  # [AR-11a-ix] [FR-R12a-ix]
    **dict.fromkeys(EVEN_CHANCES, 540),  # [AR-11b] [FR-R12b]
}

# The prize of a winning stake: cents paid (first) per cents staked (second). The player also keeps the stake.
PRIZES: Mapping[BetKind, tuple[int, int]] = {
    BetKind.STRAIGHT: (35, 1),  # [AR-13a-i] [FR-R14a-i]
    BetKind.SPLIT: (17, 1),  # [AR-13a-ii] [FR-R14a-ii]
    BetKind.STREET: (11, 1),  # [AR-13a-iii] [FR-R14a-iii]
    BetKind.CORNER: (8, 1),  # [AR-13a-iv] [FR-R14a-iv]
    BetKind.LINE: (5, 1),  # [AR-13a-v] [FR-R14a-v]
    BetKind.DOZEN: (2, 1),  # [AR-13a-vi] [FR-R14a-vi]
    BetKind.COLUMN: (2, 1),  # [AR-13a-vii] [FR-R14a-vii]
    BetKind.DOUBLE_DOZEN: (1, 2),  # [AR-13a-viii] [FR-R14a-viii]
    BetKind.DOUBLE_COLUMN: (1, 2),  # [AR-13a-ix] [FR-R14a-ix]
    **dict.fromkeys(EVEN_CHANCES, (1, 1)),  # [AR-13b] [FR-R14b]
}

# The number of the same rule in each regulation.
RULES: Mapping[str, Mapping[str, str]] = {
    AMERICAN: {
        "specific": "AR-P2",
        "round": "AR-3d",
        "mode": "AR-4",
        "wheel": "AR-6a",
        "combinations": "AR-9",
        "minimum": "AR-10",
        "maximum": "AR-11",
        "doubles": "AR-12a",
        "cap": "AR-12b",
        "prize": "AR-13",
        "period": "AR-14a",
        "closing": "AR-14b",
        "launch": "AR-15",
        "marked": "AR-16",
        "paid": "AR-17",
        "won": "AR-18a",
        "lost": "AR-18b",
        "zero-even": "AR-19a",
        "zero": "AR-19b",
        "void": "AR-20",
        "returned": "AR-21",
        "individual": "AR-28a",
        "multiple": "AR-28b",
        "warning": "AR-29",
    },
    FRENCH: {
        "specific": "FR-P2",
        "round": "FR-3d",
        "mode": "FR-4",
        "wheel": "FR-6a",
        "combinations": "FR-10",
        "calls": "FR-8",
        "minimum": "FR-R11",
        "maximum": "FR-R12",
        "doubles": "FR-R13a",
        "cap": "FR-R13b",
        "prize": "FR-R14",
        "period": "FR-R15a",
        "closing": "FR-R15b",
        "launch": "FR-R16",
        "marked": "FR-R17",
        "paid": "FR-R18",
        "won": "FR-R19a",
        "lost": "FR-R19b",
        "zero": "FR-R20",
        "zero-even": "FR-R20a",
        "zero-half": "FR-R20b",
        "zero-prison": "FR-R20c",
        "void": "FR-R21",
        "returned": "FR-R22",
        "individual": "FR-R29a",
        "multiple": "FR-R29b",
        "warning": "FR-R30",
    },
}


class Zero(StrEnum):
    """What happens to an even-chance stake when zero is drawn (A09)."""

    LOSE_ALL = "lose-all"  # [AR-19a] [FR-R20a]
    LA_PARTAGE = "la-partage"  # [FR-R20b]
    EN_PRISON = "en-prison"  # [FR-R20c]


class SecondZero(StrEnum):
    """What a stake in prison becomes when zero comes up again.  [FR-R20c]"""

    LOST = "lost"
    STAYS = "stays"


class PerChance(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One figure for each chance of rule 7; None leaves the chance to the general rule."""

    straight: int | None = None
    split: int | None = None
    street: int | None = None
    corner: int | None = None
    line: int | None = None
    dozen: int | None = None
    column: int | None = None
    double_dozen: int | None = None
    double_column: int | None = None
    even_chance: int | None = None

    def of(self, kind: BetKind) -> int | None:
        name = "even_chance" if kind in EVEN_CHANCES else kind.replace("-", "_")
        figure: int | None = getattr(self, name)
        return figure


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of one of the two systems.  [AR-P2] [FR-P2]"""

    system: str
    # The treatment of zero has no default. No official text of the French rule is known, so the operator
    # must choose (A09).
    zero_option: Zero  # [AR-19a] [FR-R20a] [FR-R20b] [FR-R20c]
    variants: tuple[str, ...]  # the wheels that may be used  [AR-6a]
    second_zero: SecondZero = SecondZero.LOST  # [FR-R20c]
    double_bets: bool = True  # [AR-12a] [FR-R13a]
    calls: tuple[str, ...] = ()  # the call bets offered  [FR-8]
    max_times: PerChance = PerChance()  # stricter multiples than the regulation's  [AR-11b] [FR-R12b]
    player_cap: bool = True  # may a table limit one player's stakes in total?  [AR-12b] [FR-R13b]
    inactivity: Inactivity = Inactivity()
    resume_within: int = 120  # seconds; a round that the operator's own fault interrupts for longer is void
    demo: bool = True  # is the game also offered for demonstration credits?  [AR-30] [FR-R31]
    chat: bool = False  # may players at a table write to each other?
    draw: DrawTerms = DrawTerms()


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    variant: str  # [AR-6a] [FR-6a]
    minimum: Cents  # maximums are multiples of it  [AR-10] [FR-R11]
    mode: Mode = Mode.MULTIPLE  # [AR-4] [FR-4]
    currency: str = "EUR"
    minimums: PerChance = (
        PerChance()
    )  # higher minimums for single chances; they do not raise the maximums (A07)
    max_times: PerChance = PerChance()  # stricter multiples than the rule sheet's
    cap: Cents | None = None  # the most that one player may stake in a round in total  [AR-12b] [FR-R13b]
    step: Cents = 10  # every stake is a multiple of it, so that half a stake is whole cents (A01)
    betting_seconds: int = 20  # [AR-14a] [FR-R15a]
    rest_seconds: int = 12  # from the number to the next round: chips are collected and paid
    seats: int = 100
    languages: tuple[str, ...] = ("pt-pt", "en")


class BetLimits(Struct, frozen=True):
    """What one player may stake on one place in one round (A08)."""

    minimum: Cents
    maximum: Cents
    times: int


def max_times(sheet: Sheet, setting: Setting, kind: BetKind) -> int:
    given = (setting.max_times.of(kind), sheet.max_times.of(kind), STAKE_MAX_TIMES[kind])
    return min(times for times in given if times is not None)


def limits_of(sheet: Sheet, setting: Setting, kind: BetKind) -> BetLimits:
    times = max_times(sheet, setting, kind)
    minimum = setting.minimums.of(kind) or setting.minimum  # [AR-10] [FR-R11]
    # The maximum is a multiple of the table's minimum, whatever the chance's own minimum is (A07).
    return BetLimits(minimum, times * setting.minimum, times)


def is_offered(sheet: Sheet, kind: BetKind) -> bool:
    return sheet.double_bets or kind not in DOUBLES  # [AR-12a] [FR-R13a]


@lru_cache(maxsize=512)
def bet_limits(sheet: Sheet, setting: Setting) -> Mapping[PlaceId, BetLimits]:
    """The limits of every place that is offered."""
    by_kind = {kind: limits_of(sheet, setting, kind) for kind in BetKind if is_offered(sheet, kind)}
    return {
        place_id: by_kind[place.kind]
        for place_id, place in PLACES[LAYOUT_OF[setting.variant]].items()
        if place.kind in by_kind
    }


# --- Checks of a rule sheet


def check_sheet(sheet: Sheet) -> list[Breach]:
    if sheet.system not in VARIANTS:
        return [Breach("", "system", "unknown", {"given": sheet.system})]
    rules = RULES[sheet.system]
    return [
        *check_choices(rules["wheel"], "variants", sheet.variants, VARIANTS[sheet.system]),  # [AR-6a] [FR-6a]
        *(_check_american(sheet) if sheet.system == AMERICAN else _check_calls(sheet)),
        *_check_multiples(sheet),
        *check_inactivity(sheet.inactivity, rules["individual"], rules["multiple"], rules["warning"]),
        *check_resume_within(rules["void"], sheet.resume_within),
        *check_draw_terms(rules["void"], sheet.draw, sheet.resume_within),
    ]


def _check_american(sheet: Sheet) -> Iterator[Breach]:
    rules = RULES[AMERICAN]
    if sheet.zero_option is not Zero.LOSE_ALL:
        yield Breach(
            rules["zero-even"], "zero_option", "not-allowed", {"given": sheet.zero_option}
        )  # [AR-19a]
    if sheet.calls:  # rule 7 has no call bets
        yield Breach(rules["specific"], "calls", "not-allowed", {"given": list(sheet.calls)})


def _check_calls(sheet: Sheet) -> Iterator[Breach]:
    rule = RULES[sheet.system]["calls"]
    for name in sheet.calls:
        if name not in CALL_RULES:
            yield Breach(rule, "calls", "unknown", {"given": name})  # [FR-8]
    if len(set(sheet.calls)) != len(sheet.calls):
        yield Breach(rule, "calls", "twice")


def _check_multiples(sheet: Sheet) -> Iterator[Breach]:
    for kind, field in _fields_per_chance():
        times = sheet.max_times.of(kind)
        if times is not None and not 1 <= times <= STAKE_MAX_TIMES[kind]:
            code = "above-legal" if times > 0 else "not-positive"
            details = {"kind": str(kind), "most": STAKE_MAX_TIMES[kind], "given": times}
            rule = RULES[sheet.system]["maximum"] + RULE_LETTERS[kind]
            yield Breach(rule, f"max_times.{field}", code, details)


def _fields_per_chance() -> Iterator[tuple[BetKind, str]]:
    """The chances that have figures of their own, with the field of `PerChance`.

    The even chances share one.
    """
    for kind in BetKind:
        if kind not in EVEN_CHANCES:
            yield kind, kind.replace("-", "_")
    yield BetKind.EVEN, "even_chance"


# --- Checks of a table setting


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    rules = RULES[sheet.system]
    breaches = list(_check_table(sheet, setting))
    for field in ("minimum", "step"):
        given = getattr(setting, field)
        if given < 1:  # [AR-10] [FR-R11]
            return [*breaches, Breach(rules["minimum"], field, "not-positive", {"given": given})]
    return [
        *breaches,
        *_check_step(sheet, setting),
        *_check_limits(sheet, setting),
        *_check_cap(sheet, setting),
    ]


def _check_table(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    rules = RULES[sheet.system]
    if setting.variant not in sheet.variants:
        yield Breach(rules["wheel"], "variant", "not-in-sheet", {"given": setting.variant})  # [AR-6a] [FR-6a]
    if setting.mode is Mode.INDIVIDUAL and setting.seats != 1:
        yield Breach(rules["mode"], "seats", "individual-has-one", {"given": setting.seats})  # [AR-4] [FR-4]
    if setting.seats < 1:
        yield Breach(rules["mode"], "seats", "not-positive", {"given": setting.seats})
    yield from check_currency(
        setting.currency, demo=sheet.demo, unknown_rule=rules["specific"], demo_rule=rules["specific"]
    )
    yield from check_seconds(
        rules["period"], "betting_seconds", setting.betting_seconds, LEAST_BETTING_SECONDS
    )
    yield from check_seconds(rules["paid"], "rest_seconds", setting.rest_seconds, LEAST_REST_SECONDS)
    if not setting.languages:
        yield Breach(rules["closing"], "languages", "missing")


def _check_step(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    rules = RULES[sheet.system]
    has_half_stakes = sheet.double_bets or sheet.zero_option is Zero.LA_PARTAGE
    if has_half_stakes and setting.step % 2:  # half of every stake must be whole cents (A01)
        rule = (
            rules["prize"] + RULE_LETTERS[BetKind.DOUBLE_DOZEN] if sheet.double_bets else rules["zero-half"]
        )
        yield Breach(rule, "step", "breaks-a-cent", {"given": setting.step})
    yield from check_step(rules["minimum"], "minimum", setting.minimum, setting.step)


def _check_limits(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    """The table's own multiples and minimums of single chances."""
    rules = RULES[sheet.system]
    for kind, field in _fields_per_chance():
        most = min(sheet.max_times.of(kind) or STAKE_MAX_TIMES[kind], STAKE_MAX_TIMES[kind])
        times = setting.max_times.of(kind)
        if times is not None and not 1 <= times <= most:
            code = "above-sheet" if times > 0 else "not-positive"
            details = {"kind": str(kind), "most": most, "given": times}
            yield Breach(rules["maximum"] + RULE_LETTERS[kind], f"max_times.{field}", code, details)
        minimum = setting.minimums.of(kind)
        if minimum is None:
            continue
        maximum = setting.minimum * (most if times is None else times)
        if not setting.minimum <= minimum <= maximum:  # (A07)
            details = {"kind": str(kind), "least": setting.minimum, "most": maximum, "given": minimum}
            yield Breach(rules["minimum"], f"minimums.{field}", "out-of-range", details)
        else:
            yield from check_step(rules["minimum"], f"minimums.{field}", minimum, setting.step)


def _check_cap(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    """[AR-12b] [FR-R13b]"""
    rule, cap = RULES[sheet.system]["cap"], setting.cap
    if cap is None:
        return
    if not sheet.player_cap:
        yield Breach(rule, "cap", "not-in-sheet", {"given": cap})  # [AR-12b] [FR-R13b]
    elif cap < setting.minimum:
        yield Breach(
            rule, "cap", "below-minimum", {"given": cap, "least": setting.minimum}
        )  # [AR-12b] [FR-R13b]

"""What the operator sets for roulette: the rule sheet of each system, the setting of each table, and what both must respect.

One module serves the two regulations. `RULES` says under which number each of them has the same rule, so that a refusal, a
breach or an explanation names the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from games.rules.engine import Breach, Cents
from games.rules.roulette.calls import CALL_RULES
from games.rules.roulette.layout import DOUBLES, EVEN_CHANCES, LAYOUT_OF, PLACES, Kind, PlaceId
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity

AMERICAN, FRENCH = "american-roulette", "french-roulette"
VARIANTS: Mapping[str, tuple[str, ...]] = {AMERICAN: ("37", "38"), FRENCH: ("FR",)}

# What a chance is called in rules 11 and 13 of 804/2015 (R12 and R14 of 807/2015): its letter and numeral there.
LETTER: Mapping[Kind, str] = {
    Kind.STRAIGHT: "a-i",
    Kind.SPLIT: "a-ii",
    Kind.STREET: "a-iii",
    Kind.CORNER: "a-iv",
    Kind.LINE: "a-v",
    Kind.DOZEN: "a-vi",
    Kind.COLUMN: "a-vii",
    Kind.DOUBLE_DOZEN: "a-viii",
    Kind.DOUBLE_COLUMN: "a-ix",
    **dict.fromkeys(EVEN_CHANCES, "b"),
}

# The stake on each chance is at most this many times the minimum.
STAKE_MAX_TIMES: Mapping[Kind, int] = {
    Kind.STRAIGHT: 30,  # [AR-11a-i] [FR-R12a-i]
    Kind.SPLIT: 60,  # [AR-11a-ii] [FR-R12a-ii]
    Kind.STREET: 90,  # [AR-11a-iii] [FR-R12a-iii]
    Kind.CORNER: 120,  # [AR-11a-iv] [FR-R12a-iv]
    Kind.LINE: 180,  # [AR-11a-v] [FR-R12a-v]
    Kind.DOZEN: 360,  # [AR-11a-vi] [FR-R12a-vi]
    Kind.COLUMN: 360,  # [AR-11a-vii] [FR-R12a-vii]
    Kind.DOUBLE_DOZEN: 720,  # [AR-11a-viii] [FR-R12a-viii]
    Kind.DOUBLE_COLUMN: 720,  # [AR-11a-ix] [FR-R12a-ix]
    **dict.fromkeys(EVEN_CHANCES, 540),  # [AR-11b] [FR-R12b]
}

# The prize of a winning stake, as so many cents (first) for so many staked (second); the stake stays the player's besides.
PRIZES: Mapping[Kind, tuple[int, int]] = {
    Kind.STRAIGHT: (35, 1),  # [AR-13a-i] [FR-R14a-i]
    Kind.SPLIT: (17, 1),  # [AR-13a-ii] [FR-R14a-ii]
    Kind.STREET: (11, 1),  # [AR-13a-iii] [FR-R14a-iii]
    Kind.CORNER: (8, 1),  # [AR-13a-iv] [FR-R14a-iv]
    Kind.LINE: (5, 1),  # [AR-13a-v] [FR-R14a-v]
    Kind.DOZEN: (2, 1),  # [AR-13a-vi] [FR-R14a-vi]
    Kind.COLUMN: (2, 1),  # [AR-13a-vii] [FR-R14a-vii]
    Kind.DOUBLE_DOZEN: (1, 2),  # [AR-13a-viii] [FR-R14a-viii]
    Kind.DOUBLE_COLUMN: (1, 2),  # [AR-13a-ix] [FR-R14a-ix]
    **dict.fromkeys(EVEN_CHANCES, (1, 1)),  # [AR-13b] [FR-R14b]
}

# The same rule under its number in each regulation.
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
    """What an even-chance stake becomes when zero comes up (A09)."""

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

    def of(self, kind: Kind) -> int | None:
        name = "even_chance" if kind in EVEN_CHANCES else kind.replace("-", "_")
        figure: int | None = getattr(self, name)
        return figure


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of one of the two systems.  [AR-P2] [FR-P2]"""

    system: str
    # The treatment of zero has no default: no official text of the French rule is known, so somebody must choose it (A09).
    zero_option: Zero  # [AR-19a] [FR-R20a] [FR-R20b] [FR-R20c]
    variants: tuple[str, ...]  # the wheels that may be used  [AR-6a]
    second_zero: SecondZero = SecondZero.LOST  # [FR-R20c]
    double_bets: bool = True  # [AR-12a] [FR-R13a]
    calls: tuple[str, ...] = ()  # the call bets offered  [FR-8]
    max_times: PerChance = PerChance()  # tighter multiples than the regulation's  [AR-11b] [FR-R12b]
    player_cap: bool = (
        True  # may a table set a maximum for all chances of one player together?  [AR-12b] [FR-R13b]
    )
    inactivity: Inactivity = Inactivity()
    resume_within: int = (
        120  # seconds in which a round that the house's own fault stopped goes on, or is void
    )
    demo: bool = True  # is the game also offered for demonstration credits?  [AR-30] [FR-R31]
    chat: bool = False  # may players at a table write to each other?


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    variant: str  # [AR-6a] [FR-6a]
    minimum: Cents  # the base of every maximum  [AR-10] [FR-R11]
    mode: Mode = Mode.MULTIPLE  # [AR-4] [FR-4]
    currency: str = "EUR"
    minimums: PerChance = PerChance()  # a higher minimum of a chance; it does not raise its maximum (A07)
    max_times: PerChance = PerChance()  # tighter multiples than the rule sheet's
    cap: Cents | None = (
        None  # the most that one player may stake on all chances of a round  [AR-12b] [FR-R13b]
    )
    step: Cents = 10  # every stake is a multiple of it, so that no half of one breaks a cent (A01)
    betting_seconds: int = 20  # [AR-14a] [FR-R15a]
    rest_seconds: int = (
        12  # from the number to the next round: the ball comes to rest, chips are collected and paid
    )
    seats: int = 100
    languages: tuple[str, ...] = ("pt-pt", "en")


class Bound(Struct, frozen=True):
    """What one player may have on one place in one round (A08)."""

    least: Cents
    most: Cents
    times: int


def max_times(sheet: Sheet, setting: Setting, kind: Kind) -> int:
    given = (setting.max_times.of(kind), sheet.max_times.of(kind), STAKE_MAX_TIMES[kind])
    return min(times for times in given if times is not None)


def bound(sheet: Sheet, setting: Setting, kind: Kind) -> Bound:
    times = max_times(sheet, setting, kind)
    least = setting.minimums.of(kind) or setting.minimum  # [AR-10] [FR-R11]
    return Bound(
        least, times * setting.minimum, times
    )  # the table's minimum is the base, whatever the chance's own is (A07)


def offered(sheet: Sheet, kind: Kind) -> bool:
    return sheet.double_bets or kind not in DOUBLES  # [AR-12a] [FR-R13a]


@lru_cache(maxsize=512)
def bounds(sheet: Sheet, setting: Setting) -> Mapping[PlaceId, Bound]:
    """Every place that is offered, with its bounds."""
    by_kind = {kind: bound(sheet, setting, kind) for kind in Kind if offered(sheet, kind)}
    return {
        place: by_kind[spot.kind]
        for place, spot in PLACES[LAYOUT_OF[setting.variant]].items()
        if spot.kind in by_kind
    }


def check(sheet: Sheet) -> list[Breach]:
    """Every way in which the sheet contradicts its regulation."""
    if sheet.system not in VARIANTS:
        return [Breach("", "system", "unknown", {"given": sheet.system})]
    rules = RULES[sheet.system]
    found = list(_wrong_equipment(sheet, rules))
    if sheet.system == AMERICAN and sheet.zero_option is not Zero.LOSE_ALL:
        found.append(
            Breach(rules["zero-even"], "zero_option", "not-allowed", {"given": sheet.zero_option})
        )  # [AR-19a]
    if sheet.system == AMERICAN and sheet.calls:
        found.append(
            Breach(rules["specific"], "calls", "not-allowed", {"given": list(sheet.calls)})
        )  # rule 7 has no call bets
    if sheet.system == FRENCH:
        unknown = [name for name in sheet.calls if name not in CALL_RULES]
        found += [Breach(rules["calls"], "calls", "unknown", {"given": name}) for name in unknown]  # [FR-8]
        if len(set(sheet.calls)) != len(sheet.calls):
            found.append(Breach(rules["calls"], "calls", "twice"))
    for kind, field in _chances():
        times = sheet.max_times.of(kind)
        if times is not None and not 1 <= times <= STAKE_MAX_TIMES[kind]:
            said = {"kind": str(kind), "most": STAKE_MAX_TIMES[kind], "given": times}
            found.append(
                Breach(
                    rules["maximum"] + LETTER[kind],
                    f"max_times.{field}",
                    "above-legal" if times > 0 else "not-positive",
                    said,
                )
            )
    found += check_inactivity(sheet.inactivity, rules["individual"], rules["multiple"], rules["warning"])
    if not 1 <= sheet.resume_within <= 3600:
        found.append(
            Breach(
                rules["void"],
                "resume_within",
                "out-of-range",
                {"least": 1, "most": 3600, "given": sheet.resume_within},
            )
        )
    return found


def _wrong_equipment(sheet: Sheet, rules: Mapping[str, str]) -> Iterator[Breach]:
    if not sheet.variants:
        yield Breach(rules["wheel"], "variants", "missing")  # [AR-6a] [FR-6a]
    for variant in sheet.variants:
        if variant not in VARIANTS[sheet.system]:
            yield Breach(rules["wheel"], "variants", "unknown", {"given": variant})  # [AR-6a] [FR-6a]
    if len(set(sheet.variants)) != len(sheet.variants):
        yield Breach(rules["wheel"], "variants", "twice")


def _chances() -> Iterator[tuple[Kind, str]]:
    """The chances that have figures of their own, with the name of their field."""
    for kind in Kind:
        if kind not in EVEN_CHANCES:
            yield kind, kind.replace("-", "_")
    yield Kind.EVEN, "even_chance"


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    """Every way in which the table's setting contradicts its sheet or the regulation."""
    rules = RULES[sheet.system]
    found: list[Breach] = []
    if setting.variant not in sheet.variants:
        found.append(
            Breach(rules["wheel"], "variant", "not-in-sheet", {"given": setting.variant})
        )  # [AR-6a] [FR-6a]
    if setting.mode is Mode.INDIVIDUAL and setting.seats != 1:
        found.append(
            Breach(rules["mode"], "seats", "individual-has-one", {"given": setting.seats})
        )  # [AR-4] [FR-4]
    if setting.seats < 1:
        found.append(Breach(rules["mode"], "seats", "not-positive", {"given": setting.seats}))
    if setting.currency not in ("EUR", "DEMO"):
        found.append(Breach(rules["specific"], "currency", "unknown", {"given": setting.currency}))
    if setting.currency == "DEMO" and not sheet.demo:
        found.append(Breach(rules["specific"], "currency", "not-in-sheet", {"given": setting.currency}))
    if setting.betting_seconds < 5:
        found.append(
            Breach(
                rules["period"],
                "betting_seconds",
                "too-short",
                {"least": 5, "given": setting.betting_seconds},
            )
        )
    if setting.rest_seconds < 5:
        found.append(
            Breach(rules["paid"], "rest_seconds", "too-short", {"least": 5, "given": setting.rest_seconds})
        )
    if not setting.languages:
        found.append(Breach(rules["closing"], "languages", "missing"))
    if setting.minimum < 1 or setting.step < 1:
        field = "minimum" if setting.minimum < 1 else "step"
        return [
            *found,
            Breach(rules["minimum"], field, "not-positive", {"given": getattr(setting, field)}),
        ]  # [AR-10] [FR-R11]
    return [*found, *_wrong_money(sheet, setting, rules)]


def _wrong_money(sheet: Sheet, setting: Setting, rules: Mapping[str, str]) -> Iterator[Breach]:
    halves = sheet.double_bets or sheet.zero_option is Zero.LA_PARTAGE
    if halves and setting.step % 2:
        rule = rules["prize"] + LETTER[Kind.DOUBLE_DOZEN] if sheet.double_bets else rules["zero-half"]
        yield Breach(
            rule, "step", "breaks-a-cent", {"given": setting.step}
        )  # half of every stake is whole cents (A01)
    if setting.minimum % setting.step:
        yield Breach(
            rules["minimum"], "minimum", "not-a-step", {"given": setting.minimum, "step": setting.step}
        )
    for kind, field in _chances():
        rule = rules["maximum"] + LETTER[kind]
        most = min(sheet.max_times.of(kind) or STAKE_MAX_TIMES[kind], STAKE_MAX_TIMES[kind])
        times = setting.max_times.of(kind)
        if times is not None and not 1 <= times <= most:
            said = {"kind": str(kind), "most": most, "given": times}
            yield Breach(rule, f"max_times.{field}", "above-sheet" if times > 0 else "not-positive", said)
        own = setting.minimums.of(kind)
        if own is None:
            continue
        limit = most * setting.minimum if times is None else times * setting.minimum
        if not setting.minimum <= own <= limit:
            said = {"kind": str(kind), "least": setting.minimum, "most": limit, "given": own}
            yield Breach(rules["minimum"], f"minimums.{field}", "out-of-range", said)  # (A07)
        elif own % setting.step:
            yield Breach(
                rules["minimum"], f"minimums.{field}", "not-a-step", {"given": own, "step": setting.step}
            )
    if setting.cap is not None and not sheet.player_cap:
        yield Breach(rules["cap"], "cap", "not-in-sheet", {"given": setting.cap})  # [AR-12b] [FR-R13b]
    elif setting.cap is not None and setting.cap < setting.minimum:
        yield Breach(
            rules["cap"], "cap", "below-minimum", {"given": setting.cap, "least": setting.minimum}
        )  # [AR-12b] [FR-R13b]

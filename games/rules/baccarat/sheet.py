"""What the operator sets for ponto e banca: the rule sheet, the table settings, and their checks.

One sheet serves both variants. A Macau table is a table of ponto e banca without the maximums of rule 15,
and perhaps with a maximum of prizes instead.  [PB-39]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from games.rules.shared.cards import PACK
from games.rules.shared.checks import (
    LEAST_BETTING_SECONDS,
    check_choices,
    check_currency,
    check_range,
    check_resume_within,
    check_seconds,
    check_step,
)
from games.rules.shared.draw_terms import DrawTerms, check_draw_terms
from games.rules.shared.money import Cents
from games.rules.shared.refusals import Breach
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity

SYSTEM = "baccarat"
PUNTO_BANCO, MACAU = "punto-banco", "macau"
VARIANTS = (PUNTO_BANCO, MACAU)
DECKS = (6, 8)  # [PB-6b]
MAX_SEATS = 9  # [PB-6a]
MAX_CARDS = 6  # in a round
CARD_MS = (100, 5000)  # from one card to the next
LEAST_REST_SECONDS = 5


class BetPlace(StrEnum):
    """The chances in rules 9 and 10, in the same order."""

    PUNTO = "punto"  # [PB-9a]
    BANCO = "banco"  # [PB-9b]
    TIE = "tie"  # [PB-9c]
    PUNTO_PAIR = "punto-pair"  # [PB-10]
    BANCO_PAIR = "banco-pair"  # [PB-10]


SIDES = (BetPlace.PUNTO, BetPlace.BANCO)
PAIRS = (BetPlace.PUNTO_PAIR, BetPlace.BANCO_PAIR)
OTHER_SIDE: Mapping[BetPlace, BetPlace] = {BetPlace.PUNTO: BetPlace.BANCO, BetPlace.BANCO: BetPlace.PUNTO}

# The letter of each chance in rules 15 and 25, and the letter of rule 43 that limits it at a Macau table.
RULE_LETTERS: Mapping[BetPlace, str] = {
    BetPlace.PUNTO: "a",
    BetPlace.BANCO: "a",
    BetPlace.TIE: "b",
    BetPlace.PUNTO_PAIR: "c",
    BetPlace.BANCO_PAIR: "c",
}

# The maximum stake on each chance, as a multiple of the minimum.
STAKE_MAX_TIMES: Mapping[BetPlace, int] = {
    BetPlace.PUNTO: 70,  # [PB-15a]
    BetPlace.BANCO: 70,  # [PB-15a]
    BetPlace.TIE: 15,  # [PB-15b]
    BetPlace.PUNTO_PAIR: 8,  # [PB-15c]
    BetPlace.BANCO_PAIR: 8,  # [PB-15c]
}

# The prize of a winning stake, as a multiple of the stake, which the player also keeps.
PRIZES: Mapping[BetPlace, int] = {
    BetPlace.PUNTO: 1,  # [PB-25a]
    BetPlace.BANCO: 1,  # [PB-25a]
    BetPlace.TIE: 8,  # [PB-25b]
    BetPlace.PUNTO_PAIR: 11,  # [PB-25c]
    BetPlace.BANCO_PAIR: 11,  # [PB-25c]
}

# At a Macau table with a maximum of prizes, as a percentage of it: the difference of the sides, all ties,
# all of a pair.
CAP_PERCENT: Mapping[BetPlace, int] = {
    BetPlace.PUNTO: 100,  # [PB-43a]
    BetPlace.BANCO: 100,  # [PB-43a]
    BetPlace.TIE: 10,  # [PB-43b]
    BetPlace.PUNTO_PAIR: 8,  # [PB-43c]
    BetPlace.BANCO_PAIR: 8,  # [PB-43c]
}


class Commission(StrEnum):
    """How commission is taken from prizes: not at all, or in one of the two ways of rule 26.  [PB-26]"""

    NONE = "none"
    A = "a"  # [PB-26a]
    B = "b"  # [PB-26b]


COMMISSION_PERCENT: Mapping[Commission, int] = {Commission.A: 5, Commission.B: 50}  # [PB-26a] [PB-26b]
# The scores with which banco must win for commission to be due.
COMMISSION_SCORES: Mapping[Commission, tuple[int, ...]] = {
    Commission.A: tuple(range(10)),  # [PB-26a]
    Commission.B: (5, 6),  # [PB-26b]
}


class Charged(StrEnum):
    """Which prizes of a round won by banco bear commission (A40).  [PB-26a] [PB-26b]"""

    BANCO_BETS = "banco-bets"
    ALL_PRIZES = "all-prizes"


class PairCap(StrEnum):
    """What the eight per cent of rule 43 c) apply to (A41).  [PB-43c]"""

    EACH = "each"  # all bets on one of the two pair chances
    TOGETHER = "together"  # all bets on both


class Shoe(StrEnum):
    """How long one shuffle is used."""

    FRESH = "fresh"  # for one round
    KEPT = "kept"  # until the cut card appears


class Times(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One multiple for each letter of rule 15; None leaves the chance to the general rule."""

    side: int | None = None
    tie: int | None = None
    pair: int | None = None

    def of(self, place: BetPlace) -> int | None:
        figure: int | None = getattr(self, TIMES_FIELDS[place])
        return figure


TIMES_FIELDS: Mapping[BetPlace, str] = {
    BetPlace.PUNTO: "side",
    BetPlace.BANCO: "side",
    BetPlace.TIE: "tie",
    BetPlace.PUNTO_PAIR: "pair",
    BetPlace.BANCO_PAIR: "pair",
}


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of ponto e banca.  [PB-P2]"""

    variants: tuple[str, ...] = VARIANTS  # that tables may have  [PB-39]
    decks: tuple[int, ...] = DECKS  # the sizes of shoe that tables may have  [PB-6b]
    pairs: bool = True  # may a table offer the two pair bets?  [PB-10]
    max_times: Times = Times()  # stricter multiples than the regulation's  [PB-15a] [PB-15b] [PB-15c]
    # A table uses one of them, or none (A40).  [PB-26] [PB-26a] [PB-26b]
    commissions: tuple[Commission, ...] = tuple(Commission)
    charged: Charged = Charged.BANCO_BETS  # (A40)  [PB-26a] [PB-26b]
    prize_cap: bool = True  # may a Macau table set a maximum of prizes?  [PB-41]
    pair_cap: PairCap = PairCap.EACH  # (A41)  [PB-43c]
    inactivity: Inactivity = Inactivity()
    # Seconds; a round that the operator's own fault interrupts for longer is void.  [PB-29]
    resume_within: int = 120
    demo: bool = True  # is the game also offered for demonstration credits?  [PB-37]
    chat: bool = False  # may players at a table write to each other?
    draw: DrawTerms = DrawTerms()


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    variant: str  # [PB-39]
    minimum: Cents  # of a chance; maximums are multiples of it  [PB-14]
    mode: Mode = Mode.MULTIPLE  # [PB-4]
    currency: str = "EUR"
    decks: int = 8  # [PB-6b]
    commission: Commission = Commission.A  # [PB-26]
    pairs: bool = True  # [PB-10]
    max_times: Times = Times()  # stricter multiples than the rule sheet's
    # The most that a Macau table pays on the difference of the two sides.  [PB-41]
    prize_cap: Cents | None = None
    step: Cents = 20  # every stake is a multiple of it, so that five per cent of a stake is whole cents (A01)
    shoe: Shoe = Shoe.FRESH
    cut_card: int = 52  # cards behind the cut card of a kept shoe; the round in which it appears is the last
    betting_seconds: int = 20  # [PB-27a]
    card_ms: int = 600  # the pace of the dealing, from one card to the next
    rest_seconds: int = 10  # from the last card to the next round: chips are collected and paid
    seats: int = MAX_SEATS  # [PB-6a]
    languages: tuple[str, ...] = ("pt-pt", "en")


class BetLimits(Struct, frozen=True):
    """What one player may stake on one chance in one round.

    A Macau table has no maximum.

    [PB-15a] [PB-40]
    """

    minimum: Cents
    maximum: Cents | None = None
    times: int | None = None


def offered_places(sheet: Sheet, setting: Setting) -> tuple[BetPlace, ...]:
    has_pairs = sheet.pairs and setting.pairs
    return tuple(place for place in BetPlace if place not in PAIRS or has_pairs)  # [PB-10]


def limits_of(sheet: Sheet, setting: Setting, place: BetPlace) -> BetLimits:
    if setting.variant == MACAU:
        return BetLimits(setting.minimum)  # [PB-39] [PB-40]
    given = (setting.max_times.of(place), sheet.max_times.of(place), STAKE_MAX_TIMES[place])
    times = min(times for times in given if times is not None)
    return BetLimits(setting.minimum, times * setting.minimum, times)  # [PB-14] [PB-15a] [PB-15b] [PB-15c]


@lru_cache(maxsize=512)
def bet_limits(sheet: Sheet, setting: Setting) -> Mapping[str, BetLimits]:
    """The limits of every chance that is offered."""
    return {place: limits_of(sheet, setting, place) for place in offered_places(sheet, setting)}


def prize_cap_of(setting: Setting, place: BetPlace) -> Cents:
    """A chance's part of the maximum of prizes, rounded down."""
    return (setting.prize_cap or 0) * CAP_PERCENT[place] // 100


# --- Checks of a rule sheet


def check_sheet(sheet: Sheet) -> list[Breach]:
    return [
        *check_choices("PB-39", "variants", sheet.variants, VARIANTS),  # [PB-39]
        *check_choices("PB-6b", "decks", sheet.decks, DECKS),  # [PB-6b]
        *check_choices("PB-26", "commissions", sheet.commissions, tuple(Commission)),  # [PB-26]
        *_check_multiples(sheet.max_times, STAKE_MAX_TIMES, "above-legal"),
        # [PB-35a] [PB-35b] [PB-36]
        *check_inactivity(sheet.inactivity, "PB-35a", "PB-35b", "PB-36"),
        *check_resume_within("PB-29", sheet.resume_within),
        *check_draw_terms("PB-29", sheet.draw, sheet.resume_within),
    ]


def _check_multiples(times: Times, most: Mapping[BetPlace, int], code: str) -> Iterator[Breach]:
    for place in (BetPlace.PUNTO, BetPlace.TIE, BetPlace.PUNTO_PAIR):
        given = times.of(place)
        if given is not None and not 1 <= given <= most[place]:
            details = {"place": str(place), "most": most[place], "given": given}
            field = f"max_times.{TIMES_FIELDS[place]}"
            rule = f"PB-15{RULE_LETTERS[place]}"  # [PB-15a] [PB-15b] [PB-15c]
            yield Breach(rule, field, code if given > 0 else "not-positive", details)


# --- Checks of a table setting


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    breaches = [*_check_choices_in_sheet(sheet, setting), *_check_table(setting)]
    for field in ("minimum", "step"):
        given = getattr(setting, field)
        if given < 1:
            return [*breaches, Breach("PB-14", field, "not-positive", {"given": given})]  # [PB-14]
    breaches += check_step("PB-14", "minimum", setting.minimum, setting.step)
    if setting.variant == MACAU:
        return [*breaches, *_check_macau(sheet, setting)]
    most = {place: min(sheet.max_times.of(place) or times, times) for place, times in STAKE_MAX_TIMES.items()}
    breaches += _check_multiples(setting.max_times, most, "above-sheet")
    if setting.prize_cap is not None:  # Macau tables only  [PB-41]
        breaches.append(Breach("PB-41", "prize_cap", "not-allowed", {"given": setting.prize_cap}))
    return breaches


def _check_choices_in_sheet(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if setting.variant not in sheet.variants:
        yield Breach("PB-39", "variant", "not-in-sheet", {"given": setting.variant})  # [PB-39]
    if setting.decks not in sheet.decks:
        yield Breach("PB-6b", "decks", "not-in-sheet", {"given": setting.decks})  # [PB-6b]
    if setting.pairs and not sheet.pairs:
        yield Breach("PB-10", "pairs", "not-in-sheet", {"given": setting.pairs})  # [PB-10]
    if setting.commission not in sheet.commissions:
        yield Breach("PB-26", "commission", "not-in-sheet", {"given": str(setting.commission)})  # [PB-26]
    # Euro, or demonstration credits if the sheet allows them.  [PB-14] [PB-37]
    yield from check_currency(setting.currency, demo=sheet.demo, unknown_rule="PB-14", demo_rule="PB-37")


def _check_table(setting: Setting) -> Iterator[Breach]:
    yield from check_range("PB-6a", "seats", setting.seats, 1, MAX_SEATS)  # [PB-6a]
    if setting.mode is Mode.INDIVIDUAL and 1 < setting.seats <= MAX_SEATS:
        yield Breach("PB-4", "seats", "individual-has-one", {"given": setting.seats})  # [PB-4]
    yield from check_seconds(
        "PB-27a", "betting_seconds", setting.betting_seconds, LEAST_BETTING_SECONDS
    )  # [PB-27a]
    yield from check_range("PB-3", "card_ms", setting.card_ms, *CARD_MS)  # [PB-3]
    yield from check_seconds("PB-2c", "rest_seconds", setting.rest_seconds, LEAST_REST_SECONDS)
    if not setting.languages:
        yield Breach("PB-27b", "languages", "missing")  # [PB-27b]
    if setting.shoe is Shoe.KEPT:  # a hand that must draw always finds a card  [PB-20]
        yield from check_range("PB-20", "cut_card", setting.cut_card, MAX_CARDS, setting.decks * PACK // 2)


def _check_macau(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    cap = setting.prize_cap
    if setting.max_times != Times():
        yield Breach("PB-40", "max_times", "not-allowed")  # [PB-40]
    if cap is None:
        return
    if not sheet.prize_cap:
        yield Breach("PB-41", "prize_cap", "not-in-sheet", {"given": cap})  # [PB-41]
    # The minimum must fit under the limit of every chance that the table offers.  [PB-9c] [PB-10] [PB-41]
    least = max(-(-setting.minimum * 100 // CAP_PERCENT[place]) for place in offered_places(sheet, setting))
    if cap < least:
        yield Breach("PB-41", "prize_cap", "too-low", {"least": least, "given": cap})

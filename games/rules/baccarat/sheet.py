"""What the operator sets for ponto e banca: the rule sheet, the setting of each table, and what both must respect.

One sheet serves both ways of playing. A Macau table is a table of ponto e banca without the maxima of rule 15, and perhaps
with a maximum of prizes instead.  [PB-39]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from games.rules.engine import Breach, Cents
from games.rules.shared.cards import PACK
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity

PUNTO_BANCO, MACAU = "punto-banco", "macau"
VARIANTS = (PUNTO_BANCO, MACAU)
DECKS = (6, 8)  # [PB-6b]
MOST_SEATS = 9  # [PB-6a]
MOST_IN_A_ROUND = 6  # cards


class Place(StrEnum):
    """The chances of rules 9 and 10, in their order."""

    PUNTO = "punto"  # [PB-9a]
    BANCO = "banco"  # [PB-9b]
    TIE = "tie"  # [PB-9c]
    PUNTO_PAIR = "punto-pair"  # [PB-10]
    BANCO_PAIR = "banco-pair"  # [PB-10]


SIDES = (Place.PUNTO, Place.BANCO)
PAIRS = (Place.PUNTO_PAIR, Place.BANCO_PAIR)
OTHER: Mapping[Place, Place] = {Place.PUNTO: Place.BANCO, Place.BANCO: Place.PUNTO}

# The letter of each chance in rules 15 and 25, and the letter of rule 43 that limits it at a Macau table.
LETTER: Mapping[Place, str] = {
    Place.PUNTO: "a",
    Place.BANCO: "a",
    Place.TIE: "b",
    Place.PUNTO_PAIR: "c",
    Place.BANCO_PAIR: "c",
}

# The stake on each chance is at most this many times the minimum.
STAKE_MAX_TIMES: Mapping[Place, int] = {
    Place.PUNTO: 70,  # [PB-15a]
    Place.BANCO: 70,  # [PB-15a]
    Place.TIE: 15,  # [PB-15b]
    Place.PUNTO_PAIR: 8,  # [PB-15c]
    Place.BANCO_PAIR: 8,  # [PB-15c]
}

# The prize of a winning stake, as so many times the stake, which stays the player's besides.
PRIZES: Mapping[Place, int] = {
    Place.PUNTO: 1,  # [PB-25a]
    Place.BANCO: 1,  # [PB-25a]
    Place.TIE: 8,  # [PB-25b]
    Place.PUNTO_PAIR: 11,  # [PB-25c]
    Place.BANCO_PAIR: 11,  # [PB-25c]
}

# At a Macau table with a maximum of prizes, in per cent of it: how far one side may pass the other, all ties, all of a pair.
CAP_PERCENT: Mapping[Place, int] = {
    Place.PUNTO: 100,  # [PB-43a]
    Place.BANCO: 100,  # [PB-43a]
    Place.TIE: 10,  # [PB-43b]
    Place.PUNTO_PAIR: 8,  # [PB-43c]
    Place.BANCO_PAIR: 8,  # [PB-43c]
}


class Commission(StrEnum):
    """What the house takes of the prizes: nothing, or by one of the two ways of rule 26.  [PB-26]"""

    NONE = "none"
    A = "a"  # [PB-26a]
    B = "b"  # [PB-26b]


COMMISSION_PERCENT: Mapping[Commission, int] = {Commission.A: 5, Commission.B: 50}  # [PB-26a] [PB-26b]
COMMISSION_SCORES: Mapping[Commission, tuple[int, ...]] = {
    Commission.A: tuple(range(10)),
    Commission.B: (5, 6),
}  # [PB-26a] [PB-26b]


class Charged(StrEnum):
    """Which prizes of a round won by banco bear the commission (A40).  [PB-26a] [PB-26b]"""

    BANCO_BETS = "banco-bets"
    ALL_PRIZES = "all-prizes"


class PairCap(StrEnum):
    """What the eight per cent of rule 43 c) hold for (A41).  [PB-43c]"""

    EACH = "each"  # all bets on one pair chance, each of the two by itself
    TOGETHER = "together"  # all bets on both


class Shoe(StrEnum):
    """How long one shuffle is dealt from."""

    FRESH = "fresh"  # every round has its own
    KEPT = "kept"  # until the cut card


class Times(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """One multiple for each letter of rule 15; None leaves the chance to the general rule."""

    side: int | None = None
    tie: int | None = None
    pair: int | None = None

    def of(self, place: Place) -> int | None:
        figure: int | None = getattr(self, FIELD[place])
        return figure


FIELD: Mapping[Place, str] = {
    Place.PUNTO: "side",
    Place.BANCO: "side",
    Place.TIE: "tie",
    Place.PUNTO_PAIR: "pair",
    Place.BANCO_PAIR: "pair",
}


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of ponto e banca.  [PB-P2]"""

    variants: tuple[str, ...] = VARIANTS  # the ways of playing that tables may have  [PB-39]
    decks: tuple[int, ...] = DECKS  # the sizes of shoe that tables may have  [PB-6b]
    pairs: bool = True  # may a table offer the two pair bets?  [PB-10]
    max_times: Times = Times()  # tighter multiples than the regulation's  [PB-15a] [PB-15b] [PB-15c]
    commissions: tuple[Commission, ...] = tuple(
        Commission
    )  # a table has one of them, or none (A40)  [PB-26] [PB-26a] [PB-26b]
    charged: Charged = Charged.BANCO_BETS  # (A40)  [PB-26a] [PB-26b]
    prize_cap: bool = True  # may a Macau table set a maximum of prizes?  [PB-41]
    pair_cap: PairCap = PairCap.EACH  # (A41)  [PB-43c]
    inactivity: Inactivity = Inactivity()
    resume_within: int = (
        120  # seconds in which a round that the house's own fault stopped goes on, or is void  [PB-29]
    )
    demo: bool = True  # is the game also offered for demonstration credits?  [PB-37]
    chat: bool = False  # may players at a table write to each other?


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    variant: str  # [PB-39]
    minimum: Cents  # the least on a chance, and the base of every maximum  [PB-14]
    mode: Mode = Mode.MULTIPLE  # [PB-4]
    currency: str = "EUR"
    decks: int = 8  # [PB-6b]
    commission: Commission = Commission.A  # [PB-26]
    pairs: bool = True  # [PB-10]
    max_times: Times = Times()  # tighter multiples than the rule sheet's
    prize_cap: Cents | None = (
        None  # the most that a Macau table pays on the difference of the two sides  [PB-41]
    )
    step: Cents = 20  # every stake is a multiple of it; five per cent of such a stake are whole cents (A01)
    shoe: Shoe = Shoe.FRESH
    cut_card: int = (
        52  # cards behind the cut card of a kept shoe; when it comes out, the round is the shoe's last
    )
    betting_seconds: int = 20  # [PB-27a]
    card_ms: int = 600  # the pace of the dealing, from one card to the next
    rest_seconds: int = (
        10  # from the last card to the next round: scores are counted, chips collected and paid
    )
    seats: int = MOST_SEATS  # [PB-6a]
    languages: tuple[str, ...] = ("pt-pt", "en")


class Bound(Struct, frozen=True):
    """What one player may have on one chance in one round; at a Macau table there is no most.  [PB-15a] [PB-40]"""

    least: Cents
    most: Cents | None = None
    times: int | None = None


def offered(sheet: Sheet, setting: Setting) -> tuple[Place, ...]:
    return tuple(place for place in Place if place not in PAIRS or (sheet.pairs and setting.pairs))  # [PB-10]


def bound(sheet: Sheet, setting: Setting, place: Place) -> Bound:
    if setting.variant == MACAU:
        return Bound(setting.minimum)  # [PB-39] [PB-40]
    given = (setting.max_times.of(place), sheet.max_times.of(place), STAKE_MAX_TIMES[place])
    times = min(times for times in given if times is not None)
    return Bound(setting.minimum, times * setting.minimum, times)  # [PB-14] [PB-15a] [PB-15b] [PB-15c]


@lru_cache(maxsize=512)
def bounds(sheet: Sheet, setting: Setting) -> Mapping[str, Bound]:
    """Every chance that is offered, with its bounds."""
    return {place: bound(sheet, setting, place) for place in offered(sheet, setting)}


def cap_of(setting: Setting, place: Place) -> Cents:
    """That chance's part of the maximum of prizes; of a cent that does not divide, the table keeps to the lower side."""
    return (setting.prize_cap or 0) * CAP_PERCENT[place] // 100


def check(sheet: Sheet) -> list[Breach]:
    """Every way in which the sheet contradicts the regulation."""
    found: list[Breach] = []
    lists: tuple[tuple[str, str, tuple[object, ...], tuple[object, ...]], ...] = (
        ("variants", "PB-39", sheet.variants, VARIANTS),  # [PB-39]
        ("decks", "PB-6b", sheet.decks, DECKS),  # [PB-6b]
        ("commissions", "PB-26", sheet.commissions, tuple(Commission)),  # [PB-26]
    )
    for field, rule, given, lawful in lists:
        if not given:
            found.append(Breach(rule, field, "missing"))
        found += [Breach(rule, field, "unknown", {"given": each}) for each in given if each not in lawful]
        if len(set(given)) != len(given):
            found.append(Breach(rule, field, "twice"))
    found += _wrong_times(sheet.max_times, STAKE_MAX_TIMES, "above-legal")
    found += check_inactivity(sheet.inactivity, "PB-35a", "PB-35b", "PB-36")  # [PB-35a] [PB-35b] [PB-36]
    if not 1 <= sheet.resume_within <= 3600:
        found.append(
            Breach(
                "PB-29",
                "resume_within",
                "out-of-range",
                {"least": 1, "most": 3600, "given": sheet.resume_within},
            )
        )
    return found


def _wrong_times(times: Times, most: Mapping[Place, int], code: str) -> Iterator[Breach]:
    for place in (Place.PUNTO, Place.TIE, Place.PUNTO_PAIR):
        given, field = times.of(place), f"max_times.{FIELD[place]}"
        if given is not None and not 1 <= given <= most[place]:
            said = {"place": str(place), "most": most[place], "given": given}
            yield Breach(
                f"PB-15{LETTER[place]}", field, code if given > 0 else "not-positive", said
            )  # [PB-15a] [PB-15b] [PB-15c]


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    """Every way in which the table's setting contradicts its sheet or the regulation."""
    found = [
        Breach(rule, field, "not-in-sheet", {"given": given})
        for rule, field, given, allowed in (
            ("PB-39", "variant", setting.variant, setting.variant in sheet.variants),  # [PB-39]
            ("PB-6b", "decks", setting.decks, setting.decks in sheet.decks),  # [PB-6b]
            ("PB-10", "pairs", setting.pairs, sheet.pairs or not setting.pairs),  # [PB-10]
            (
                "PB-26",
                "commission",
                str(setting.commission),
                setting.commission in sheet.commissions,
            ),  # [PB-26]
            ("PB-37", "currency", setting.currency, sheet.demo or setting.currency != "DEMO"),  # [PB-37]
        )
        if not allowed
    ]
    if setting.currency not in ("EUR", "DEMO"):
        found.append(Breach("PB-14", "currency", "unknown", {"given": setting.currency}))  # [PB-14]
    if not 1 <= setting.seats <= MOST_SEATS:
        found.append(
            Breach("PB-6a", "seats", "out-of-range", {"least": 1, "most": MOST_SEATS, "given": setting.seats})
        )  # [PB-6a]
    elif setting.mode == Mode.INDIVIDUAL and setting.seats != 1:
        found.append(Breach("PB-4", "seats", "individual-has-one", {"given": setting.seats}))  # [PB-4]
    if setting.betting_seconds < 5:
        found.append(
            Breach("PB-27a", "betting_seconds", "too-short", {"least": 5, "given": setting.betting_seconds})
        )  # [PB-27a]
    if not 100 <= setting.card_ms <= 5000:
        found.append(
            Breach("PB-3", "card_ms", "out-of-range", {"least": 100, "most": 5000, "given": setting.card_ms})
        )  # [PB-3]
    if setting.rest_seconds < 5:
        found.append(
            Breach("PB-2c", "rest_seconds", "too-short", {"least": 5, "given": setting.rest_seconds})
        )
    if not setting.languages:
        found.append(Breach("PB-27b", "languages", "missing"))  # [PB-27b]
    if setting.shoe == Shoe.KEPT and not MOST_IN_A_ROUND <= setting.cut_card <= setting.decks * PACK // 2:
        said = {"least": MOST_IN_A_ROUND, "most": setting.decks * PACK // 2, "given": setting.cut_card}
        found.append(
            Breach("PB-20", "cut_card", "out-of-range", said)
        )  # whoever must draw finds a card  [PB-20]
    if setting.minimum < 1 or setting.step < 1:
        field = "minimum" if setting.minimum < 1 else "step"
        return [*found, Breach("PB-14", field, "not-positive", {"given": getattr(setting, field)})]  # [PB-14]
    return [*found, *_wrong_money(sheet, setting)]


def _wrong_money(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if setting.minimum % setting.step:
        yield Breach("PB-14", "minimum", "not-a-step", {"given": setting.minimum, "step": setting.step})
    if setting.variant != MACAU:
        most = {
            place: min(sheet.max_times.of(place) or times, times) for place, times in STAKE_MAX_TIMES.items()
        }
        yield from _wrong_times(setting.max_times, most, "above-sheet")
        if setting.prize_cap is not None:
            yield Breach(
                "PB-41", "prize_cap", "not-allowed", {"given": setting.prize_cap}
            )  # Macau tables only  [PB-41]
        return
    if setting.max_times != Times():
        yield Breach("PB-40", "max_times", "not-allowed")  # [PB-40]
    if setting.prize_cap is None:
        return
    if not sheet.prize_cap:
        yield Breach("PB-41", "prize_cap", "not-in-sheet", {"given": setting.prize_cap})  # [PB-41]
    # Whatever the table offers, its minimum must have room there.
    least = max(-(-setting.minimum * 100 // CAP_PERCENT[place]) for place in offered(sheet, setting))
    if setting.prize_cap < least:
        yield Breach(
            "PB-41", "prize_cap", "too-low", {"least": least, "given": setting.prize_cap}
        )  # [PB-9c] [PB-10] [PB-41]

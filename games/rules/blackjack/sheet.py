"""What the operator sets for blackjack: the rule sheet, the setting of each table, and what both must respect."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rules.blackjack.hands import most_cards
from games.rules.engine import Breach, Cents
from games.rules.shared.cards import PACK
from games.rules.shared.sessions import Inactivity, Mode, check_inactivity

SYSTEM: Final = "blackjack"
DECKS: Final = (4, 6, 8)  # [BJ-4b]
MOST_PLACES: Final = 7  # [BJ-4a]
MAX_TIMES: Final = 100  # [BJ-11]
SPLITS_KEPT: Final = (
    3  # splits of each place that every shoe is sure to hold cards for, where the sheet names no limit
)


class Shoe(StrEnum):
    """Whether cards are shuffled before every round, or a shoe is dealt on until its cut card comes."""

    FRESH = "fresh"
    CUT = "cut"


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of blackjack.  [BJ-P2] [BJ-16]"""

    decks: tuple[int, ...] = DECKS  # the shoes that may be used  [BJ-4b]
    modes: tuple[Mode, ...] = (Mode.INDIVIDUAL, Mode.MULTIPLE)  # [BJ-5]
    player_starts: bool = (
        True  # at a table of one the player starts the deal, so without this there are none  [BJ-13]
    )
    places_per_player: int = 1  # on how many places one player may bet; 1: on the own place alone  [BJ-7]
    max_times: int = MAX_TIMES  # the maximum bet is at most so many times the minimum  [BJ-11]
    double_any: bool = False  # doubling whatever the total  [BJ-16a]
    # A14: where doubling is free, it binds no ace, not even one whose 1 makes 9, 10 or 11; True binds that one all the same.  [BJ-8a-ii]
    double_any_low_ace: bool = False
    pairs_only: bool = False  # splitting of real pairs alone  [BJ-16b]
    split_limit: int | None = 3  # splits of one place in a round; None sets no limit  [BJ-16c]
    resplit_aces: bool = True  # A18: rule 22 allows it, a limit by 16 c may forbid it  [BJ-16c]
    insurance: bool = True  # [BJ-16d]
    special_prizes: bool = True  # [BJ-16e]
    inactivity: Inactivity = Inactivity()  # [BJ-35a] [BJ-35b] [BJ-36]
    resume_within: int = (
        120  # seconds in which a round that the house's own fault stopped goes on, or is void
    )
    demo: bool = True  # is the game also offered for demonstration credits?  [BJ-37]
    chat: bool = False  # may players at a table write to each other?


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    minimum: Cents  # [BJ-10]
    maximum: Cents  # for the initial bet of each place (A57)  [BJ-10] [BJ-11]
    decks: int = 6  # [BJ-4b]
    mode: Mode = Mode.MULTIPLE  # [BJ-5]
    places: int = MOST_PLACES  # betting circles on the table  [BJ-4a]
    seats: int = MOST_PLACES  # players; each has the place of the same number for his own
    places_per_player: int = 1  # [BJ-7]
    shoe: Shoe = Shoe.FRESH
    cut: int = (
        0  # cards dealt from a shoe before its cut card; the round in which it comes is the shoe's last
    )
    currency: str = "EUR"
    step: Cents = 100  # every bet is a multiple of it, so that no half of one breaks a cent (A01)
    betting_seconds: int = 20  # [BJ-12a]
    decision_seconds: int = 20  # for each decision; the rules name no time (A03)
    extra_seconds: int = 10  # after the warning that the time is up
    rest_seconds: int = 6  # from the payment to the next round
    languages: tuple[str, ...] = ("pt-pt", "en")


def check(sheet: Sheet) -> list[Breach]:
    """Every way in which the sheet contradicts the regulation."""
    found: list[Breach] = []
    if not sheet.decks:
        found.append(Breach("BJ-4b", "decks", "missing"))
    found += [
        Breach("BJ-4b", "decks", "unknown", {"given": given}) for given in sheet.decks if given not in DECKS
    ]  # [BJ-4b]
    if len(set(sheet.decks)) != len(sheet.decks):
        found.append(Breach("BJ-4b", "decks", "twice"))
    if not sheet.modes:
        found.append(Breach("BJ-5", "modes", "missing"))
    if Mode.INDIVIDUAL in sheet.modes and not sheet.player_starts:
        found.append(Breach("BJ-13", "modes", "nobody-starts"))  # [BJ-13]
    ranges = (
        ("BJ-7", "places_per_player", sheet.places_per_player, 1, MOST_PLACES),
        ("BJ-11", "max_times", sheet.max_times, 1, MAX_TIMES),  # [BJ-11]
        ("BJ-16c", "split_limit", sheet.split_limit, 0, MOST_PLACES * PACK),
        ("BJ-27", "resume_within", sheet.resume_within, 1, 3600),
    )
    found += [
        Breach(rule, field, "out-of-range", {"least": least, "most": most, "given": given})
        for rule, field, given, least, most in ranges
        if given is not None and not least <= given <= most
    ]
    return [
        *found,
        *check_inactivity(sheet.inactivity, "BJ-35a", "BJ-35b", "BJ-36"),
    ]  # [BJ-35a] [BJ-35b] [BJ-36]


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    """Every way in which the table's setting contradicts its sheet or the regulation."""
    return [*_wrong_table(sheet, setting), *_wrong_shoe(sheet, setting), *_wrong_money(sheet, setting)]


def _wrong_table(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if not 1 <= setting.places <= MOST_PLACES:  # [BJ-4a]
        yield Breach(
            "BJ-4a", "places", "out-of-range", {"least": 1, "most": MOST_PLACES, "given": setting.places}
        )
    if setting.mode not in sheet.modes:
        yield Breach("BJ-5", "mode", "not-in-sheet", {"given": str(setting.mode)})  # [BJ-5]
    if setting.mode is Mode.INDIVIDUAL and setting.seats != 1:
        yield Breach("BJ-5", "seats", "individual-has-one", {"given": setting.seats})  # [BJ-5]
    elif not 1 <= setting.seats <= setting.places:
        yield Breach(
            "BJ-4a", "seats", "out-of-range", {"least": 1, "most": setting.places, "given": setting.seats}
        )  # [BJ-4a]
    most = max(1, min(sheet.places_per_player, setting.places))
    if not 1 <= setting.places_per_player <= most:  # [BJ-7]
        said = {"least": 1, "most": most, "given": setting.places_per_player}
        yield Breach(
            "BJ-7",
            "places_per_player",
            "above-sheet" if setting.places_per_player > most else "out-of-range",
            said,
        )
    if setting.currency not in ("EUR", "DEMO"):
        yield Breach("BJ-P2", "currency", "unknown", {"given": setting.currency})  # [BJ-P2]
    if setting.currency == "DEMO" and not sheet.demo:
        yield Breach("BJ-37", "currency", "not-in-sheet", {"given": setting.currency})  # [BJ-37]
    times = (("BJ-12a", "betting_seconds"), ("BJ-24b", "decision_seconds"), ("BJ-2f", "rest_seconds"))
    for rule, field in times:
        if (given := getattr(setting, field)) < 5:
            yield Breach(rule, field, "too-short", {"least": 5, "given": given})
    if not setting.languages:
        yield Breach("BJ-12b", "languages", "missing")


def _wrong_shoe(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if setting.decks not in sheet.decks:
        yield Breach("BJ-4b", "decks", "not-in-sheet", {"given": setting.decks})  # [BJ-4b]
    splits = SPLITS_KEPT if sheet.split_limit is None else sheet.split_limit
    needed = most_cards(setting.places * (splits + 1) + 1, setting.decks)
    room = PACK * setting.decks - needed
    if setting.shoe is Shoe.CUT and not 1 <= setting.cut <= room:
        yield Breach("BJ-27", "cut", "out-of-range", {"least": 1, "most": room, "given": setting.cut})
    if setting.shoe is Shoe.FRESH and setting.cut:
        yield Breach("BJ-4b", "cut", "no-cut-card", {"given": setting.cut})


def _wrong_money(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    for field in ("minimum", "step"):
        if (given := getattr(setting, field)) < 1:
            yield Breach("BJ-10", field, "not-positive", {"given": given})  # [BJ-10]
    if setting.minimum < 1 or setting.step < 1:
        return
    if setting.step % 2:
        yield Breach(
            "BJ-25a", "step", "breaks-a-cent", {"given": setting.step}
        )  # three halves of every bet are whole cents (A01)
    for field in ("minimum", "maximum"):
        if (given := getattr(setting, field)) % setting.step:
            yield Breach("BJ-10", field, "not-a-step", {"given": given, "step": setting.step})
    if setting.maximum < setting.minimum:
        yield Breach(
            "BJ-9", "maximum", "below-minimum", {"given": setting.maximum, "least": setting.minimum}
        )  # [BJ-9]
    times = max(1, min(sheet.max_times, MAX_TIMES))
    if setting.maximum > times * setting.minimum:  # [BJ-11]
        said = {
            "times": times,
            "minimum": setting.minimum,
            "most": times * setting.minimum,
            "given": setting.maximum,
        }
        yield Breach("BJ-11", "maximum", "above-legal" if times == MAX_TIMES else "above-sheet", said)

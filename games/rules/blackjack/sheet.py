"""What the operator sets for blackjack: the rule sheet, the setting of each table, and the checks of both."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rules.blackjack.hands import BANK_STANDS_AT, max_cards
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

SYSTEM: Final = "blackjack"
DECKS: Final = (4, 6, 8)  # [BJ-4b]
MAX_PLACES: Final = 7  # [BJ-4a]
MAX_TIMES: Final = 100  # [BJ-11]
MUST_DRAW_TO: Final = 11  # a hand may not stand with less  [BJ-15a]
LAPSE_DRAWS_TO: Final = (MUST_DRAW_TO, BANK_STANDS_AT - 1)  # as the bank at most  [BJ-15a] [BJ-17b]
LEAST_SECONDS: Final = 5
MOST_SECONDS: Final = 120
LEAST_REST_SECONDS: Final = 5
ASSUMED_SPLITS: Final = 3  # of each place, for the size of the shoe where the sheet sets no limit


class Shoe(StrEnum):
    """Whether cards are shuffled before every round, or a shoe is used until its cut card appears."""

    FRESH = "fresh"
    CUT = "cut"


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of blackjack.  [BJ-P2] [BJ-16]"""

    decks: tuple[int, ...] = DECKS  # the sizes of shoe that tables may use  [BJ-4b]
    modes: tuple[Mode, ...] = (Mode.INDIVIDUAL, Mode.MULTIPLE)  # [BJ-5]
    player_starts: bool = (
        True  # the player of an individual table starts the deal; without this there are none  [BJ-13]
    )
    places_per_player: int = 1  # places on which one player may bet; with 1 only his own  [BJ-7]
    max_times: int = MAX_TIMES  # the greatest multiple of the minimum that a maximum may be  [BJ-11]
    double_any: bool = False  # doubling on any total  [BJ-16a]
    # A14: doubling on any total binds no ace. True still binds one that counts 1 in a total of 9, 10 or 11.
    # [BJ-8a-ii]
    double_any_low_ace: bool = False
    double_late: bool = False  # A56: also a hand that has drawn cards may be doubled  [BJ-15b]
    surrender_late: bool = False  # A17: also a hand that has drawn cards may be given up  [BJ-15e]
    pairs_only: bool = False  # only real pairs may be split  [BJ-16b]
    split_limit: int | None = 3  # splits of one place in a round; None for no limit  [BJ-16c]
    resplit_aces: bool = True  # A18: rule 22 allows it, a limit by 16 c may forbid it  [BJ-16c]
    insurance: bool = True  # [BJ-16d]
    special_prizes: bool = True  # [BJ-16e]
    # A03: a player's time is over: the hand draws with this total or less, and stands above it.  [BJ-15a]
    lapse_draws_to: int = MUST_DRAW_TO
    least_decision_seconds: int = LEAST_SECONDS  # no table gives less time for a decision (A03)  [BJ-24b]
    least_extra_seconds: int = 0  # nor less after the warning that the time is up  [BJ-24b]
    inactivity: Inactivity = Inactivity()  # [BJ-35a] [BJ-35b] [BJ-36]
    resume_within: int = 120  # seconds; a round that the operator's own fault interrupts for longer is void
    demo: bool = True  # is the game also offered for demonstration credits?  [BJ-37]
    chat: bool = False  # may players at a table write to each other?
    draw: DrawTerms = DrawTerms()


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    minimum: Cents  # [BJ-10]
    maximum: Cents  # for the initial bet of each place (A57)  [BJ-10] [BJ-11]
    decks: int = 6  # [BJ-4b]
    mode: Mode = Mode.MULTIPLE  # [BJ-5]
    places: int = MAX_PLACES  # betting circles on the table  [BJ-4a]
    seats: int = MAX_PLACES  # players; each has the place with the same number
    places_per_player: int = 1  # [BJ-7]
    shoe: Shoe = Shoe.FRESH
    cut: int = 0  # cards before the cut card of a shoe; the round in which it appears is the shoe's last
    currency: str = "EUR"
    step: Cents = 100  # every bet is a multiple of it, so that half a bet is whole cents (A01)
    betting_seconds: int = 20  # [BJ-12a]
    decision_seconds: int = 20  # for each decision; the rules name no time (A03)
    extra_seconds: int = 10  # after the warning that the time is up
    rest_seconds: int = 6  # from the payment to the next round
    languages: tuple[str, ...] = ("pt-pt", "en")


def check_sheet(sheet: Sheet) -> list[Breach]:
    breaches = check_choices("BJ-4b", "decks", sheet.decks, DECKS)  # [BJ-4b]
    if not sheet.modes:
        breaches.append(Breach("BJ-5", "modes", "missing"))
    if Mode.INDIVIDUAL in sheet.modes and not sheet.player_starts:
        breaches.append(Breach("BJ-13", "modes", "nobody-starts"))  # [BJ-13]
    breaches += check_range("BJ-7", "places_per_player", sheet.places_per_player, 1, MAX_PLACES)
    breaches += check_range("BJ-11", "max_times", sheet.max_times, 1, MAX_TIMES)  # [BJ-11]
    if sheet.split_limit is not None:
        breaches += check_range("BJ-16c", "split_limit", sheet.split_limit, 0, MAX_PLACES * PACK)
    breaches += check_range("BJ-15a", "lapse_draws_to", sheet.lapse_draws_to, *LAPSE_DRAWS_TO)  # [BJ-15a]
    # [BJ-24b]
    breaches += check_range(
        "BJ-24b", "least_decision_seconds", sheet.least_decision_seconds, LEAST_SECONDS, MOST_SECONDS
    )
    breaches += check_range("BJ-24b", "least_extra_seconds", sheet.least_extra_seconds, 0, MOST_SECONDS)
    breaches += check_resume_within("BJ-27", sheet.resume_within)
    breaches += check_draw_terms("BJ-27", sheet.draw, sheet.resume_within)
    # [BJ-35a] [BJ-35b] [BJ-36]
    return [*breaches, *check_inactivity(sheet.inactivity, "BJ-35a", "BJ-35b", "BJ-36")]


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    return [*_check_table(sheet, setting), *_check_shoe(sheet, setting), *_check_money(sheet, setting)]


def _check_table(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    yield from check_range("BJ-4a", "places", setting.places, 1, MAX_PLACES)  # [BJ-4a]
    if setting.mode not in sheet.modes:
        yield Breach("BJ-5", "mode", "not-in-sheet", {"given": str(setting.mode)})  # [BJ-5]
    if setting.mode is Mode.INDIVIDUAL and setting.seats != 1:
        yield Breach("BJ-5", "seats", "individual-has-one", {"given": setting.seats})  # [BJ-5]
    else:
        yield from check_range("BJ-4a", "seats", setting.seats, 1, setting.places)  # [BJ-4a]
    most = max(1, min(sheet.places_per_player, setting.places))
    if not 1 <= setting.places_per_player <= most:  # [BJ-7]
        code = "above-sheet" if setting.places_per_player > most else "out-of-range"
        details = {"least": 1, "most": most, "given": setting.places_per_player}
        yield Breach("BJ-7", "places_per_player", code, details)
    # Euro, or demonstration credits if the sheet allows them.  [BJ-P2] [BJ-37]
    yield from check_currency(setting.currency, demo=sheet.demo, unknown_rule="BJ-P2", demo_rule="BJ-37")
    yield from check_seconds("BJ-12a", "betting_seconds", setting.betting_seconds, LEAST_BETTING_SECONDS)
    least = max(LEAST_SECONDS, sheet.least_decision_seconds)
    yield from check_seconds("BJ-24b", "decision_seconds", setting.decision_seconds, least)
    yield from check_seconds("BJ-24b", "extra_seconds", setting.extra_seconds, sheet.least_extra_seconds)
    yield from check_seconds("BJ-2f", "rest_seconds", setting.rest_seconds, LEAST_REST_SECONDS)
    if not setting.languages:
        yield Breach("BJ-12b", "languages", "missing")


def _check_shoe(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if setting.decks not in sheet.decks:
        yield Breach("BJ-4b", "decks", "not-in-sheet", {"given": setting.decks})  # [BJ-4b]
    splits = ASSUMED_SPLITS if sheet.split_limit is None else sheet.split_limit
    needed = max_cards(setting.places * (splits + 1) + 1, setting.decks)
    if setting.shoe is Shoe.CUT:
        yield from check_range("BJ-27", "cut", setting.cut, 1, PACK * setting.decks - needed)
    if setting.shoe is Shoe.FRESH and setting.cut:
        yield Breach("BJ-4b", "cut", "no-cut-card", {"given": setting.cut})


def _check_money(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    for field in ("minimum", "step"):
        if (given := getattr(setting, field)) < 1:
            yield Breach("BJ-10", field, "not-positive", {"given": given})  # [BJ-10]
    if setting.minimum < 1 or setting.step < 1:
        return
    if setting.step % 2:  # three halves of every bet must be whole cents (A01)
        yield Breach("BJ-25a", "step", "breaks-a-cent", {"given": setting.step})
    yield from check_step("BJ-10", "minimum", setting.minimum, setting.step)
    yield from check_step("BJ-10", "maximum", setting.maximum, setting.step)
    if setting.maximum < setting.minimum:
        details = {"given": setting.maximum, "least": setting.minimum}
        yield Breach("BJ-9", "maximum", "below-minimum", details)  # [BJ-9]
    times = max(1, min(sheet.max_times, MAX_TIMES))
    most = times * setting.minimum
    if setting.maximum > most:  # [BJ-11]
        details = {"times": times, "minimum": setting.minimum, "most": most, "given": setting.maximum}
        yield Breach("BJ-11", "maximum", "above-legal" if times == MAX_TIMES else "above-sheet", details)

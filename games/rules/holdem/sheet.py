"""What the operator sets for hold'em: the rule sheet, the setting of each table, and the checks of both."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rules.shared.checks import (
    check_choices,
    check_currency,
    check_range,
    check_resume_within,
    check_seconds,
)
from games.rules.shared.draw_terms import DrawTerms, check_draw_terms
from games.rules.shared.money import Cents
from games.rules.shared.refusals import Breach
from games.rules.shared.sessions import Inactivity, Mode

SYSTEM: Final = "holdem"
MIN_SEATS, MAX_SEATS = 2, 10  # [HE-4a] [HE-5]
MIN_PLAYERS: Final = 2  # no table starts or continues with fewer  [HE-7]
LEAST_DECISION_SECONDS: Final = 5
LEAST_REST_SECONDS: Final = 2
MAX_REST_ROUNDS: Final = 1000
LEAST_INACTIVE_ROUNDS: Final = 1  # fewer than elsewhere, if the specific rules say so  [HE-70b]
SEATS_PER_PLAYER: Final = 1  # even if others are free  [HE-9]


class Commission(StrEnum):
    """Where the operator takes its commission: one of the two, never both.  [HE-2g] [HE-16]"""

    POT = "pot"  # [HE-17a]
    BUY_IN = "buy-in"  # [HE-17b]


# The minimum and maximum commission in hundredths of one per cent, and the rule that sets them.
RATES: Final = {Commission.POT: (100, 500, "HE-17a"), Commission.BUY_IN: (500, 2_000, "HE-17b")}


class BetMaximum(StrEnum):
    """The maximum of a bet.  [HE-2a]"""

    HALF_POT = "half-pot"  # [HE-24a-i]
    FIXED_RAISES = "fixed-raises"  # [HE-24a-ii]
    POT_LIMIT = "pot-limit"  # [HE-24b]
    NO_LIMIT = "no-limit"  # [HE-24c]


LIMIT_RULES: Final = {
    BetMaximum.HALF_POT: "HE-24a-i",
    BetMaximum.FIXED_RAISES: "HE-24a-ii",
    BetMaximum.POT_LIMIT: "HE-24b",
    BetMaximum.NO_LIMIT: "HE-24c",
}


class Regime(StrEnum):
    """When a table runs."""

    CONTINUOUS = "continuous"  # [HE-2l] [HE-6a]
    SESSION = "session"  # [HE-2m] [HE-6b]


class Showdown(StrEnum):
    """Whose cards are turned after the last turn of bets.  [HE-59]"""

    EVERYBODY = "everybody"
    UNBEATEN = "unbeaten"  # a hand already beaten by one that was turned is discarded unseen


class Entry(StrEnum):
    """How a player joins who sat down, or sat out, while others played."""

    BLIND = "blind"  # with the big blind: the player waits for it or chooses to post it at once
    FREE = "free"  # with the next round


class LeastRaise(StrEnum):
    """The smallest raise, for a player who has the chips for it."""

    MINIMUM = "minimum"  # the table's minimum, which is all the regulation requires (A59)  [HE-23] [HE-34d]
    LAST_RAISE = "last-raise"  # the last raise of the turn, and never less than the minimum


# Specific rules that require more than the regulation, with numbers of their own for refusals to cite.
LEAST_RAISE_RULE: Final = "HE-E1"
SHORT_RAISE_RULE: Final = "HE-E2"


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of hold'em.  [HE-P2]"""

    system: str = SYSTEM
    commission: Commission = Commission.POT  # [HE-16]
    rate: int = 500  # in hundredths of one per cent  [HE-17a] [HE-17b]
    limits: tuple[BetMaximum, ...] = tuple(
        BetMaximum
    )  # that tables may have  [HE-24a-i] [HE-24a-ii] [HE-24b] [HE-24c]
    regimes: tuple[Regime, ...] = tuple(Regime)  # [HE-6a] [HE-6b]
    most_seats: int = MAX_SEATS  # [HE-4a]
    free_flop: bool = (
        True  # no commission if the flop turn had no bet, whatever was bet before (A22)  [HE-18]
    )
    opening_counts: bool = False  # does the first bet of a turn count as a raise?  [HE-24a-ii] [HE-38]
    least_raise: LeastRaise = LeastRaise.MINIMUM  # (A59)  [HE-23] [HE-34d]
    short_raise_reopens: bool = (
        True  # may a player who acted raise after a short all-in? (A60)  [HE-37] [HE-39]
    )
    entry: Entry = Entry.BLIND  # the regulation has two compulsory bets and no rule for newcomers  [HE-21]
    showdown: Showdown = Showdown.EVERYBODY  # [HE-59]
    all_in_face_up: bool = False  # are cards turned as soon as nobody can bet?  [HE-59]
    extra_time: bool = True  # may a table grant extra time to decide?  [HE-44]
    rest_rounds: int = 30  # rounds that a player may sit out without losing the seat; 0 for none  [HE-68]
    rest_after_lapse: bool = False  # is a player whose time runs out made to sit out?  [HE-45] [HE-68]
    # Is a player with less than the minimum who does not rebuy invited to end the session?  [HE-70a]
    invite_short: bool = True
    inactivity: Inactivity = Inactivity()  # may be set below five rounds  [HE-70b]
    # Seconds; a round that the operator's own fault interrupts for longer is void.  [HE-72]
    resume_within: int = 120
    demo: bool = True  # is the game also offered for demonstration credits?  [HE-74]
    chat: bool = False  # may players at a table write to each other?
    draw: DrawTerms = DrawTerms()


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    minimum: Cents  # of a bet, and the big blind  [HE-2b] [HE-14] [HE-22a]
    small_blind: Cents  # [HE-22b]
    buy_in: Cents  # what a player joins with, exactly  [HE-2f] [HE-8] [HE-14]
    rebuys: tuple[Cents, ...]  # the amounts that may be bought between rounds (A30)  [HE-2q] [HE-14]
    limit: BetMaximum = BetMaximum.NO_LIMIT
    raises: int = 3  # in each turn, with fixed raises  [HE-24a-ii] [HE-38]
    regime: Regime = Regime.CONTINUOUS
    hours: int = 0  # of a session table: whole sessions of one hour each (A53)  [HE-2s] [HE-6b]
    mode: Mode = Mode.MULTIPLE  # players bet against each other  [HE-1]
    currency: str = "EUR"
    betting_seconds: int = 3  # between rounds, for joining, leaving, topping up and sitting out
    decision_seconds: int = 20  # [HE-43]
    extra_seconds: int = 15  # afterwards, for the same decision  [HE-44]
    rest_seconds: int = 5  # from the payment to the next round
    seats: int = 6  # [HE-4a]
    languages: tuple[str, ...] = ("pt-pt", "en")


# --- Checks of a rule sheet


def check_sheet(sheet: Sheet) -> list[Breach]:
    breaches: list[Breach] = []
    if sheet.system != SYSTEM:
        breaches.append(Breach("", "system", "unknown", {"given": sheet.system}))
    least, most, rule = RATES[sheet.commission]
    breaches += check_range(rule, "rate", sheet.rate, least, most)  # [HE-17a] [HE-17b]
    breaches += check_range("HE-4a", "most_seats", sheet.most_seats, MIN_SEATS, MAX_SEATS)  # [HE-4a]
    breaches += check_choices("HE-24a-i", "limits", sheet.limits, tuple(BetMaximum))
    breaches += check_choices("HE-6a", "regimes", sheet.regimes, tuple(Regime))
    breaches += check_range("HE-68", "rest_rounds", sheet.rest_rounds, 0, MAX_REST_ROUNDS)
    # Fewer rounds than five are allowed here, where the specific rules say so.  [HE-70b] [HE-71]
    for name, rule in (("invited_after_rounds", "HE-70b"), ("warned_after_rounds", "HE-71")):
        breaches += check_seconds(
            rule, f"inactivity.{name}", getattr(sheet.inactivity, name), LEAST_INACTIVE_ROUNDS
        )
    breaches += check_draw_terms("HE-72", sheet.draw, sheet.resume_within)
    return [*breaches, *check_resume_within("HE-72", sheet.resume_within)]


# --- Checks of a table setting


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    return [*_check_table(sheet, setting), *_check_times(sheet, setting), *_check_money(sheet, setting)]


def _check_table(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    yield from check_range("HE-4a", "seats", setting.seats, MIN_SEATS, sheet.most_seats)  # [HE-4a] [HE-5]
    if setting.mode is not Mode.MULTIPLE:
        yield Breach("HE-1", "mode", "not-allowed", {"given": setting.mode})  # [HE-1]
    if setting.limit not in sheet.limits:
        yield Breach(LIMIT_RULES[setting.limit], "limit", "not-in-sheet", {"given": setting.limit})
    if setting.limit is BetMaximum.FIXED_RAISES and setting.raises < 1:
        yield Breach("HE-24a-ii", "raises", "not-positive", {"given": setting.raises})  # [HE-24a-ii] [HE-38]
    yield from _check_regime(sheet, setting)
    # Euro, or demonstration credits if the sheet allows them.  [HE-74]
    yield from check_currency(setting.currency, demo=sheet.demo, unknown_rule="HE-P2", demo_rule="HE-74")
    if not setting.languages:
        yield Breach("HE-P2", "languages", "missing")


def _check_regime(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    is_session = setting.regime is Regime.SESSION
    if setting.regime not in sheet.regimes:
        rule = "HE-6b" if is_session else "HE-6a"
        yield Breach(rule, "regime", "not-in-sheet", {"given": setting.regime})  # [HE-6a] [HE-6b]
    if is_session:
        yield from check_range("HE-2s", "hours", setting.hours, 1, 24)  # [HE-2s] (A53)
    elif setting.hours:  # a continuous table has no set end  [HE-6a]
        yield Breach("HE-6a", "hours", "not-allowed", {"given": setting.hours})


def _check_times(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    yield from check_seconds("HE-11b", "betting_seconds", setting.betting_seconds, 1)
    yield from check_seconds(
        "HE-43", "decision_seconds", setting.decision_seconds, LEAST_DECISION_SECONDS
    )  # [HE-43]
    yield from check_seconds("HE-61", "rest_seconds", setting.rest_seconds, LEAST_REST_SECONDS)
    yield from check_seconds("HE-44", "extra_seconds", setting.extra_seconds, 0)
    if setting.extra_seconds and not sheet.extra_time:
        yield Breach("HE-44", "extra_seconds", "not-in-sheet", {"given": setting.extra_seconds})  # [HE-44]


def _check_money(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if setting.minimum < 1:
        yield Breach("HE-14", "minimum", "not-positive", {"given": setting.minimum})  # [HE-14]
        return
    yield from check_range("HE-22b", "small_blind", setting.small_blind, 1, setting.minimum)  # [HE-22b]
    if not setting.rebuys:
        # A player who loses the stack may restore it.  [HE-12] [HE-14]
        yield Breach("HE-14", "rebuys", "missing")
    if len(set(setting.rebuys)) != len(setting.rebuys):
        yield Breach("HE-14", "rebuys", "twice")
    yield from _check_purchase(sheet, setting, "buy_in", setting.buy_in)
    for amount in setting.rebuys:
        yield from _check_purchase(sheet, setting, "rebuys", amount)


def _check_purchase(sheet: Sheet, setting: Setting, field: str, amount: Cents) -> Iterator[Breach]:
    """Chips for less than the minimum would not allow a single round.  [HE-14] [HE-15]"""
    stack = amount - purchase_commission(sheet, amount)
    if stack < setting.minimum:
        yield Breach("HE-14", field, "below-minimum", {"least": setting.minimum, "given": stack})


def purchase_commission(sheet: Sheet, amount: Cents) -> Cents:
    """The commission on a buy-in or rebuy; the rest is the stack (A28).

    Fractions of a cent go to the player (A01).

    [HE-17b]
    """
    return amount * sheet.rate // 10_000 if sheet.commission is Commission.BUY_IN else 0

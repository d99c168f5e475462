"""What the operator sets for hold'em: the rule sheet, the setting of each table, and what both must respect."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from games.rules.engine import Breach, Cents
from games.rules.shared.sessions import Inactivity, Mode

SYSTEM: Final = "holdem"
LEAST_SEATS, MOST_SEATS = 2, 10  # [HE-4a] [HE-5]
LEAST_PLAYERS: Final = 2  # no table starts or goes on with fewer  [HE-7]
SEATS_PER_PLAYER: Final = 1  # even where others are free  [HE-9]


class Commission(StrEnum):
    """Where the house takes its commission; one of the two, never both.  [HE-2g] [HE-16]"""

    POT = "pot"  # [HE-17a]
    BUY_IN = "buy-in"  # [HE-17b]


# The least and the most that the commission may be, in hundredths of one per cent, and the rule that says so.
RATES: Final = {Commission.POT: (100, 500, "HE-17a"), Commission.BUY_IN: (500, 2_000, "HE-17b")}


class Limit(StrEnum):
    """What the maximum of a bet is.  [HE-2a]"""

    HALF_POT = "half-pot"  # [HE-24a-i]
    FIXED_RAISES = "fixed-raises"  # [HE-24a-ii]
    POT_LIMIT = "pot-limit"  # [HE-24b]
    NO_LIMIT = "no-limit"  # [HE-24c]


LIMIT_RULES: Final = {
    Limit.HALF_POT: "HE-24a-i",
    Limit.FIXED_RAISES: "HE-24a-ii",
    Limit.POT_LIMIT: "HE-24b",
    Limit.NO_LIMIT: "HE-24c",
}


class Regime(StrEnum):
    """When a table runs."""

    CONTINUOUS = "continuous"  # [HE-2l] [HE-6a]
    SESSION = "session"  # [HE-2m] [HE-6b]


class Showdown(StrEnum):
    """Whose cards are turned after the last turn of bets.  [HE-59]"""

    EVERYBODY = "everybody"
    UNBEATEN = "unbeaten"  # in the same order, but a hand that what is turned already beats goes to the discard unseen


class Entry(StrEnum):
    """How somebody comes in who sat down, or rested, while others played."""

    BLIND = "blind"  # with the big blind: waits for it, or chooses to post it at once
    FREE = "free"  # with the next round


class LeastRaise(StrEnum):
    """By how much the amount to match must at least go up, where the player has the chips for it."""

    MINIMUM = (
        "minimum"  # by the minimum of the table, which is all that the text asks for (A59)  [HE-23] [HE-34d]
    )
    LAST_RAISE = "last-raise"  # by as much as the last raise of the turn, and never by less than the minimum


# Specific rules that ask for more than the text, each under a number of its own. A refusal names the rule it obeys.
LEAST_RAISE_RULE: Final = "HE-E1"
SHORT_RAISE_RULE: Final = "HE-E2"


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The operator's specific rules of hold'em.  [HE-P2]"""

    system: str = SYSTEM
    commission: Commission = Commission.POT  # [HE-16]
    rate: int = 500  # in hundredths of one per cent  [HE-17a] [HE-17b]
    limits: tuple[Limit, ...] = tuple(
        Limit
    )  # those that a table may have  [HE-24a-i] [HE-24a-ii] [HE-24b] [HE-24c]
    regimes: tuple[Regime, ...] = tuple(Regime)  # [HE-6a] [HE-6b]
    most_seats: int = MOST_SEATS  # [HE-4a]
    free_flop: bool = (
        True  # no commission where the flop turn itself had no bet, whatever was bet before it (A22)  [HE-18]
    )
    opening_counts: bool = (
        False  # is the first bet of a turn one of the fixed number of raises?  [HE-24a-ii] [HE-38]
    )
    least_raise: LeastRaise = LeastRaise.MINIMUM  # (A59)  [HE-23] [HE-34d]
    short_raise_reopens: bool = (
        True  # may a player who has spoken raise again after a short all-in? (A60)  [HE-37] [HE-39]
    )
    entry: Entry = Entry.BLIND  # the rules know two compulsory bets, and nothing of newcomers  [HE-21]
    showdown: Showdown = Showdown.EVERYBODY  # [HE-59]
    all_in_face_up: bool = False  # are cards turned as soon as nobody can bet any more?  [HE-59]
    extra_time: bool = True  # may a table grant extra time to decide?  [HE-44]
    rest_rounds: int = (
        30  # rounds that somebody may sit out without losing the seat; nought for none  [HE-68]
    )
    rest_after_lapse: bool = (
        False  # is who lets a decision lapse sat out until he comes back?  [HE-45] [HE-68]
    )
    invite_short: bool = (
        True  # is who has less than the minimum, and does not rebuy, invited to end the session?  [HE-70a]
    )
    inactivity: Inactivity = Inactivity()  # fewer rounds than five may be set here  [HE-70b]
    resume_within: int = (
        120  # seconds in which a round that the house's own fault stopped goes on, or is void  [HE-72]
    )
    demo: bool = True  # is the game also offered for demonstration credits?  [HE-74]
    chat: bool = False  # may players at a table write to each other?


class Setting(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What is set for one table, within its rule sheet."""

    minimum: Cents  # of a bet; the big blind is as much  [HE-2b] [HE-14] [HE-22a]
    small_blind: Cents  # [HE-22b]
    buy_in: Cents  # what a player enters with, no more and no less  [HE-2f] [HE-8] [HE-14]
    rebuys: tuple[Cents, ...]  # the amounts that may be bought between rounds (A30)  [HE-2q] [HE-14]
    limit: Limit = Limit.NO_LIMIT
    raises: int = 3  # in each turn, where their number is the limit  [HE-24a-ii] [HE-38]
    regime: Regime = Regime.CONTINUOUS
    hours: int = 0  # of a session table: whole sessions of one hour each (A53)  [HE-2s] [HE-6b]
    mode: Mode = Mode.MULTIPLE  # players bet against each other, so nobody plays alone  [HE-1]
    currency: str = "EUR"
    betting_seconds: int = 3  # between rounds: who comes, goes, tops up or rests does it now
    decision_seconds: int = 20  # [HE-43]
    extra_seconds: int = 15  # after them, for the same decision  [HE-44]
    rest_seconds: int = 5  # from the payment to the next round
    seats: int = 6  # [HE-4a]
    languages: tuple[str, ...] = ("pt-pt", "en")


def check(sheet: Sheet) -> list[Breach]:
    """Every way in which the sheet contradicts the regulation."""
    found: list[Breach] = []
    if sheet.system != SYSTEM:
        found.append(Breach("", "system", "unknown", {"given": sheet.system}))
    least, most, rule = RATES[sheet.commission]
    if not least <= sheet.rate <= most:
        found.append(
            Breach(rule, "rate", "out-of-range", {"least": least, "most": most, "given": sheet.rate})
        )  # [HE-17a] [HE-17b]
    if not LEAST_SEATS <= sheet.most_seats <= MOST_SEATS:
        said = {"least": LEAST_SEATS, "most": MOST_SEATS, "given": sheet.most_seats}
        found.append(Breach("HE-4a", "most_seats", "out-of-range", said))  # [HE-4a]
    for field, rule, given in (("limits", "HE-24a-i", sheet.limits), ("regimes", "HE-6a", sheet.regimes)):
        if not given:
            found.append(Breach(rule, field, "missing"))
        if len(set(given)) != len(given):
            found.append(Breach(rule, field, "twice"))
    if not 0 <= sheet.rest_rounds <= 1000:
        found.append(
            Breach(
                "HE-68", "rest_rounds", "out-of-range", {"least": 0, "most": 1000, "given": sheet.rest_rounds}
            )
        )
    # A lower number than five is allowed here, where the specific rules say so.  [HE-70b] [HE-71]
    for name, rule in (("invited_after_rounds", "HE-70b"), ("warned_after_rounds", "HE-71")):
        if (given_rounds := getattr(sheet.inactivity, name)) < 1:
            found.append(Breach(rule, f"inactivity.{name}", "too-short", {"least": 1, "given": given_rounds}))
    if not 1 <= sheet.resume_within <= 3600:
        found.append(
            Breach(
                "HE-72",
                "resume_within",
                "out-of-range",
                {"least": 1, "most": 3600, "given": sheet.resume_within},
            )
        )
    return found


def check_setting(sheet: Sheet, setting: Setting) -> list[Breach]:
    """Every way in which the table's setting contradicts its sheet or the regulation."""
    found: list[Breach] = []
    if not LEAST_SEATS <= setting.seats <= sheet.most_seats:
        said = {"least": LEAST_SEATS, "most": sheet.most_seats, "given": setting.seats}
        found.append(Breach("HE-4a", "seats", "out-of-range", said))  # [HE-4a] [HE-5]
    if setting.mode is not Mode.MULTIPLE:
        found.append(Breach("HE-1", "mode", "not-allowed", {"given": setting.mode}))  # [HE-1]
    if setting.limit not in sheet.limits:
        found.append(Breach(LIMIT_RULES[setting.limit], "limit", "not-in-sheet", {"given": setting.limit}))
    if setting.limit is Limit.FIXED_RAISES and setting.raises < 1:
        found.append(
            Breach("HE-24a-ii", "raises", "not-positive", {"given": setting.raises})
        )  # [HE-24a-ii] [HE-38]
    if setting.regime not in sheet.regimes:
        rule = "HE-6b" if setting.regime is Regime.SESSION else "HE-6a"
        found.append(Breach(rule, "regime", "not-in-sheet", {"given": setting.regime}))  # [HE-6a] [HE-6b]
    if setting.regime is Regime.SESSION and not 1 <= setting.hours <= 24:
        found.append(
            Breach("HE-2s", "hours", "out-of-range", {"least": 1, "most": 24, "given": setting.hours})
        )  # [HE-2s] (A53)
    if setting.regime is Regime.CONTINUOUS and setting.hours:
        found.append(
            Breach("HE-6a", "hours", "not-allowed", {"given": setting.hours})
        )  # no end is set  [HE-6a]
    if setting.currency not in ("EUR", "DEMO"):
        found.append(Breach("HE-P2", "currency", "unknown", {"given": setting.currency}))
    if setting.currency == "DEMO" and not sheet.demo:
        found.append(Breach("HE-74", "currency", "not-in-sheet", {"given": setting.currency}))  # [HE-74]
    if not setting.languages:
        found.append(Breach("HE-P2", "languages", "missing"))
    return [*found, *_wrong_times(sheet, setting), *_wrong_money(sheet, setting)]


def _wrong_times(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    for field, least, rule in (
        ("betting_seconds", 1, "HE-11b"),
        ("decision_seconds", 5, "HE-43"),
        ("rest_seconds", 2, "HE-61"),
    ):
        given = getattr(setting, field)
        if given < least:
            yield Breach(rule, field, "too-short", {"least": least, "given": given})  # [HE-43]
    if setting.extra_seconds < 0:
        yield Breach("HE-44", "extra_seconds", "too-short", {"least": 0, "given": setting.extra_seconds})
    if setting.extra_seconds and not sheet.extra_time:
        yield Breach("HE-44", "extra_seconds", "not-in-sheet", {"given": setting.extra_seconds})  # [HE-44]


def _wrong_money(sheet: Sheet, setting: Setting) -> Iterator[Breach]:
    if setting.minimum < 1:
        yield Breach("HE-14", "minimum", "not-positive", {"given": setting.minimum})  # [HE-14]
        return
    if not 1 <= setting.small_blind <= setting.minimum:
        said = {"least": 1, "most": setting.minimum, "given": setting.small_blind}
        yield Breach("HE-22b", "small_blind", "out-of-range", said)  # [HE-22b]
    if not setting.rebuys:
        yield Breach("HE-14", "rebuys", "missing")  # who loses the stack may restore it  [HE-12] [HE-14]
    if len(set(setting.rebuys)) != len(setting.rebuys):
        yield Breach("HE-14", "rebuys", "twice")
    for field, amount in (("buy_in", setting.buy_in), *(("rebuys", cents) for cents in setting.rebuys)):
        left = amount - charged(sheet, amount)
        if left < setting.minimum:
            # Less than the minimum would buy no round.  [HE-14] [HE-15]
            yield Breach("HE-14", field, "below-minimum", {"least": setting.minimum, "given": left})


def charged(sheet: Sheet, amount: Cents) -> Cents:
    """What is deducted as a player enters or rebuys; the stack is the rest (A28). A part of a cent is the player's (A01).  [HE-17b]"""
    return amount * sheet.rate // 10_000 if sheet.commission is Commission.BUY_IN else 0

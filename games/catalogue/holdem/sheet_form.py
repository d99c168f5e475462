"""The rule sheet of hold'em, field by field."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.sheet_fields import (
    BETS,
    CARDS,
    LIMITS,
    MONEY,
    PEOPLE,
    ROUNDS,
    Field,
    Group,
    house,
    sessions,
)
from games.rules.holdem.sheet import (
    MAX_SEATS,
    MIN_SEATS,
    BetMaximum,
    Commission,
    Entry,
    LeastRaise,
    Regime,
    Showdown,
)

COMMISSION = {Commission.POT: _("of each pot"), Commission.BUY_IN: _("of each purchase of chips")}
LIMIT = {
    BetMaximum.HALF_POT: _("half of the pot"),
    BetMaximum.FIXED_RAISES: _("a number of raises"),
    BetMaximum.POT_LIMIT: _("the pot"),
    BetMaximum.NO_LIMIT: _("no limit"),
}
REGIME = {Regime.CONTINUOUS: _("continuous"), Regime.SESSION: _("in sessions of one hour")}
RAISE = {
    LeastRaise.MINIMUM: _("the minimum of the table"),
    LeastRaise.LAST_RAISE: _("as much as the last raise of the turn"),
}
ENTRY = {Entry.BLIND: _("with the big blind"), Entry.FREE: _("with the next round")}
SHOWN = {
    Showdown.EVERYBODY: _("those of all who are still in"),
    Showdown.UNBEATEN: _("those that what is turned does not already beat"),
}


def groups() -> tuple[Group, ...]:
    """[HE-4a] [HE-6a] [HE-6b] [HE-17a] [HE-17b] [HE-24a-i] [HE-24a-ii] [HE-24b] [HE-24c] [HE-44] [HE-59]
    [HE-68] [HE-70a] [HE-70b] [HE-74]"""
    return (
        Group(MONEY, _money()),
        Group(LIMITS, _limits()),
        Group(BETS, _bets()),
        Group(CARDS, _cards()),
        Group(PEOPLE, (*_people(), *sessions(("-",), ("HE-70b",), ("HE-71",), least_rounds=1))),
        *house(("HE-72",), ("HE-74",)),
    )


def _money() -> tuple[Field, ...]:
    return (
        Field(
            "commission",
            "choice",
            _("Commission"),
            _("Where the house takes its commission: one of the two, never both."),
            ("HE-16",),
            COMMISSION,
        ),
        Field(
            "rate",
            "rate",
            _("Rate of the commission"),
            _("The part of each pot, or of each purchase of chips, that the house takes."),
            ("HE-17a", "HE-17b"),
            least=100,
            most=2000,
            bound=_("From 1% to 5% of pots; from 5% to 20% of purchases of chips."),
        ),
        Field(
            "free_flop",
            "yes",
            _("No commission without a bet in the flop turn"),
            _(
                "Otherwise a round that ends in the flop turn is free only when nothing but the blinds was "
                "bet."
            ),
            ("HE-18",),
            reading=True,
        ),
    )


def _limits() -> tuple[Field, ...]:
    rules = ("HE-24a-i", "HE-24a-ii", "HE-24b", "HE-24c")
    return (
        Field(
            "limits",
            "set",
            _("Limits of bets"),
            _("The forms of maximum bet that tables may have."),
            rules,
            LIMIT,
        ),
        Field(
            "opening_counts",
            "yes",
            _("The first bet counts as a raise"),
            _("Where the number of raises in a turn is the limit."),
            ("HE-24a-ii", "HE-38"),
            reading=True,
        ),
    )


def _bets() -> tuple[Field, ...]:
    return (
        Field(
            "least_raise",
            "choice",
            _("The least raise"),
            _(
                "By how much a raise must go up at least, where there are chips for it. The text asks for "
                "the minimum alone."
            ),
            ("HE-23", "HE-34d"),
            RAISE,
            reading=True,
        ),
        Field(
            "short_raise_reopens",
            "yes",
            _("An all-in below the least raise reopens raising"),
            _(
                "Whether a player who has already decided may then raise again. The text lets players raise "
                "freely."
            ),
            ("HE-37", "HE-39"),
            reading=True,
        ),
        Field(
            "entry",
            "choice",
            _("Who sits down during play comes in"),
            _("Whether newcomers pay the big blind first."),
            ("HE-21",),
            ENTRY,
            reading=True,
        ),
        Field(
            "extra_time",
            "yes",
            _("Extra time to decide"),
            _("Whether tables may grant more time after the warning."),
            ("HE-44",),
        ),
    )


def _cards() -> tuple[Field, ...]:
    return (
        Field(
            "showdown",
            "choice",
            _("Cards turned at the end"),
            _("Whose cards everybody sees after the last turn of bets."),
            ("HE-59",),
            SHOWN,
        ),
        Field(
            "all_in_face_up",
            "yes",
            _("Cards turned as soon as nobody can bet"),
            _("Otherwise they stay down until the last card is out."),
            ("HE-59",),
        ),
    )


def _people() -> tuple[Field, ...]:
    return (
        Field(
            "regimes",
            "set",
            _("Running of tables"),
            _("Whether tables run without end, or in sessions with registration."),
            ("HE-6a", "HE-6b"),
            REGIME,
        ),
        Field(
            "most_seats",
            "count",
            _("Places at a table"),
            _("The most that a table may have."),
            ("HE-4a",),
            least=MIN_SEATS,
            most=MAX_SEATS,
        ),
        Field(
            "rest_rounds",
            "count",
            _("Rounds that a player may sit out"),
            _("Without losing the seat. Nought: no rest."),
            ("HE-68",),
            least=0,
            most=1000,
            unit=ROUNDS,
        ),
        Field(
            "rest_after_lapse",
            "yes",
            _("Sat out after a decision that ran out of time"),
            _(
                "Otherwise the player checks or folds and is dealt in again. Sitting out means coming back "
                "with the big blind."
            ),
            ("HE-45", "HE-68"),
        ),
        Field(
            "invite_short",
            "yes",
            _("Invited to end the session when below the minimum"),
            _("Who has less than the minimum and buys no more chips."),
            ("HE-70a",),
        ),
    )

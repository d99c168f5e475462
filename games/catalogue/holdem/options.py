"""The options of hold'em: of the rule sheet, and of each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from games.catalogue import shared_options as shared
from games.catalogue.description import SheetDescription, TableDescription
from games.catalogue.options import (
    ROUNDS,
    Group,
    Sentence,
    at_least,
    between,
    filled,
    listed,
    sheet_option,
    table_option,
)
from games.catalogue.table_limits import Amount, BetLimit
from games.rules.holdem.sheet import (
    LEAST_DECISION_SECONDS,
    LEAST_INACTIVE_ROUNDS,
    LEAST_RAISE_RULE,
    LEAST_REST_SECONDS,
    MAX_REST_ROUNDS,
    MAX_SEATS,
    MIN_SEATS,
    RATES,
    SHORT_RAISE_RULE,
    BetMaximum,
    Commission,
    Entry,
    LeastRaise,
    Regime,
    Setting,
    Sheet,
    Showdown,
)
from games.rules.shared.sessions import Inactivity
from players.shared.money import format_money

COMMISSION = {Commission.POT: lazy("of each pot"), Commission.BUY_IN: lazy("of each purchase of chips")}
MAXIMA = {
    BetMaximum.HALF_POT: lazy("half of the pot"),
    BetMaximum.FIXED_RAISES: lazy("a number of raises"),
    BetMaximum.POT_LIMIT: lazy("the pot"),
    BetMaximum.NO_LIMIT: lazy("no limit"),
}
REGIMES = {Regime.CONTINUOUS: lazy("continuous"), Regime.SESSION: lazy("in sessions of one hour")}
RAISES = {
    LeastRaise.MINIMUM: lazy("the minimum of the table"),
    LeastRaise.LAST_RAISE: lazy("as much as the last raise in the betting round"),
}
RAISES_FOR_PLAYERS = {
    LeastRaise.MINIMUM: lazy("the bet to call goes up by at least the minimum of the table"),
    LeastRaise.LAST_RAISE: lazy(
        "the bet to call goes up by at least as much as the last raise in the betting round, and "
        "never by less than the minimum"
    ),
}
ENTRY = {Entry.BLIND: lazy("with the big blind"), Entry.FREE: lazy("with the next round")}
SHOWN = {
    Showdown.EVERYBODY: lazy("those of everybody still in"),
    Showdown.UNBEATEN: lazy("those not already beaten by the cards shown"),
}


# --- Of the rule sheet


def _free_flop(is_free: bool) -> str:
    if is_free:
        return _(
            "when a round ends before the flop with the blinds alone, or in the flop betting round "
            "without a bet"
        )
    return _("when a round ends before or during the flop betting round and nothing but the blinds was bet")


def _short_raise(reopens: bool) -> str:
    if reopens:
        return _("players who have already decided in this betting round may raise again after it")
    return _(
        "players who have already decided in this betting round may call or fold, and may raise "
        "again only after a full raise"
    )


def _rest(rounds: int) -> str:
    if not rounds:
        return pgettext("rounds", "none")
    return _("up to %(most)s; a player who is still away then is invited to end the session") % {
        "most": rounds
    }


def _lapse(sits_out: bool) -> str:
    if sits_out:
        return _("the player checks if possible and otherwise folds, and sits out until coming back")
    return _("the player checks if possible and otherwise folds; nothing else changes")


def _invited(terms: Inactivity) -> str:
    """Hold'em has no tables for one player, so inactivity is counted in rounds only."""
    return _(
        "after more than %(rounds)s rounds in which the player neither bets nor decides in time. "
        "Folding in time is a decision; "
        "posting a blind is not. Rounds spent sitting out or waiting for the big blind do not count."
    ) % {"rounds": terms.invited_after_rounds}


PER_CENT = 100  # hundredths of one per cent
POT_RATES, PURCHASE_RATES = RATES[Commission.POT], RATES[Commission.BUY_IN]
OF_MONEY = (
    sheet_option(
        "commission",
        "choice",
        lazy("Commission"),
        lazy("Where the house takes its commission: one of the two, never both."),
        "HE-16",
        words=COMMISSION,
    ),
    sheet_option(
        "rate",
        "rate",
        lazy("Rate of the commission"),
        lazy("The part of each pot, or of each purchase of chips, that the house takes."),
        *("HE-17a", "HE-17b"),  # [HE-17a] [HE-17b]
        least=POT_RATES[0],
        most=PURCHASE_RATES[1],
        bound=filled(
            lazy(
                "From %(pots_least)s%% to %(pots_most)s%% of pots; "
                "from %(buys_least)s%% to %(buys_most)s%% of purchases of chips."
            ),
            pots_least=POT_RATES[0] // PER_CENT,
            pots_most=POT_RATES[1] // PER_CENT,
            buys_least=PURCHASE_RATES[0] // PER_CENT,
            buys_most=PURCHASE_RATES[1] // PER_CENT,
        ),
    ),
    sheet_option(
        "free_flop",
        "yes",
        lazy("No commission without a bet in the flop betting round"),
        lazy(
            "Otherwise a round that ends in the flop betting round is free of commission only when "
            "nothing but the blinds was bet."
        ),
        "HE-18",
        reading=True,
        sentence=Sentence(text=_free_flop, name=lazy("No commission")),
    ),
)
OF_LIMITS = (
    sheet_option(
        "limits",
        "set",
        lazy("Limits of bets"),
        lazy("The forms of maximum bet that tables may have."),
        *("HE-24a-i", "HE-24a-ii", "HE-24b", "HE-24c"),  # [HE-24a-i] [HE-24a-ii] [HE-24b] [HE-24c]
        words=MAXIMA,
        for_tables=True,
        sentence=Sentence(text=listed(MAXIMA), rules=("HE-24a-i", "HE-24b", "HE-24c")),
    ),
    sheet_option(
        "opening_counts",
        "yes",
        lazy("The first bet counts as a raise"),
        lazy("Where the number of raises in a betting round is the limit."),
        *("HE-24a-ii", "HE-38"),
        reading=True,
    ),
)
OF_BETS = (
    sheet_option(
        "least_raise",
        "choice",
        lazy("Minimum raise"),
        lazy(
            "The least by which a raise must go up, if the player has the chips. The regulation only "
            "requires the minimum."
        ),
        *("HE-23", "HE-34d"),
        words=RAISES,
        reading=True,
        sentence=Sentence(text=lambda raises: str(RAISES_FOR_PLAYERS[raises]), number=LEAST_RAISE_RULE),
    ),
    sheet_option(
        "short_raise_reopens",
        "yes",
        lazy("An all-in below the minimum raise reopens raising"),
        lazy(
            "Whether a player who has already decided may then raise again. The regulation lets "
            "players raise freely."
        ),
        *("HE-37", "HE-39"),
        reading=True,
        sentence=Sentence(
            text=_short_raise, name=lazy("An all-in below the minimum raise"), number=SHORT_RAISE_RULE
        ),
    ),
    sheet_option(
        "entry",
        "choice",
        lazy("A player who sits down during play joins"),
        lazy("Whether newcomers pay the big blind first."),
        "HE-21",
        words=ENTRY,
        reading=True,
    ),
    sheet_option(
        "extra_time",
        "yes",
        lazy("Extra time to decide"),
        lazy("Whether tables may grant more time after the warning."),
        "HE-44",  # [HE-44]
        for_tables=True,
    ),
)
OF_CARDS = (
    sheet_option(
        "showdown",
        "choice",
        lazy("Cards shown at the end"),
        lazy("Whose cards everybody sees after the last betting round."),
        "HE-59",  # [HE-59]
        words=SHOWN,
    ),
    sheet_option(
        "all_in_face_up",
        "yes",
        lazy("Cards shown as soon as nobody can bet"),
        lazy("Otherwise they stay face down until the last card has been dealt."),
        "HE-59",
    ),
)
OF_PEOPLE = (
    sheet_option(
        "regimes",
        "set",
        lazy("Running the tables"),
        lazy("Whether tables run without end, or in sessions with registration."),
        *("HE-6a", "HE-6b"),  # [HE-6a] [HE-6b]
        words=REGIMES,
        for_tables=True,
        sentence=Sentence(text=listed(REGIMES)),
    ),
    shared.most_seats(MIN_SEATS, MAX_SEATS, "HE-4a"),  # [HE-4a] [HE-5]
    sheet_option(
        "rest_rounds",
        "count",
        lazy("Rounds that a player may sit out"),
        lazy("Without losing the seat. Zero: none."),
        "HE-68",  # [HE-68]
        least=0,
        most=MAX_REST_ROUNDS,
        unit=ROUNDS,
        sentence=Sentence(text=_rest),
    ),
    sheet_option(
        "rest_after_lapse",
        "yes",
        lazy("Sits out after running out of time"),
        lazy(
            "Otherwise the player checks or folds and is dealt in again. Sitting out means coming back "
            "with the big blind."
        ),
        *("HE-45", "HE-68"),
        sentence=Sentence(text=_lapse, name=lazy("When the time to decide runs out")),
    ),
    sheet_option(
        "invite_short",
        "yes",
        lazy("Invited to end the session when below the minimum"),
        lazy("A player who has less than the minimum and buys no more chips."),
        "HE-70a",  # [HE-70a]
    ),
    # [HE-70b]
    *shared.sessions_in_rounds(
        ("HE-70b",), "HE-70b", "HE-71", LEAST_INACTIVE_ROUNDS, _invited, shared.rounds_later
    ),
)


def _limits_at_table(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[HE-14] [HE-24a-i] [HE-24b] [HE-24c] [HE-66]"""
    rebuys = " / ".join(format_money(cents, setting.currency) for cents in setting.rebuys)
    return (
        Amount(_("Small blind"), setting.small_blind),
        Amount(_("Big blind and minimum bet"), setting.minimum),
        Amount(_("Buy-in"), setting.buy_in),
        Amount(_("Rebuys"), None, rebuys),
        Amount(_("Maximum bet"), None, _maximum(setting)),
    )


def _maximum(setting: Setting) -> str:
    """The betting limit of a table, with the number of raises if they are limited.  [HE-24a-ii] [HE-38]"""
    if setting.limit is not BetMaximum.FIXED_RAISES:
        return str(MAXIMA[setting.limit])
    return ngettext(
        "%(count)s raise per betting round", "%(count)s raises per betting round", setting.raises
    ) % {"count": setting.raises}


SHEET = SheetDescription(
    groups=(
        Group(shared.MONEY, OF_MONEY),
        Group(shared.MAXIMUM_BETS, OF_LIMITS),
        Group(shared.BETS, OF_BETS),
        Group(shared.DEALING, OF_CARDS),
        Group(shared.PEOPLE, OF_PEOPLE),
        shared.draw("HE-72"),
        shared.faults("HE-72", decisions=True),
        shared.offer("HE-74"),  # [HE-74]
    ),
    order=(
        *("commission", "rate", "free_flop", "limits", "regimes", "most_seats"),
        *("least_raise", "opening_counts", "short_raise_reopens", "entry", "showdown", "all_in_face_up"),
        *("extra_time", "rest_rounds", "rest_after_lapse", "invite_short"),
    ),
    limits=_limits_at_table,
)


# --- Of a table


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    yield BetLimit(_("Blinds"), described["small_blind"], described["big_blind"], None, "HE-22a")
    buy_in = described["buy_in"]["cost"]
    yield BetLimit(_("Buy-in"), buy_in, buy_in, None, "HE-14")
    for number, rebuy in enumerate(described["rebuys"], 1):
        label = _("Rebuy %(number)s") % {"number": number}
        yield BetLimit(label, rebuy["cost"], rebuy["cost"], None, "HE-14")


TABLES = TableDescription(
    groups=(
        Group(
            shared.TABLE,
            (
                table_option(
                    "seats",
                    "count",
                    shared.SEATS,
                    "HE-4a",
                    between(MIN_SEATS, MAX_SEATS),
                    default=6,
                    affects_odds=True,
                ),
                table_option(
                    "regime",
                    "choice",
                    lazy("The table runs"),
                    "HE-6a",
                    words={Regime.CONTINUOUS: lazy("continuously"), Regime.SESSION: lazy("in sessions")},
                    default=str(Regime.CONTINUOUS),
                ),
                table_option(
                    "hours",
                    "count",
                    lazy("Hours of a session"),
                    "HE-2s",
                    lazy("Zero where it runs continuously."),
                    default=0,
                ),
            ),
            shared.TWO_PEOPLE,
        ),
        Group(
            shared.LIMITS,
            (
                table_option(
                    "minimum",
                    "money",
                    lazy("Minimum bet and big blind"),
                    "HE-22a",
                    default=100,
                    affects_odds=True,
                ),
                table_option(
                    "small_blind", "money", lazy("Small blind"), "HE-22b", default=50, affects_odds=True
                ),
                table_option("buy_in", "money", lazy("Buy-in"), "HE-14", default=10_000, affects_odds=True),
                table_option(
                    "rebuys",
                    "sums",
                    lazy("Rebuys"),
                    "HE-14",
                    lazy("Amounts, with a semicolon between them."),
                    default=[5_000, 10_000],
                    affects_odds=True,
                ),
                table_option(
                    "limit",
                    "choice",
                    lazy("Maximum of a bet"),
                    "HE-24a-i",
                    words={
                        BetMaximum.HALF_POT: lazy("half pot"),
                        BetMaximum.FIXED_RAISES: lazy("fixed raises"),
                        BetMaximum.POT_LIMIT: lazy("pot"),
                        BetMaximum.NO_LIMIT: pgettext_lazy("poker limit", "none"),
                    },
                    default=str(BetMaximum.NO_LIMIT),
                    affects_odds=True,
                ),
                table_option(
                    "raises",
                    "count",
                    lazy("Raises in each betting round"),
                    "HE-24a-ii",
                    lazy("Applies where the number of raises is the limit."),
                    default=3,
                    affects_odds=True,
                ),
            ),
            shared.TWO_PEOPLE,
        ),
        shared.pace(
            table_option(
                "betting_seconds", "count", lazy("Seconds to join, leave or rebuy"), "HE-11b", default=3
            ),
            shared.decision("HE-43", LEAST_DECISION_SECONDS, default=20),
            shared.extra_time(15, "HE-44"),
            shared.rest(5, at_least(LEAST_REST_SECONDS), "HE-61"),
        ),
    ),
    limits=_limits,
)

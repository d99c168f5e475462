"""The options of blackjack: of the rule sheet, and of each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.catalogue import shared_options as shared
from games.catalogue.description import SheetDescription, TableDescription
from games.catalogue.options import (
    Group,
    Sentence,
    at_least,
    filled,
    sheet_option,
    table_option,
    up_to,
)
from games.catalogue.table_limits import Amount, BetLimit
from games.rules.blackjack.sheet import (
    DECKS,
    LAPSE_DRAWS_TO,
    LEAST_REST_SECONDS,
    LEAST_SECONDS,
    MAX_PLACES,
    MAX_TIMES,
    MOST_SECONDS,
    Setting,
    Sheet,
    Shoe,
)
from games.rules.shared.cards import PACK

# --- Of the rule sheet


def _low_ace(sheet: Sheet) -> str:
    """Where doubling is free it binds no ace, unless the sheet says so."""
    if sheet.double_any and not sheet.double_any_low_ace:
        return _("stays free where any total may be doubled")
    if sheet.double_any_low_ace:
        return _("stays 1, also where any total may be doubled")
    return _("stays 1")


DOUBLING = (
    sheet_option(
        "double_any",
        "yes",
        lazy("Doubling whatever the total"),
        lazy("Otherwise only totals of 9, 10 and 11 may be doubled."),
        *("BJ-15b", "BJ-16a"),  # [BJ-16a]
        sentence=Sentence(
            text=lambda free: _("with any total") if free else _("with 9, 10 or 11"),
            name=lazy("Doubling"),
        ),
    ),
    sheet_option(
        "double_any_low_ace",
        "yes",
        lazy("An ace counted as 1 in a double"),
        lazy("Whether an ace that made a total of 9, 10 or 11 stays 1 also where any total may be doubled."),
        "BJ-8a-ii",
        reading=True,
        sentence=Sentence(of_sheet=_low_ace),
    ),
    sheet_option(
        "double_late",
        "yes",
        lazy("Doubling after further cards"),
        lazy("Otherwise a hand may be doubled only while it has two cards."),
        *("BJ-15b", "BJ-23"),
        reading=True,
        sentence=Sentence(
            text=lambda late: _("any number") if late else _("the first two, also of split hands"),
            name=lazy("Cards of a hand that may be doubled"),
        ),
    ),
)
SPLITTING = (
    sheet_option(
        "pairs_only",
        "yes",
        lazy("Splitting of true pairs only"),
        lazy("Otherwise any two cards of one value may be split."),
        "BJ-16b",  # [BJ-16b]
        sentence=Sentence(
            text=lambda pairs: _("only pairs") if pairs else _("any two cards of one value"),
            name=lazy("Splitting"),
        ),
    ),
    sheet_option(
        "split_limit",
        "count?",
        lazy("Splits per seat in a round"),
        lazy("How often one place may be split. Empty: no limit."),
        "BJ-16c",  # [BJ-16c]
        least=0,
        most=MAX_PLACES * PACK,
        open=lazy("no limit"),
        placeholder="∞",
        sentence=Sentence(text=lambda limit: _("no limit") if limit is None else up_to(limit)),
    ),
    sheet_option(
        "resplit_aces",
        "yes",
        lazy("Splitting aces again"),
        lazy("Whether aces that come from a split may be split once more."),
        *("BJ-22", "BJ-16c"),
        reading=True,
    ),
)


def _surrender(is_late: bool) -> str:
    """(A17)  [BJ-15e]"""
    if is_late:
        return _("at any decision on a hand that was not split, unless the bank shows an ace")
    return _(
        "only as the first decision on a hand, not after a card or a split, unless the bank shows an ace"
    )


SURRENDER = sheet_option(
    "surrender_late",
    "yes",
    lazy("Surrender after further cards"),
    lazy("Otherwise a hand may be surrendered only as the first decision. Never after a split."),
    "BJ-15e",
    reading=True,
    sentence=Sentence(text=_surrender, name=lazy("Surrender")),
)
OF_MONEY = (
    sheet_option(
        "insurance",
        "yes",
        lazy("Insurance"),
        lazy("Whether insurance is offered when the bank shows an ace."),
        *("BJ-15f", "BJ-16d"),  # [BJ-16d]
    ),
    sheet_option(
        "special_prizes",
        "yes",
        lazy("Special prizes for 6-7-8 of one suit and 7-7-7"),
        lazy("Whether these hands win the special prizes of rule 25 i)."),
        *("BJ-16e", "BJ-25i"),  # [BJ-16] [BJ-16e]
    ),
)
MAXIMA = (
    shared.most_times(
        lazy("Maximum bet"),
        lazy("The maximum bet of a table is at most this many times its minimum."),
        MAX_TIMES,
        "BJ-11",  # [BJ-11]
    ),
    sheet_option(
        "places_per_player",
        "count",
        lazy("Places on which one player may bet"),
        lazy("With 1, players bet only on their own place."),
        "BJ-7",  # [BJ-7]
        least=1,
        most=MAX_PLACES,
        for_tables=True,
        sentence=Sentence(text=lambda most: _("only the player's own") if most == 1 else up_to(most)),
    ),
)


def _lapse(most: int) -> str:
    """(A03)  [BJ-15a]"""
    return _(
        "the hand takes a card with %(most)s or less and stands with %(more)s or more; split aces stand. "
        "Insurance and even money are declined, and nothing is doubled, split or surrendered for the player"
    ) % {"most": most, "more": most + 1}


LAPSE = sheet_option(
    "lapse_draws_to",
    "count",
    lazy("Total with which a hand draws when the time runs out"),
    lazy(
        "With this total or less the hand takes a card; above it, the hand stands. Nothing is "
        "doubled, split, insured or surrendered for a player."
    ),
    "BJ-15a",
    least=LAPSE_DRAWS_TO[0],
    most=LAPSE_DRAWS_TO[1],
    reading=True,
    sentence=Sentence(text=_lapse, name=lazy("When the time to decide runs out")),
)
TIMES_TO_DECIDE = shared.decision_times(
    ("BJ-24b",), ("BJ-24b",), (LEAST_SECONDS, MOST_SECONDS), least_extra=0
)


def _limits_at_table(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[BJ-10] [BJ-32]"""
    return Amount(_("Minimum"), setting.minimum), Amount(_("Maximum"), setting.maximum)


SHEET = SheetDescription(
    groups=(
        Group(shared.BETS, (*DOUBLING, *SPLITTING, SURRENDER)),
        Group(shared.MONEY, OF_MONEY),
        Group(shared.MAXIMUM_BETS, MAXIMA),
        Group(
            shared.DEALING,
            (
                shared.decks(DECKS, "BJ-4b"),  # [BJ-4b]
                shared.modes("BJ-5"),  # [BJ-5]
                shared.starts_alone("player_starts", "BJ-13"),  # [BJ-13]
            ),
        ),
        # [BJ-35a] [BJ-35b]
        Group(shared.PEOPLE, (LAPSE, *TIMES_TO_DECIDE, *shared.sessions("BJ-35a", "BJ-35b", "BJ-36"))),
        shared.draw("BJ-27"),
        shared.faults("BJ-27", decisions=True),
        shared.offer("BJ-37"),  # [BJ-37]
    ),
    order=(
        *("decks", "decks.kept", "modes", "player_starts", "places_per_player", "max_times"),
        *("double_any", "double_any_low_ace", "double_late", "surrender_late"),
        *("pairs_only", "split_limit", "resplit_aces", "insurance", "special_prizes"),
        *("lapse_draws_to", "least_decision_seconds", "least_extra_seconds"),
    ),
    limits=_limits_at_table,
)


# --- Of a table


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    least, most = described["minimum"], described["maximum"]
    rule = described["limit_rules"]["maximum"]
    yield BetLimit(_("Initial bet of a place"), least, most, described["times"], rule)
    places = described["places_per_player"]
    yield BetLimit(_("All places of one player"), least, most * places, None, "BJ-7")


TABLES = TableDescription(
    groups=(
        Group(
            shared.TABLE,
            (
                shared.mode("BJ-5"),
                table_option(
                    "places",
                    "count",
                    lazy("Places"),
                    "BJ-4a",
                    filled(lazy("1 to %(most)s circles on the felt."), most=MAX_PLACES),
                    default=7,
                ),
                table_option("seats", "count", shared.SEATS, "BJ-4a", default=7),
                table_option("places_per_player", "count", lazy("Places of one player"), "BJ-7", default=1),
            ),
            shared.TWO_PEOPLE,
        ),
        Group(
            shared.LIMITS,
            (
                table_option("minimum", "money", shared.MINIMUM, "BJ-10", default=500),
                table_option(
                    "maximum",
                    "money",
                    shared.MAXIMUM,
                    "BJ-11",
                    filled(
                        lazy("At most %(times)s times the minimum, and within the rule sheet."),
                        times=MAX_TIMES,
                    ),
                    default=20_000,
                ),
                shared.step(100, "BJ-25a"),
            ),
            shared.TWO_PEOPLE,
        ),
        Group(
            shared.SHOES,
            (
                shared.table_decks(DECKS, "BJ-4b", default=6),
                shared.shoe(Shoe.FRESH, Shoe.CUT, default=Shoe.FRESH),
                table_option(
                    "cut",
                    "count",
                    lazy("Cards before the cut card"),
                    "",
                    lazy("Zero where each round uses a fresh shuffle."),
                    default=0,
                ),
            ),
            shared.TWO_PEOPLE,
        ),
        shared.pace(
            shared.betting("BJ-12a", default=20),
            shared.decision("BJ-24b", LEAST_SECONDS, default=20),
            shared.extra_time(10),
            shared.rest(6, at_least(LEAST_REST_SECONDS), "BJ-2f"),
        ),
    ),
    limits=_limits,
)

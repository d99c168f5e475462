"""The rule sheet of blackjack, field by field."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.catalogue.sheet_fields import (
    BETS,
    CARDS,
    LIMITS,
    MONEY,
    PEOPLE,
    TIMES,
    Field,
    Group,
    decision_times,
    house,
    modes_field,
    sessions,
)
from games.rules.blackjack.sheet import (
    DECKS,
    LAPSE_DRAWS_TO,
    LEAST_SECONDS,
    MAX_PLACES,
    MAX_TIMES,
    MOST_SECONDS,
)
from games.rules.shared.cards import PACK


def groups() -> tuple[Group, ...]:
    """[BJ-4b] [BJ-5] [BJ-7] [BJ-11] [BJ-13] [BJ-16] [BJ-35a] [BJ-35b] [BJ-37]"""
    return (
        Group(BETS, (*_doubling(), *_splitting(), _surrender())),
        Group(
            MONEY,
            (
                Field(
                    "insurance",
                    "yes",
                    _("Insurance"),
                    _("Whether insurance is offered when the bank shows an ace."),
                    ("BJ-15f", "BJ-16d"),
                ),
                Field(
                    "special_prizes",
                    "yes",
                    _("Special prizes for 6-7-8 of one suit and 7-7-7"),
                    _("Whether these hands win the special prizes of rule 25 i)."),
                    ("BJ-16e", "BJ-25i"),
                ),
            ),
        ),
        Group(LIMITS, _limits()),
        Group(
            CARDS,
            (
                Field(
                    "decks",
                    "set",
                    _("Decks"),
                    _("The sizes of shoe that tables may have."),
                    ("BJ-4b",),
                    {count: str(count) for count in DECKS},
                ),
                modes_field("BJ-5"),
                Field(
                    "player_starts",
                    "yes",
                    _("The player of a table for one starts the deal"),
                    _("Without it there can be no tables for one player."),
                    ("BJ-13",),
                ),
            ),
        ),
        Group(PEOPLE, (*_times(), *sessions(("BJ-35a",), ("BJ-35b",), ("BJ-36",)))),
        *house(("BJ-27",), ("BJ-37",)),
    )


def _doubling() -> tuple[Field, ...]:
    return (
        Field(
            "double_any",
            "yes",
            _("Doubling whatever the total"),
            _("Otherwise doubling is for totals of 9, 10 and 11."),
            ("BJ-15b", "BJ-16a"),
        ),
        Field(
            "double_any_low_ace",
            "yes",
            _("An ace counted as 1 in a double"),
            _("Whether an ace that made a total of 9, 10 or 11 stays 1 also where any total may be doubled."),
            ("BJ-8a-ii",),
            reading=True,
        ),
        Field(
            "double_late",
            "yes",
            _("Doubling after further cards"),
            _("Otherwise a hand may be doubled only while it has two cards."),
            ("BJ-15b", "BJ-23"),
            reading=True,
        ),
    )


def _surrender() -> Field:
    return Field(
        "surrender_late",
        "yes",
        _("Surrender after further cards"),
        _("Otherwise a hand may be surrendered only as the first decision. Never after a split."),
        ("BJ-15e",),
        reading=True,
    )


def _times() -> tuple[Field, ...]:
    """(A03)"""
    lapse = Field(
        "lapse_draws_to",
        "count",
        _("Total with which a hand draws when the time is over"),
        _(
            "With this total or less it takes a card, above it stands. Nothing is doubled, split, insured or "
            "surrendered for a player."
        ),
        ("BJ-15a",),
        least=LAPSE_DRAWS_TO[0],
        most=LAPSE_DRAWS_TO[1],
        reading=True,
    )
    return lapse, *decision_times(("BJ-24b",), ("BJ-24b",), (LEAST_SECONDS, MOST_SECONDS), least_extra=0)


def _splitting() -> tuple[Field, ...]:
    return (
        Field(
            "pairs_only",
            "yes",
            _("Splitting of real pairs alone"),
            _("Otherwise any two cards of one value may be split."),
            ("BJ-16b",),
        ),
        Field(
            "split_limit",
            "count?",
            _("Splits per seat in a round"),
            _("How often one place may be split. Empty: no limit."),
            ("BJ-16c",),
            least=0,
            most=MAX_PLACES * PACK,
            open=_("no limit"),
        ),
        Field(
            "resplit_aces",
            "yes",
            _("Splitting aces again"),
            _("Whether aces that came of a split may be split once more."),
            ("BJ-22", "BJ-16c"),
            reading=True,
        ),
    )


def _limits() -> tuple[Field, ...]:
    return (
        Field(
            "max_times",
            "count",
            _("Maximum bet"),
            _("The maximum bet of a table is at most so many times its minimum."),
            ("BJ-11",),
            least=1,
            most=MAX_TIMES,
            unit=TIMES,
        ),
        Field(
            "places_per_player",
            "count",
            _("Places on which one player may bet"),
            _("With 1, players bet on their own place alone."),
            ("BJ-7",),
            least=1,
            most=MAX_PLACES,
        ),
    )

"""The options of ponto e banca and Macau: of the rule sheet, and of each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from games.catalogue import shared_options as shared
from games.catalogue.baccarat.table_messages import MESSAGES
from games.catalogue.description import SheetDescription, TableDescription
from games.catalogue.options import (
    Group,
    Option,
    Sentence,
    at_least,
    at_most,
    between,
    listed,
    sheet_option,
    table_option,
)
from games.catalogue.table_limits import Amount, BetLimit, chance_limits
from games.catalogue.text import Text
from games.rules.baccarat.sheet import (
    CARD_MS,
    DECKS,
    LEAST_REST_SECONDS,
    MACAU,
    MAX_SEATS,
    PUNTO_BANCO,
    STAKE_MAX_TIMES,
    BetPlace,
    Charged,
    Commission,
    PairCap,
    Setting,
    Sheet,
    Shoe,
    Times,
    bet_limits,
)

KINDS = {place: MESSAGES[f"kind.{place}"] for place in BetPlace}
VARIANTS = {PUNTO_BANCO: lazy("ponto e banca"), MACAU: lazy("Macau")}
COMMISSIONS = {
    Commission.NONE: lazy("without commission"),
    Commission.A: lazy("5% of prizes when banca wins"),
    Commission.B: lazy("50% of prizes when banca wins with 5 or 6"),
}
CHARGED = {
    Charged.BANCO_BETS: lazy("only those of bets on banca"),
    Charged.ALL_PRIZES: lazy("all those of the round"),
}
PAIR_CAP = {
    PairCap.EACH: lazy("8% for each of the two pairs"),
    PairCap.TOGETHER: lazy("8% for both pairs together"),
}


# --- Of the rule sheet


def _tighter(own: Times) -> str:
    names = {BetPlace.PUNTO: _("Ponto or banca"), BetPlace.TIE: _("Tie"), BetPlace.PUNTO_PAIR: _("Pairs")}
    return shared.list_tighter((name, own.of(place)) for place, name in names.items())


def _most(name: str, label: Text, place: BetPlace, rule: str, *sentences: Sentence) -> Option:
    return shared.most_times_of_chance(name, label, STAKE_MAX_TIMES[place], rule, *sentences)


MAXIMA = Sentence(text=_tighter, name=lazy("Maximum bets"), rules=("PB-15a", "PB-15b", "PB-15c"))
OF_MONEY = (
    sheet_option(
        "commissions",
        "set",
        lazy("Commission, one for each table"),
        lazy("What the house may take of prizes when banca wins. A table has one of the ways ticked here."),
        *("PB-26", "PB-26a", "PB-26b"),  # [PB-26] [PB-26a] [PB-26b]
        words=COMMISSIONS,
        for_tables=True,
        sentence=Sentence(rules=("PB-26",)),
    ),
    sheet_option(
        "charged",
        "choice",
        lazy("Prizes that bear commission"),
        lazy(
            "Whether the commission is taken of bets on banca alone, or of every prize of a round that "
            "banca wins."
        ),
        *("PB-26a", "PB-26b"),
        words=CHARGED,
        reading=True,
    ),
    sheet_option(
        "prize_cap",
        "yes",
        lazy("A maximum of prizes at Macau tables"),
        lazy("Whether a Macau table may set the most that it pays in a round."),
        "PB-41",  # [PB-41]
        for_tables=True,
    ),
    sheet_option(
        "pair_cap",
        "choice",
        lazy("Bets on pairs under that maximum"),
        lazy("Whether the eight per cent hold for each pair by itself or for both together."),
        "PB-43c",  # [PB-43c]
        words=PAIR_CAP,
        reading=True,
    ),
)
OF_BETS = (
    sheet_option(
        "variants",
        "set",
        lazy("Ways of playing"),
        lazy("Which of the two ways tables may have."),
        "PB-39",  # [PB-39]
        words=VARIANTS,
        for_tables=True,
        sentence=Sentence(text=listed(VARIANTS)),
    ),
    sheet_option(
        "pairs",
        "yes",
        lazy("Bets on pairs"),
        lazy("Whether tables may take bets on the ponto pair and the banca pair."),
        "PB-10",  # [PB-10]
        for_tables=True,
    ),
)


def _limits_at_table(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[PB-14] [PB-32]"""
    most = {place: bound.maximum for place, bound in bet_limits(sheet, setting).items()}
    free = _("no limit")
    return (
        Amount(_("Minimum"), setting.minimum),
        Amount(_("On ponto or banca"), most[BetPlace.PUNTO], free),
        Amount(_("On the tie"), most[BetPlace.TIE], free),
        Amount(
            _("On a pair"),
            most.get(BetPlace.PUNTO_PAIR),
            free if BetPlace.PUNTO_PAIR in most else _("not offered at this table"),
        ),
        Amount(_("Prizes of a round"), setting.prize_cap, free),
    )


SHEET = SheetDescription(
    groups=(
        Group(shared.MONEY, OF_MONEY),
        Group(shared.BETS, OF_BETS),
        Group(
            shared.MAXIMUM_BETS,
            (
                _most("side", lazy("On ponto or banca"), BetPlace.PUNTO, "PB-15a", MAXIMA),  # [PB-15a]
                _most("tie", lazy("On the tie"), BetPlace.TIE, "PB-15b"),  # [PB-15b]
                _most("pair", lazy("On a pair"), BetPlace.PUNTO_PAIR, "PB-15c"),  # [PB-15c]
            ),
        ),
        Group(shared.DEALING, (shared.decks(DECKS, "PB-6b"),)),  # [PB-6b]
        Group(shared.PEOPLE, shared.sessions("PB-35a", "PB-35b", "PB-36")),  # [PB-35a] [PB-35b]
        shared.draw("PB-29"),
        shared.faults("PB-29"),
        shared.offer("PB-37"),  # [PB-37]
    ),
    order=(
        *("variants", "decks", "decks.kept", "pairs", "max_times"),
        *("commissions", "charged", "prize_cap", "pair_cap"),
    ),
    limits=_limits_at_table,
)


# --- Of a table


def _tighter_at_table(name: str, label: Text, rule: str, place: BetPlace) -> Option:
    return table_option(
        f"max_times.{name}", "count?", label, rule, at_most(STAKE_MAX_TIMES[place]), chance=str(place)
    )


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    return chance_limits(described["kinds"], KINDS)


TABLES = TableDescription(
    groups=(
        Group(
            shared.TABLE,
            (
                table_option(
                    "variant",
                    "choice",
                    lazy("Way of playing"),
                    "PB-39",
                    words={PUNTO_BANCO: lazy("Ponto e banca"), MACAU: lazy("Macau")},
                    default=PUNTO_BANCO,
                    affects_odds=True,
                ),
                shared.mode("PB-4"),
                table_option("seats", "count", shared.SEATS, "PB-6a", between(1, MAX_SEATS), default=9),
                table_option("pairs", "yes", lazy("Bets on pairs"), "PB-10", default=True, affects_odds=True),
            ),
            shared.TWO_PEOPLE,
        ),
        Group(
            shared.LIMITS,
            (
                shared.minimum("PB-14", default=100),
                shared.step(default=20),
                table_option(
                    "prize_cap",
                    "money?",
                    lazy("Maximum of prizes"),
                    "PB-41",
                    lazy("Macau tables only; empty for none."),
                ),
            ),
            shared.TWO_PEOPLE,
        ),
        Group(
            shared.TIGHTER_MULTIPLES,
            (
                _tighter_at_table("side", lazy("Ponto and banca"), "PB-15a", BetPlace.PUNTO),
                _tighter_at_table("tie", lazy("Tie"), "PB-15b", BetPlace.TIE),
                _tighter_at_table("pair", lazy("Pairs"), "PB-15c", BetPlace.PUNTO_PAIR),
            ),
            shared.TIGHTER,
        ),
        Group(
            lazy("Commission"),
            (
                table_option(
                    "commission",
                    "choice",
                    lazy("Commission"),
                    "PB-26",
                    words={
                        Commission.NONE: pgettext_lazy("commission", "none"),
                        Commission.A: lazy("5% when banca wins"),
                        Commission.B: lazy("50% when banca wins with 5 or 6"),
                    },
                    default=str(Commission.A),
                    affects_odds=True,
                ),
            ),
            shared.TWO_PEOPLE,
        ),
        Group(
            shared.SHOES,
            (
                shared.table_decks(DECKS, "PB-6b", default=8),
                shared.shoe(Shoe.FRESH, Shoe.KEPT, default=Shoe.KEPT),
                table_option("cut_card", "count", lazy("Cards behind the cut card"), "PB-20", default=52),
            ),
            shared.TWO_PEOPLE,
        ),
        shared.pace(
            shared.betting("PB-27a", default=20),
            table_option(
                "card_ms",
                "count",
                lazy("Milliseconds from card to card"),
                "PB-3",
                between(*CARD_MS),
                default=600,
            ),
            shared.rest(10, at_least(LEAST_REST_SECONDS), "PB-2c"),
        ),
    ),
    limits=_limits,
)

"""The rule sheets of the two studs against the house, field by field."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.catalogue.sheet_fields import (
    CARDS,
    LIMITS,
    MONEY,
    PEOPLE,
    SECOND_BETS,
    TIMES,
    Field,
    Group,
    decision_times,
    house,
    modes_field,
    sessions,
)
from games.catalogue.stud.specific_rules import RULES
from games.rules.stud.sheet import LEAST_SECONDS, MAX_SEATS, MAX_TIMES, MOST_SECONDS, VARIANTS
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor, Dealing

COR = {
    Cor.SUIT: _("three of one suit win"),
    Cor.COLOUR: _("red or black: both hands always have three, so it is a tie"),
}
DEALINGS = {Dealing.SHOE: _("one by one, from a shoe"), Dealing.SHUFFLER: _("five by five, from a shuffler")}


def caribbean() -> tuple[Group, ...]:
    """[CS-4] [CS-6a] [CS-15] [CS-18] [CS-41a] [CS-41b] [CS-43]"""
    cor = Field(
        "cor",
        "choice",
        _("Five equal single cards, «colour»"),
        _("Who wins when the single cards of both hands are equal."),
        ("CS-9b",),
        COR,
        reading=True,
    )
    return _groups(CARIBBEAN, (), (cor,))


def macau() -> tuple[Group, ...]:
    """[MS-3.1] [MS-3.2] [MS-7.1] [MS-7.2] [MS-9.5.7] [MS-9.5.8] [MS-9.5.9] [MS-13]"""
    money = (
        Field(
            "house_maximum",
            "yes",
            _("A maximum of what one hand wins"),
            _("Whether a table may set the most that a four of a kind or better wins."),
            ("MS-9.5.7", "MS-9.5.8", "MS-9.5.9"),
        ),
        Field(
            "jackpot",
            "yes",
            _("Progressive jackpot"),
            _("Whether tables may offer it. Its sums are set table by table."),
            ("MS-1.4",),
        ),
    )
    cards = (
        Field(
            "dealings",
            "set",
            _("How cards are dealt"),
            _("From a shoe with a cut card, or from a shuffler."),
            ("MS-3.1", "MS-3.2", "MS-7.1", "MS-7.2"),
            DEALINGS,
        ),
    )
    return _groups(MACAU, money, cards)


def _groups(system: str, money: tuple[Field, ...], cards: tuple[Field, ...]) -> tuple[Group, ...]:
    rules = RULES[system]
    least, most = VARIANTS[system].royal
    first, second, warning = ((rule,) if rule else () for rule in rules["sessions"] or ("", "", ""))
    royal = Field(
        "royal_times",
        "count",
        pgettext_lazy("Macau stud", "Prize of a royal flush")
        if system == MACAU
        else _("Prize of a royal flush"),
        _("So many times the second bet."),
        rules["royal"],
        least=least,
        most=most,
        unit=SECOND_BETS,
        bound=_("The regulation fixes 100.") if least == most else "",
    )
    times = decision_times(
        rules["decision"], rules["extra"], (LEAST_SECONDS, MOST_SECONDS), least_extra=LEAST_SECONDS
    )
    return (
        Group(MONEY, (royal, *money)),
        Group(
            LIMITS,
            (
                Field(
                    "max_times",
                    "count",
                    _("Maximum ante"),
                    _("The maximum ante of a table is at most so many times its minimum."),
                    rules["maximum"],
                    least=1,
                    most=MAX_TIMES,
                    unit=TIMES,
                ),
                Field(
                    "most_seats",
                    "count",
                    _("Places at a table"),
                    _("The most that a table may have."),
                    rules["seats"],
                    least=1,
                    most=MAX_SEATS,
                ),
            ),
        ),
        Group(
            CARDS,
            (
                *cards,
                modes_field(*rules["modes"]),
                Field(
                    "player_deals",
                    "yes",
                    _("The player of a table for one starts the deal"),
                    _("Without it there can be no tables for one player."),
                    rules["deals"],
                ),
            ),
        ),
        Group(PEOPLE, (*times, *sessions(first, second, warning))),
        *house(rules["void"], rules["demo"]),
    )

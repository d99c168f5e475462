"""The options of the two studs against the house: of the rule sheet, and of each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from games.catalogue import shared_options as shared
from games.catalogue.description import SheetDescription, TableDescription
from games.catalogue.options import (
    SECOND_BETS,
    Group,
    Option,
    Sentence,
    at_least,
    between,
    filled,
    sheet_option,
    table_option,
)
from games.catalogue.table_limits import Amount, BetLimit
from games.rules.stud.sheet import (
    LEAST_REST_SECONDS,
    LEAST_SECONDS,
    MAX_SEATS,
    MAX_TIMES,
    MOST_SECONDS,
    SECOND_TIMES,
    VARIANTS,
    Setting,
    Sheet,
)
from games.rules.stud.variant import CARIBBEAN, MACAU, Cor, Dealing

# The rules that each regulation has for an option. The text of Macau is silent on many: its tables are held
# to those of póquer sem descarte (A50).
RULES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    CARIBBEAN: {
        "modes": ("CS-4",),  # [CS-4]
        "seats": ("CS-6a",),  # [CS-6a]
        "deals": ("CS-15",),  # [CS-15]
        "maximum": ("CS-18",),  # [CS-18]
        "royal": ("CS-12a",),
        "decision": ("CS-21",),
        "extra": ("CS-31", "CS-32"),
        "sessions": ("CS-41a", "CS-41b", "CS-42"),  # [CS-41a] [CS-41b]
        "void": ("CS-33",),
        "demo": ("CS-43",),  # [CS-43]
    },
    MACAU: {"seats": ("MS-2.1",), "royal": ("MS-9.5.9", "MS-13"), "sessions": ("", "", "")},  # [MS-13]
}

# --- Of the rule sheets

COR = sheet_option(
    "cor",
    "choice",
    lazy("Equal high-card hands, “colour”"),
    lazy("Who wins when both hands have the same high cards."),
    "CS-9b",
    words={
        Cor.SUIT: lazy("three of one suit win"),
        Cor.COLOUR: lazy("red or black: both hands always have three, so it is a tie"),
    },
    reading=True,
)
HAND_MAXIMUM = sheet_option(
    "house_maximum",
    "yes",
    lazy("A maximum for what one hand can win"),
    lazy("Whether a table may set a maximum for the prize of a four of a kind or better."),
    *("MS-9.5.7", "MS-9.5.8", "MS-9.5.9"),  # [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    for_tables=True,
    sentence=Sentence(rules=("MS-9.5.7",)),
)
JACKPOT = sheet_option(
    "jackpot",
    "yes",
    lazy("Progressive jackpot"),
    lazy("Whether tables may offer it. Its amounts are set table by table."),
    "MS-1.4",
    for_tables=True,
)
DEALINGS = sheet_option(  # [MS-1.2] [MS-1.3]
    "dealings",
    "set",
    lazy("How cards are dealt"),
    lazy("From a shoe with a cut card, or from a shuffler."),
    *("MS-3.1", "MS-3.2", "MS-7.1", "MS-7.2"),  # [MS-3.1] [MS-3.2] [MS-7.1] [MS-7.2]
    words={
        Dealing.SHOE: lazy("one by one, from a shoe"),
        Dealing.SHUFFLER: lazy("five by five, from a shuffler"),
    },
    for_tables=True,
    sentence=Sentence(rules=("MS-7.1", "MS-7.2")),
)
LAPSE = lazy("a warning and the extra time follow; then the hand folds and the ante is lost")


def _royal(system: str) -> Option:
    least, most = VARIANTS[system].royal
    label, sentence = lazy("Prize of a royal flush"), lazy("%(count)s times the second bet")
    if system == MACAU:
        label = pgettext_lazy("Macau stud", "Prize of a royal flush")
        sentence = lazy("%(count)s times the additional bet")
    return sheet_option(
        "royal_times",
        "count",
        label,
        lazy("As a multiple of the second bet."),
        *RULES[system]["royal"],
        least=least,
        most=most,
        unit=SECOND_BETS,
        bound=filled(lazy("The regulation fixes %(count)s."), count=most) if least == most else "",
        sentence=Sentence(text=lambda count: str(sentence) % {"count": count}),
    )


def _limits_at_table(sheet: Sheet, setting: Setting) -> tuple[Amount, ...]:
    """[CS-17] [CS-38] [MS-10.3]"""
    jackpot = setting.jackpot.bet if setting.jackpot else None
    of_macau = (
        Amount(_("Most that one hand can win"), setting.house_maximum, _("no limit of its own")),
        Amount(_("Jackpot bet"), jackpot, _("not offered at this table")),
    )
    return (
        Amount(_("Minimum ante"), setting.minimum),
        Amount(_("Maximum ante"), setting.maximum),
        *(of_macau if sheet.system == MACAU else ()),
    )


def describe_sheet(system: str) -> SheetDescription:
    rules = RULES[system]
    money, cards = ((HAND_MAXIMUM, JACKPOT), (DEALINGS,)) if system == MACAU else ((), (COR,))
    to_decide = shared.decision_times(
        rules.get("decision", ()), rules.get("extra", ()), (LEAST_SECONDS, MOST_SECONDS), LEAST_SECONDS, LAPSE
    )
    void = rules.get("void", ())
    return SheetDescription(
        groups=(
            Group(shared.MONEY, (_royal(system), *money)),
            Group(
                shared.MAXIMUM_BETS,
                (
                    shared.most_times(
                        lazy("Maximum ante"),
                        lazy("The maximum ante of a table is at most this many times its minimum."),
                        MAX_TIMES,
                        *rules.get("maximum", ()),
                    ),
                    shared.most_seats(1, MAX_SEATS, *rules["seats"]),
                ),
            ),
            Group(
                shared.DEALING,
                (
                    *cards,
                    shared.modes(*rules.get("modes", ())),
                    shared.starts_alone("player_deals", *rules.get("deals", ())),
                ),
            ),
            Group(shared.PEOPLE, (*to_decide, *shared.sessions(*rules["sessions"]))),
            shared.draw(*void),
            shared.faults(*void, decisions=True),
            shared.offer(*rules.get("demo", ())),
        ),
        order=(
            *("modes", "most_seats", "player_deals", "max_times", "royal_times", "cor"),
            *("dealings", "house_maximum", "jackpot"),
            *("least_extra_seconds.lapse", "least_decision_seconds", "least_extra_seconds"),
        ),
        limits=_limits_at_table,
    )


# --- Of a table

ANTES = (
    table_option("minimum", "money", lazy("Minimum ante"), "CS-17", default=100, affects_odds=True),
    table_option(
        "maximum",
        "money",
        lazy("Maximum ante"),
        "CS-18",
        filled(lazy("At most %(times)s times the minimum ante, and within the rule sheet."), times=MAX_TIMES),
        default=2_500,
        affects_odds=True,
    ),
    shared.step(default=50),
)
MACAU_PRIZES = table_option(
    "house_maximum",
    "money?",
    lazy("Maximum prize of the additional bet"),
    "MS-9.5.9",
    lazy("Empty for no limit."),
    affects_odds=True,
)
MACAU_DEALING = table_option(
    "dealing",
    "choice",
    lazy("Cards are dealt"),
    "MS-7.1",
    words={
        Dealing.SHOE: lazy("from a shoe, one at a time"),
        Dealing.SHUFFLER: lazy("by a shuffler, five at a time"),
    },
    default=str(Dealing.SHOE),
)
MACAU_JACKPOT = Group(
    lazy("Jackpot"),
    (
        table_option("jackpot", "yes", lazy("The table has a jackpot"), "MS-10.1", affects_odds=True),
        table_option("jackpot.bet", "money?", lazy("Jackpot bet"), "MS-10.1"),
        table_option(
            "jackpot.contribution",
            "money?",
            lazy("Part that goes to the pot"),
            "MS-10.1",
            lazy("The rest goes to the house."),
        ),
        table_option("jackpot.minimum", "money?", lazy("Starting amount of the pot"), "MS-10.8b"),
        table_option("jackpot.fixed.royal_flush", "money?", lazy("Fixed sum, royal flush"), "MS-10.2.1"),
        table_option(
            "jackpot.fixed.straight_flush", "money?", lazy("Fixed sum, straight flush"), "MS-10.2.2"
        ),
        table_option(
            "jackpot.fixed.four_of_a_kind", "money?", lazy("Fixed sum, four of a kind"), "MS-10.2.3"
        ),
        table_option("jackpot.fixed.full_house", "money?", lazy("Fixed sum, full house"), "MS-10.2.4"),
        table_option("jackpot.fixed.flush", "money?", lazy("Fixed sum, flush"), "MS-10.2.5"),
    ),
    shared.TWO_PEOPLE,
)


def _limits(described: Mapping[str, Any]) -> Iterator[BetLimit]:
    ante, rules = described["limits"]["ante"], described["limits"]["rules"]
    least, most = ante["min"], ante["max"]
    multiple = most // least if most % least == 0 else None
    yield BetLimit(_("Ante"), least, most, multiple, rules["max"])
    yield BetLimit(_("Second bet"), SECOND_TIMES * least, SECOND_TIMES * most, None, "CS-23")
    if jackpot := described.get("jackpot"):
        yield BetLimit(_("Jackpot bet"), jackpot["bet"], jackpot["bet"], None, "MS-10.1")


def describe_tables(system: str) -> TableDescription:
    has_own = system == MACAU
    (seats_rule,) = RULES[system]["seats"]
    seats = table_option("seats", "count", shared.SEATS, seats_rule, between(1, MAX_SEATS), default=7)
    return TableDescription(
        groups=(
            Group(
                shared.TABLE,
                (shared.mode("CS-4"), seats, *((MACAU_DEALING,) if has_own else ())),
                shared.TWO_PEOPLE,
            ),
            Group(shared.LIMITS, (*ANTES, *((MACAU_PRIZES,) if has_own else ())), shared.TWO_PEOPLE),
            *((MACAU_JACKPOT,) if has_own else ()),
            shared.pace(
                shared.betting("CS-14a", default=20),
                shared.decision("CS-21", LEAST_SECONDS, default=20),
                shared.extra_time(10, "CS-31", at_least(LEAST_SECONDS)),
                shared.rest(8, at_least(LEAST_REST_SECONDS)),
            ),
        ),
        limits=_limits,
    )

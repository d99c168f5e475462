"""What can be set at a table, game by game: each field with its label, its kind, its legal bound and the rule that says so.

One description serves the form, the words of a change («minimum 1,00 € → 2,00 €») and the page of a table; the engine alone checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from games.catalogue.labels import MODES, label_for
from games.catalogue.roulette.labels import CHANCES, WHEELS
from games.rules.roulette.layout import Kind
from players.shared.money import format_money

Words = Mapping[str, "Promise | str"]
LANGUAGES: Words = {"pt-pt": "Português", "en": "English"}


class Field(Struct, frozen=True):
    """One thing that is set. `path` is its place in the setting; `kind` says how it is written and read."""

    path: str
    kind: str  # money, money?, count, count?, choice, yes, languages, sums
    label: Promise | str
    rule: str = ""
    help: Promise | str = ""
    words: Words = {}

    def of(self, setting: Any) -> Any:
        for name in self.path.split("."):
            setting = getattr(setting, name, None)
        return setting

    def describe(self, value: Any, currency: str) -> str:
        """The value as people read it."""
        if value is None or value == ():
            return "–"
        match self.kind:
            case "money" | "money?":
                return format_money(int(value), currency)
            case "sums":
                return "; ".join(format_money(int(each), currency) for each in value)
            case "yes":
                return _("yes") if value else _("no")
            case "languages":
                return ", ".join(str(LANGUAGES.get(each, each)) for each in value)
            case "choice":
                return label_for(self.words, value)  # type: ignore[arg-type]
            case _:
                return str(value)


class Group(Struct, frozen=True):
    title: Promise | str
    fields: tuple[Field, ...]
    told: Promise | str = ""


MINIMUM = lazy("Minimum bet")
STEP = lazy("Step")
STEP_HELP = lazy("Every stake is a multiple of it.")
PLAYERS = lazy("Players")
SEATS = lazy("Seats")
BETTING, DECISION, EXTRA, REST = (
    lazy("Seconds for betting"), lazy("Seconds for each decision"), lazy("Seconds after the warning"), lazy("Seconds between rounds"),
)  # fmt: skip
AT_LEAST_5 = lazy("At least 5.")
TABLE, LIMITS, MAXIMA, CARDS, PACE, COMMISSION, JACKPOT = (
    lazy("The table"), lazy("Limits"), lazy("Tighter multiples"), lazy("Decks and shoe"), lazy("Pace and languages"), lazy("Commission"),
    lazy("Jackpot"),
)  # fmt: skip
SECOND = lazy("A change here needs a second person.")
FIRST = lazy("One person may change what stands here.")
TIGHTER = lazy("Empty: as the rule sheet says. A multiple may only be tighter.")


def _pace(*fields: Field) -> Group:
    return Group(PACE, (*fields, Field("languages", "languages", lazy("Languages of the table"))), FIRST)


def _mode(rule: str) -> Field:
    return Field("mode", "choice", PLAYERS, rule, lazy("An individual table has one seat."), MODES)


def _roulette(law: str) -> tuple[Group, ...]:
    rule = {
        "ar": {"wheel": "AR-6a", "mode": "AR-4", "minimum": "AR-10", "maximum": "AR-11", "cap": "AR-12b", "period": "AR-14a"},
        "fr": {"wheel": "FR-6a", "mode": "FR-4", "minimum": "FR-R11", "maximum": "FR-R12", "cap": "FR-R13b", "period": "FR-R15a"},
    }[law]  # fmt: skip
    chances = [
        (kind.replace("-", "_"), CHANCES[kind]) for kind in Kind if kind.replace("-", "_") in PER_CHANCE
    ]
    chances.append(("even_chance", lazy("Even chances")))
    return (
        Group(
            TABLE,
            (
                Field("variant", "choice", lazy("Wheel"), rule["wheel"], "", WHEELS),
                _mode(rule["mode"]),
                Field("seats", "count", SEATS, rule["mode"]),
            ),
            SECOND,
        ),
        Group(
            LIMITS,
            (
                Field("minimum", "money", MINIMUM, rule["minimum"], lazy("Every maximum follows from it.")),
                Field("step", "money", STEP, "", STEP_HELP),
                Field(
                    "cap",
                    "money?",
                    lazy("Most per player and round"),
                    rule["cap"],
                    lazy("All chances together; empty for no limit."),
                ),
            ),
            SECOND,
        ),
        Group(
            MAXIMA,
            tuple(Field(f"max_times.{name}", "count?", label, rule["maximum"]) for name, label in chances),
            TIGHTER,
        ),
        Group(
            lazy("Higher minima"),
            tuple(Field(f"minimums.{name}", "money?", label, rule["minimum"]) for name, label in chances),
            lazy("Empty: the minimum of the table. It does not raise the maximum."),
        ),
        _pace(
            Field("betting_seconds", "count", BETTING, rule["period"], AT_LEAST_5),
            Field(
                "rest_seconds",
                "count",
                REST,
                "",
                lazy("The wheel, the collection and the payment need about ten."),
            ),
        ),
    )


PER_CHANCE = {
    "straight", "split", "street", "corner", "line", "dozen", "column", "double_dozen", "double_column",
}  # fmt: skip

BLACKJACK = (
    Group(
        TABLE,
        (
            _mode("BJ-5"),
            Field("places", "count", lazy("Places"), "BJ-4a", lazy("1 to 7 circles on the felt.")),
            Field("seats", "count", SEATS, "BJ-4a"),
            Field("places_per_player", "count", lazy("Places of one player"), "BJ-7"),
        ),
        SECOND,
    ),
    Group(
        LIMITS,
        (
            Field("minimum", "money", MINIMUM, "BJ-10"),
            Field(
                "maximum",
                "money",
                lazy("Maximum bet"),
                "BJ-11",
                lazy("At most 100 times the minimum, and what the sheet says."),
            ),
            Field("step", "money", STEP, "BJ-25a", STEP_HELP),
        ),
        SECOND,
    ),
    Group(
        CARDS,
        (
            Field("decks", "count", lazy("Decks"), "BJ-4b", lazy("4, 6 or 8.")),
            Field(
                "shoe",
                "choice",
                lazy("Shoe"),
                "",
                "",
                {"fresh": lazy("shuffled before each round"), "cut": lazy("dealt to a cut card")},
            ),
            Field(
                "cut",
                "count",
                lazy("Cards before the cut card"),
                "",
                lazy("Nought where each round is shuffled anew."),
            ),
        ),
        SECOND,
    ),
    _pace(
        Field("betting_seconds", "count", BETTING, "BJ-12a", AT_LEAST_5),
        Field("decision_seconds", "count", DECISION, "BJ-24b", AT_LEAST_5),
        Field("extra_seconds", "count", EXTRA),
        Field("rest_seconds", "count", REST, "BJ-2f", AT_LEAST_5),
    ),
)
BACCARAT = (
    Group(
        TABLE,
        (
            Field(
                "variant",
                "choice",
                lazy("Way of playing"),
                "PB-39",
                "",
                {"punto-banco": lazy("Ponto e banca"), "macau": "Macau"},
            ),
            _mode("PB-4"),
            Field("seats", "count", SEATS, "PB-6a", lazy("1 to 9.")),
            Field("pairs", "yes", lazy("Bets on pairs"), "PB-10"),
        ),
        SECOND,
    ),
    Group(
        LIMITS,
        (
            Field("minimum", "money", MINIMUM, "PB-14", lazy("Every maximum follows from it.")),
            Field("step", "money", STEP, "", STEP_HELP),
            Field(
                "prize_cap",
                "money?",
                lazy("Maximum of prizes"),
                "PB-41",
                lazy("Macau tables only; empty for none."),
            ),
        ),
        SECOND,
    ),
    Group(
        MAXIMA,
        (
            Field("max_times.side", "count?", lazy("Ponto and banca"), "PB-15a", lazy("At most 70.")),
            Field("max_times.tie", "count?", lazy("Tie"), "PB-15b", lazy("At most 15.")),
            Field("max_times.pair", "count?", lazy("Pairs"), "PB-15c", lazy("At most 8.")),
        ),
        TIGHTER,
    ),
    Group(
        COMMISSION,
        (
            Field(
                "commission",
                "choice",
                COMMISSION,
                "PB-26",
                "",
                {
                    "none": lazy("none"),
                    "a": lazy("5% when banca wins"),
                    "b": lazy("50% when banca wins with 5 or 6"),
                },
            ),
        ),
        SECOND,
    ),  # fmt: skip
    Group(
        CARDS,
        (
            Field("decks", "count", lazy("Decks"), "PB-6b", lazy("6 or 8.")),
            Field(
                "shoe",
                "choice",
                lazy("Shoe"),
                "",
                "",
                {"fresh": lazy("shuffled before each round"), "kept": lazy("dealt to a cut card")},
            ),
            Field("cut_card", "count", lazy("Cards behind the cut card"), "PB-20"),
        ),
        SECOND,
    ),
    _pace(
        Field("betting_seconds", "count", BETTING, "PB-27a", AT_LEAST_5),
        Field("card_ms", "count", lazy("Milliseconds from card to card"), "PB-3", lazy("100 to 5000.")),
        Field("rest_seconds", "count", REST, "PB-2c", AT_LEAST_5),
    ),
)
REGIMES: Words = {"continuous": lazy("continuously"), "session": lazy("in sessions")}
HOLDEM = (
    Group(
        TABLE,
        (
            Field("seats", "count", SEATS, "HE-4a", lazy("2 to 10.")),
            Field(
                "regime",
                "choice",
                lazy("The table runs"),
                "HE-6a",
                "",
                {"continuous": lazy("continuously"), "session": lazy("in sessions")},
            ),
            Field(
                "hours",
                "count",
                lazy("Hours of a session"),
                "HE-2s",
                lazy("Nought where it runs continuously."),
            ),
        ),
        SECOND,
    ),
    Group(
        LIMITS,
        (
            Field("minimum", "money", lazy("Minimum bet and big blind"), "HE-22a"),
            Field("small_blind", "money", lazy("Small blind"), "HE-22b"),
            Field("buy_in", "money", lazy("Buy-in"), "HE-14"),
            Field("rebuys", "sums", lazy("Rebuys"), "HE-14", lazy("Amounts, with a semicolon between them.")),
            Field(
                "limit",
                "choice",
                lazy("Maximum of a bet"),
                "HE-24a-i",
                "",
                {
                    "half-pot": lazy("half pot"),
                    "fixed-raises": lazy("fixed raises"),
                    "pot-limit": lazy("pot"),
                    "no-limit": pgettext_lazy("poker limit", "none"),
                },
            ),
            Field(
                "raises",
                "count",
                lazy("Raises in each turn"),
                "HE-24a-ii",
                lazy("Counts where their number is the limit."),
            ),
        ),
        SECOND,
    ),  # fmt: skip
    _pace(
        Field("betting_seconds", "count", lazy("Seconds to come, go or rebuy"), "HE-11b"),
        Field("decision_seconds", "count", DECISION, "HE-43", AT_LEAST_5),
        Field("extra_seconds", "count", EXTRA, "HE-44"),
        Field("rest_seconds", "count", REST, "HE-61", lazy("At least 2.")),
    ),
)
STUD_PACE = _pace(
    Field("betting_seconds", "count", BETTING, "CS-14a", AT_LEAST_5),
    Field("decision_seconds", "count", DECISION, "CS-21", AT_LEAST_5),
    Field("extra_seconds", "count", EXTRA, "CS-31", AT_LEAST_5),
    Field("rest_seconds", "count", REST, "", lazy("At least 3.")),
)
STUD_LIMITS = (
    Field("minimum", "money", lazy("Least ante"), "CS-17"),
    Field(
        "maximum",
        "money",
        lazy("Greatest ante"),
        "CS-18",
        lazy("At most 25 times the least, and what the sheet says."),
    ),
    Field("step", "money", STEP, "", STEP_HELP),
)
CARIBBEAN = (
    Group(TABLE, (_mode("CS-4"), Field("seats", "count", SEATS, "CS-6a", lazy("1 to 7."))), SECOND),
    Group(LIMITS, STUD_LIMITS, SECOND),
    STUD_PACE,
)
HOUSE_MAXIMUM = Field(
    "house_maximum",
    "money?",
    lazy("Most that the additional bet wins"),
    "MS-9.5.9",
    lazy("Empty for no limit."),
)
MACAU = (
    Group(
        TABLE,
        (
            _mode("CS-4"),
            Field("seats", "count", SEATS, "MS-2.1", lazy("1 to 7.")),
            Field(
                "dealing", "choice", lazy("Cards are dealt"), "MS-7.1", "",
                {"shoe": lazy("from a shoe, one at a time"), "shuffler": lazy("by a shuffler, five at a time")},
            ),
        ),
        SECOND,
    ),
    Group(
        LIMITS,
        (*STUD_LIMITS, HOUSE_MAXIMUM),
        SECOND,
    ),
    Group(
        JACKPOT,
        (
            Field("jackpot", "yes", lazy("The table has a jackpot"), "MS-10.1"),
            Field("jackpot.bet", "money?", lazy("Jackpot bet"), "MS-10.1"),
            Field("jackpot.contribution", "money?", lazy("Of it, into the pot"), "MS-10.1", lazy("The rest is the house's.")),
            Field("jackpot.minimum", "money?", lazy("Where the pot begins"), "MS-10.8b"),
            Field("jackpot.fixed.royal_flush", "money?", lazy("Fixed sum, royal flush"), "MS-10.2.1"),
            Field("jackpot.fixed.straight_flush", "money?", lazy("Fixed sum, straight flush"), "MS-10.2.2"),
            Field("jackpot.fixed.four_of_a_kind", "money?", lazy("Fixed sum, four of a kind"), "MS-10.2.3"),
            Field("jackpot.fixed.full_house", "money?", lazy("Fixed sum, full house"), "MS-10.2.4"),
            Field("jackpot.fixed.flush", "money?", lazy("Fixed sum, flush"), "MS-10.2.5"),
        ),
        SECOND,
    ),
    STUD_PACE,
)  # fmt: skip
GROUPS: Mapping[str, tuple[Group, ...]] = {
    "american-roulette": _roulette("ar"),
    "french-roulette": _roulette("fr"),
    "blackjack": BLACKJACK,
    "baccarat": BACCARAT,
    "holdem": HOLDEM,
    "caribbean-stud": CARIBBEAN,
    "macau-stud": MACAU,
}


def fields_of(system: str) -> tuple[Field, ...]:
    return tuple(field for group in GROUPS[system] for field in group.fields)


class Difference(Struct, frozen=True):
    label: str
    rule: str
    before: str
    after: str


def differences(system: str, before: Any, after: Any, currency: str) -> list[Difference]:
    """Every field that is set otherwise, in the words of the form."""
    found = []
    for field in fields_of(system):
        was, now = (
            field.describe(_bare(field, setting), currency) if setting is not None else "–"
            for setting in (before, after)
        )
        if was != now:
            found.append(Difference(str(field.label), field.rule, was, now))
    return found


def _bare(field: Field, setting: Any) -> Any:
    value = field.of(setting)
    return value is not None and value is not False if field.kind == "yes" else value

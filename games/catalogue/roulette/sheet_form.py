"""The rule sheets of the two roulettes, field by field."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from games.catalogue.roulette.labels import CALL_BETS, CHANCES, WHEELS, ZERO_OPTIONS
from games.catalogue.roulette.specific_rules import AMERICAN, RULES
from games.catalogue.sheet_fields import BETS, LIMITS, MONEY, PEOPLE, TIMES, Field, Group, house, sessions
from games.rules.roulette.layout import EVEN_CHANCES, BetKind
from games.rules.roulette.sheet import RULE_LETTERS, STAKE_MAX_TIMES, VARIANTS, SecondZero, Zero
from games.rules.roulette.sheet import RULES as NUMBERS

SECOND_ZERO = {
    SecondZero.LOST: _("a stake held before is lost"),
    SecondZero.STAYS: _("a stake held before stays held"),
}
CALL_RULES = ("FR-8", "FR-8a", "FR-8b", "FR-8c", "FR-8d-i", "FR-8d-ii", "FR-8d-iii", "FR-8e")


def american_groups() -> tuple[Group, ...]:
    """[AR-6a] [AR-11b] [AR-12a] [AR-12b] [AR-28a] [AR-28b] [AR-30]"""
    return _groups(AMERICAN)


def french_groups() -> tuple[Group, ...]:
    """[FR-8] [FR-R12b] [FR-R13a] [FR-R13b] [FR-R20a] [FR-R20b] [FR-R20c] [FR-R29a] [FR-R29b] [FR-R31]"""
    return _groups("french-roulette")


def _groups(system: str) -> tuple[Group, ...]:
    rules = RULES[system]
    first, second, warning = rules["inactivity"]
    return (
        Group(MONEY, tuple(_zero(system, rules["zero"]))),
        Group(
            BETS,
            (
                Field(
                    "variants",
                    "set",
                    _("Wheels"),
                    _("The wheels that tables may have."),
                    rules["wheels"],
                    {wheel: WHEELS[wheel] for wheel in VARIANTS[system]},
                ),
                Field(
                    "double_bets",
                    "yes",
                    _("Two dozens, two columns"),
                    _("Whether bets on two dozens and on two columns are taken."),
                    rules["doubles"],
                ),
                *_calls(system),
            ),
        ),
        Group(
            LIMITS,
            (
                Field(
                    "player_cap",
                    "yes",
                    _("A maximum for all bets of a round"),
                    _(
                        "Whether a table may set the most that one player stakes on all chances of a round "
                        "together."
                    ),
                    rules["cap"],
                ),
                *_maxima(system),
            ),
        ),
        Group(PEOPLE, sessions((first,), (second,), (warning,))),
        *house(rules["void"], rules["demo"]),
    )


def _zero(system: str, rules: tuple[str, ...]) -> Iterator[Field]:
    lawful = tuple(Zero) if system != AMERICAN else (Zero.LOSE_ALL,)
    help_text = _("What becomes of stakes on even chances when zero comes up.")
    yield Field(
        "zero_option",
        "choice",
        _("Zero"),
        help_text,
        rules,
        {option: ZERO_OPTIONS[option] for option in lawful},
        reading=system != AMERICAN,
    )
    if system != AMERICAN:
        held = _("What becomes of a stake that is held already. It matters only where stakes are held.")
        yield Field(
            "second_zero", "choice", _("A second zero"), held, ("FR-R20c",), SECOND_ZERO, reading=True
        )


def _calls(system: str) -> Iterator[Field]:
    """[FR-8a] [FR-8b] [FR-8c] [FR-8d-i] [FR-8d-ii] [FR-8d-iii] [FR-8e]"""
    if system != AMERICAN:
        help_text = _("Bets on sets of numbers in the order of the wheel. None need be offered.")
        yield Field(
            "calls",
            "set",
            _("Call bets"),
            help_text,
            CALL_RULES,
            CALL_BETS,
            bound=_("Any of these, or none."),
        )


def _maxima(system: str) -> Iterator[Field]:
    """The multiples of the minimum bet.

    [AR-11a-i] [AR-11a-ii] [AR-11a-iii] [AR-11a-iv] [AR-11a-v] [AR-11a-vi] [AR-11a-vii] [AR-11a-viii]
    [AR-11a-ix]
    [FR-R12a-i] [FR-R12a-ii] [FR-R12a-iii] [FR-R12a-iv] [FR-R12a-v] [FR-R12a-vi] [FR-R12a-vii]
    [FR-R12a-viii] [FR-R12a-ix]
    """
    help_text = _("A tighter multiple of the minimum bet than the regulation's. Empty: the regulation's own.")
    for kind in (*(kind for kind in BetKind if kind not in EVEN_CHANCES), BetKind.EVEN):
        even = kind in EVEN_CHANCES
        yield Field(
            f"max_times.{'even_chance' if even else kind.replace('-', '_')}",
            "count?",
            _("Even chances") if even else CHANCES[kind],
            help_text,
            (NUMBERS[system]["maximum"] + RULE_LETTERS[kind],),
            least=1,
            most=STAKE_MAX_TIMES[kind],
            unit=TIMES,
            open=_("that of the base rules"),
        )

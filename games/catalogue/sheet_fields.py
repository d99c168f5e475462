"""The fields of a rule sheet's form: label, kind, legal bound, rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from msgspec import Struct

from games.catalogue.labels import percentage
from games.rules.shared.draw_terms import LEAST_WAIT_SECONDS, MARGIN_MS, MOST_WAIT_SECONDS, NO_BEACON
from games.rules.shared.sessions import Mode

Text = Promise | str
HUNDREDTHS = 10_000  # the unit of a rate is a hundredth of one per cent

OFFER, BETS, LIMITS, MONEY, CARDS, PEOPLE, FAULTS, DRAW = (
    lazy("What is offered"),
    lazy("Bets and decisions"),
    lazy("Maximum bets"),
    lazy("Commission and prizes"),
    lazy("Cards and dealing"),
    lazy("Players and sessions"),
    lazy("Faults of the house"),
    lazy("The draw"),
)
BEACON_LABELS: Mapping[Any, Text] = {
    NO_BEACON: lazy("none: the seed of the house and the shares of the browsers decide alone"),
    "quicknet": lazy("drand quicknet, a public beacon with a value every 3 seconds"),
    "sandbox": lazy("the sandbox beacon of a demonstration, which proves nothing to strangers"),
}


class Field(Struct, frozen=True):
    """One value that the operator may choose. `path` leads to it in the sheet.

    Kinds: "yes" (or no); "choice" (one of `words`); "set" (several of them); "count"; "count?" (may be
    empty); "rate" (per cent).
    """

    path: str
    kind: str
    label: Text
    help: Text
    rules: tuple[str, ...] = ()
    words: Mapping[Any, Text] = {}
    least: int | None = None
    most: int | None = None
    unit: str = ""
    open: Text = ""  # the meaning of an empty field
    bound: Text = ""  # shown instead of least and most
    reading: bool = False  # the regulation is ambiguous here and the operator decides how to read it

    @property
    def name(self) -> str:
        return self.path.replace(".", "-")

    def of(self, sheet: Any) -> Any:
        for step in self.path.split("."):
            sheet = getattr(sheet, step)
        return sheet

    def limits(self) -> str:
        """The legal bound as text."""
        if self.bound:
            return str(self.bound)
        if self.kind == "set":
            return _("At least one of these.")
        if self.least is not None and self.most is not None:
            return _("From %(least)s to %(most)s.") % {"least": self.least, "most": self.most}
        return _("At least %(least)s.") % {"least": self.least} if self.least is not None else ""

    def format_value(self, value: Any) -> str:
        """The value as text."""
        match self.kind:
            case "yes":
                return _("yes") if value else _("no")
            case "set":
                return "; ".join(str(word) for key, word in self.words.items() if key in value) or "–"
            case "choice":
                return str(self.words.get(value, value))
            case "rate":
                return percentage(Fraction(value, HUNDREDTHS))
        if value is None:
            return str(self.open)
        return with_unit(self.unit, value) if self.unit else str(value)

    @property
    def unit_label(self) -> Text:
        """The unit shown beside the input."""
        return UNITS.get(self.unit, self.unit)


def with_unit(unit: str, count: int) -> str:
    match unit:
        case "seconds":
            text = ngettext("%(count)s second", "%(count)s seconds", count)
        case "ms":
            text = ngettext("%(count)s millisecond", "%(count)s milliseconds", count)
        case "rounds":
            text = ngettext("%(count)s round", "%(count)s rounds", count)
        case "second-bets":
            text = ngettext("%(count)s time the second bet", "%(count)s times the second bet", count)
        case _:
            text = ngettext("%(count)s time the minimum", "%(count)s times the minimum", count)
    return text % {"count": count}


class Group(Struct, frozen=True):
    title: Text
    fields: tuple[Field, ...]


def with_value(sheet: Any, path: str, value: Any) -> Any:
    """The sheet with that one field set."""
    head, _dot, tail = path.partition(".")
    return msgspec.structs.replace(
        sheet, **{head: with_value(getattr(sheet, head), tail, value) if tail else value}
    )


MODES: Mapping[Any, Text] = {
    Mode.INDIVIDUAL: lazy("for one player"),
    Mode.MULTIPLE: lazy("for several players"),
}
SECONDS, MILLISECONDS, ROUNDS, TIMES, SECOND_BETS = "seconds", "ms", "rounds", "times", "second-bets"
UNITS: Mapping[str, Text] = {
    SECONDS: lazy("seconds"),
    MILLISECONDS: lazy("milliseconds"),
    ROUNDS: lazy("rounds"),
    TIMES: lazy("times the minimum"),
    SECOND_BETS: lazy("times the second bet"),
}


def modes_field(*rules: str) -> Field:
    return Field(
        "modes",
        "set",
        lazy("Tables"),
        lazy("Which tables the house may open: for one player alone, for several together."),
        rules,
        MODES,
    )


def sessions(
    individual: tuple[str, ...], multiple: tuple[str, ...], warning: tuple[str, ...], least_rounds: int = 5
) -> tuple[Field, ...]:
    """When a player who does not bet may be invited to end the session, and when the warning follows."""
    invited, warned = "inactivity.invited_after", "inactivity.warned_after"
    alone = (
        Field(
            f"{invited}_seconds",
            "count",
            lazy("Invitation at a table for one"),
            lazy(
                "Seconds without a bet after which the player may be invited to end the session. Longer is "
                "kinder."
            ),
            individual,
            least=180,
            unit=SECONDS,
        ),
        Field(
            f"{warned}_seconds",
            "count",
            lazy("Warning at a table for one"),
            lazy("Seconds from the invitation to the warning that the session will be ended."),
            warning,
            least=60,
            unit=SECONDS,
        ),
    )
    together = (
        Field(
            f"{invited}_rounds",
            "count",
            lazy("Invitation at the other tables"),
            lazy("Rounds in a row without a bet after which the player may be invited to end the session."),
            multiple,
            least=least_rounds,
            unit=ROUNDS,
        ),
        Field(
            f"{warned}_rounds",
            "count",
            lazy("Warning at the other tables"),
            lazy("Rounds from the invitation to the warning that the session will be ended."),
            warning,
            least=1,
            unit=ROUNDS,
        ),
    )
    return (*alone, *together) if individual != ("-",) else together


def decision_times(
    decision: tuple[str, ...],
    extra: tuple[str, ...],
    bounds: tuple[int, int],
    least_extra: int,
) -> tuple[Field, Field]:
    """The least time that a table gives for a decision, and after the warning."""
    least, most = bounds
    return (
        Field(
            "least_decision_seconds",
            "count",
            lazy("Least time for a decision"),
            lazy("No table gives less. Each table sets and shows its own time."),
            decision,
            least=least,
            most=most,
            unit=SECONDS,
        ),
        Field(
            "least_extra_seconds",
            "count",
            lazy("Least extra time after the warning"),
            lazy("No table gives less once a player has been warned that the time is up."),
            extra,
            least=least_extra,
            most=most,
            unit=SECONDS,
        ),
    )


def _draw(void: tuple[str, ...]) -> Group:
    """What the draw depends on besides the seed of the house and the shares of the browsers."""
    return Group(
        DRAW,
        (
            Field(
                "draw.beacon",
                "choice",
                lazy("Beacon"),
                lazy(
                    "With a public beacon nobody can choose a result or know it before bets close, the house "
                    "included. A change of it is a change of the generator, with its notice."
                ),
                words=BEACON_LABELS,
            ),
            Field(
                "draw.margin_ms",
                "count",
                lazy("From the close of bets to the value"),
                lazy(
                    "The round takes the first value that is due at least this long after bets have closed."
                ),
                least=MARGIN_MS[0],
                most=MARGIN_MS[1],
                unit=MILLISECONDS,
            ),
            Field(
                "draw.wait_seconds",
                "count",
                lazy("Longest wait for the value"),
                lazy(
                    "A round whose value has not come then is void, and every stake is given back. Never "
                    "longer than the time to resume a round."
                ),
                void,
                least=LEAST_WAIT_SECONDS,
                most=MOST_WAIT_SECONDS,
                unit=SECONDS,
            ),
        ),
    )


def house(void: tuple[str, ...], demo: tuple[str, ...]) -> tuple[Group, ...]:
    """The last fields of every game's sheet: the draw, faults, and services beside the game."""
    return (
        _draw(void),
        Group(
            FAULTS,
            (
                Field(
                    "resume_within",
                    "count",
                    lazy("Time to resume a round"),
                    lazy(
                        "A round that a fault of the house stopped goes on within this time, or is void and "
                        "every stake is given back."
                    ),
                    void,
                    least=1,
                    most=3600,
                    unit=SECONDS,
                ),
            ),
        ),
        Group(
            OFFER,
            (
                Field(
                    "demo",
                    "yes",
                    lazy("Demonstration tables"),
                    lazy("Whether the game is offered for demonstration credits too."),
                    demo,
                ),
                Field(
                    "chat",
                    "yes",
                    lazy("Chat at the tables"),
                    lazy("Whether players at a table may write to each other."),
                ),
            ),
        ),
    )

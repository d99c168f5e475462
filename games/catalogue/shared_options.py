"""The options that several games have: each is declared once, with the rules of the game that asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.catalogue import labels
from games.catalogue.options import (
    LANGUAGES,
    MILLISECONDS,
    ROUNDS,
    SECONDS,
    TIMES,
    Group,
    Option,
    Sentence,
    at_least,
    list_counts,
    listed,
    one_of,
    sheet_option,
    table_option,
    times,
    up_to,
)
from games.catalogue.text import Text
from games.rules.shared.checks import LEAST_BETTING_SECONDS, MAX_RESUME_SECONDS
from games.rules.shared.draw_terms import (
    LEAST_WAIT_SECONDS,
    MARGIN_MS,
    MOST_WAIT_SECONDS,
    NO_BEACON,
    DrawTerms,
)
from games.rules.shared.money import Cents
from games.rules.shared.sessions import (
    INVITED_AFTER_ROUNDS,
    INVITED_AFTER_SECONDS,
    WARNED_AFTER_ROUNDS,
    WARNED_AFTER_SECONDS,
    Inactivity,
    Mode,
)

# The headings of the form of a rule sheet, and those of the form of a table.
OFFER, BETS, MAXIMUM_BETS, MONEY, DEALING, PEOPLE, FAULTS, DRAW = (
    lazy("What is offered"),
    lazy("Bets and decisions"),
    lazy("Maximum bets"),
    lazy("Commission and prizes"),
    lazy("Cards and dealing"),
    lazy("Players and sessions"),
    lazy("Faults of the house"),
    lazy("The draw"),
)
TABLE, LIMITS, TIGHTER_MULTIPLES, SHOES, PACE = (
    lazy("The table"),
    lazy("Limits"),
    lazy("Stricter multiples"),
    lazy("Decks and shoe"),
    lazy("Pace and languages"),
)
TWO_PEOPLE = lazy("Changes here need a second person.")
ONE_PERSON = lazy("One person may make changes here.")
TIGHTER = lazy("Empty: as in the rule sheet. A multiple can only be stricter.")
MINIMUM, MAXIMUM, SEATS, REST = (
    lazy("Minimum bet"),
    lazy("Maximum bet"),
    lazy("Seats"),
    lazy("Seconds between rounds"),
)
BEACONS: Mapping[Any, Text] = {
    NO_BEACON: lazy("none: only the seed of the house and the shares of the browsers decide"),
    "quicknet": lazy("drand quicknet, a public beacon with a value every 3 seconds"),
    "sandbox": lazy("the sandbox beacon of a demonstration, which proves nothing to outsiders"),
}
MODES: Mapping[Any, Text] = {
    Mode.INDIVIDUAL: lazy("for one player"),
    Mode.MULTIPLE: lazy("for several players"),
}
# The last sentences of every rules page.
LAST_SENTENCES = (
    "inactivity.invited_after",
    "inactivity.warned_after",
    "draw",
    "resume_within",
    "demo",
    "chat",
)


# --- Of a rule sheet


def modes(*rules: str) -> Option:
    help_text = lazy("Which tables the house may open: for one player, for several players.")
    sentence = Sentence(text=listed(MODES))
    return sheet_option(
        "modes", "set", lazy("Tables"), help_text, *rules, words=MODES, for_tables=True, sentences=(sentence,)
    )


def decks(counts: Collection[int], rule: str) -> Option:
    """The sizes of shoe. The rules of a game must say whether a round depends on those before it, which the
    sheet leaves to the tables.
    """
    kept = lazy(
        "a table shuffles all cards for every round, or keeps its shoe until the cut card appears and "
        "draws each round from the cards that are left; the table shows the cards left in a kept shoe"
    )
    return sheet_option(
        "decks",
        "set",
        lazy("Decks"),
        lazy("The sizes of shoe that tables may have."),
        rule,
        words={count: str(count) for count in counts},
        for_tables=True,
        sentences=(
            Sentence(text=list_counts),
            Sentence(
                of_sheet=lambda sheet: str(kept), field="decks.kept", name=lazy("Cards of earlier rounds")
            ),
        ),
    )


def starts_alone(path: str, *rules: str) -> Option:
    return sheet_option(
        path,
        "yes",
        lazy("The player of a table for one starts the deal"),
        lazy("Without it there can be no tables for one player."),
        *rules,
        for_tables=True,
    )


def most_seats(least: int, most: int, *rules: str) -> Option:
    label, help_text = lazy("Places at a table"), lazy("The highest number that a table may have.")
    bounds: dict[str, Any] = {"least": least, "most": most, "for_tables": True}
    return sheet_option(
        "most_seats", "count", label, help_text, *rules, **bounds, sentence=Sentence(text=up_to)
    )


def most_times(label: Text, help_text: Text, most: int, *rules: str) -> Option:
    """The maximum bet of a table, where all its bets have one."""
    bounds: dict[str, Any] = {"least": 1, "most": most, "unit": TIMES, "for_tables": True}
    return sheet_option(
        "max_times", "count", label, help_text, *rules, **bounds, sentence=Sentence(text=times)
    )


def most_times_of_chance(name: str, label: Text, most: int, rule: str, *sentences: Sentence) -> Option:
    """The maximum bet on one chance."""
    return sheet_option(
        f"max_times.{name}",
        "count?",
        label,
        lazy("A tighter multiple of the minimum bet than the regulation's. Empty: the regulation's own."),
        rule,
        least=1,
        most=most,
        unit=TIMES,
        open=lazy("that of the base rules"),
        for_tables=True,
        sentences=sentences,
    )


def list_tighter(multiples: Iterable[tuple[Text, int | None]]) -> str:
    """The multiples that are tighter than the regulation's, each with its chance."""
    tighter = [f"{chance}: {times(most)}" for chance, most in multiples if most is not None]
    return "; ".join(tighter) or _("those of the base rules")


def _invited(terms: Inactivity) -> str:
    figures = {"seconds": terms.invited_after_seconds, "rounds": terms.invited_after_rounds}
    sentence = _(
        "after more than %(seconds)s seconds without a bet at a table for one, or more than "
        "%(rounds)s rounds at the others"
    )
    return sentence % figures


def _warned(terms: Inactivity) -> str:
    figures = {"seconds": terms.warned_after_seconds, "rounds": rounds_later(terms)}
    return _("%(seconds)s seconds later at a table for one; %(rounds)s at the others") % figures


def rounds_later(terms: Inactivity) -> str:
    rounds = terms.warned_after_rounds
    return ngettext("%(rounds)s round later", "%(rounds)s rounds later", rounds) % {"rounds": rounds}


def sessions(individual: str, multiple: str, warning: str) -> tuple[Option, ...]:
    """When a player who does not bet may be invited to end the session, and when the warning follows."""
    in_seconds = (
        sheet_option(
            "inactivity.invited_after_seconds",
            "count",
            lazy("Invitation at a table for one"),
            lazy(
                "Seconds without a bet after which the player may be invited to end the session. A "
                "longer time is easier on the player."
            ),
            *_present(individual),
            least=INVITED_AFTER_SECONDS,
            unit=SECONDS,
            sentences=(),
        ),
        sheet_option(
            "inactivity.warned_after_seconds",
            "count",
            lazy("Warning at a table for one"),
            lazy("Seconds from the invitation to the warning that the session will be ended."),
            *_present(warning),
            least=WARNED_AFTER_SECONDS,
            unit=SECONDS,
            sentences=(),
        ),
    )
    both = _present(individual, multiple)
    return (
        *in_seconds,
        *sessions_in_rounds(both, multiple, warning, INVITED_AFTER_ROUNDS, _invited, _warned),
    )


def sessions_in_rounds(
    invited_rules: tuple[str, ...],
    multiple: str,
    warning: str,
    least_rounds: int,
    invited: Callable[[Inactivity], str],
    warned: Callable[[Inactivity], str],
) -> tuple[Option, Option]:
    """The same where several play, with the sentences on both kinds of tables."""
    return (
        sheet_option(
            "inactivity.invited_after_rounds",
            "count",
            lazy("Invitation at the other tables"),
            lazy("Rounds in a row without a bet after which the player may be invited to end the session."),
            *_present(multiple),
            least=least_rounds,
            unit=ROUNDS,
            sentence=Sentence(
                text=invited,
                field="inactivity.invited_after",
                name=lazy("Invitation to end a session"),
                rules=invited_rules,
            ),
        ),
        sheet_option(
            "inactivity.warned_after_rounds",
            "count",
            lazy("Warning at the other tables"),
            lazy("Rounds from the invitation to the warning that the session will be ended."),
            *_present(warning),
            least=WARNED_AFTER_ROUNDS,
            unit=ROUNDS,
            sentence=Sentence(
                text=warned, field="inactivity.warned_after", name=lazy("Warning after the invitation")
            ),
        ),
    )


def _present(*rules: str) -> tuple[str, ...]:
    """The regulation of Macau is silent on some options that it shares with others."""
    return tuple(filter(None, rules))


def decision_times(
    decision: tuple[str, ...],
    extra: tuple[str, ...],
    bounds: tuple[int, int],
    least_extra: int,
    lapse: Text | None = None,
) -> tuple[Option, Option]:
    """The least time that a table gives for a decision, and after the warning. Each table sets its own
    within this. `lapse` says what happens when both are over.
    """
    least, most = bounds
    at_end = Sentence(
        of_sheet=lambda sheet: str(lapse),
        field="least_extra_seconds.lapse",
        name=lazy("When the time to decide runs out"),
    )
    return (
        sheet_option(
            "least_decision_seconds",
            "count",
            lazy("Minimum time for a decision"),
            lazy("No table may give less. Each table sets and shows its own time."),
            *decision,
            least=least,
            most=most,
            unit=SECONDS,
            sentence=Sentence(text=_decision_time, name=lazy("Time to decide")),
        ),
        sheet_option(
            "least_extra_seconds",
            "count",
            lazy("Minimum extra time after the warning"),
            lazy("No table may give less once a player has been warned that the time is up."),
            *extra,
            least=least_extra,
            most=most,
            unit=SECONDS,
            sentences=(
                *((at_end,) if lapse is not None else ()),
                Sentence(text=_extra_time, name=lazy("Extra time after the warning"), rules=extra[:1]),
            ),
        ),
    )


def _decision_time(seconds: int) -> str:
    return _("at least %(seconds)s seconds; the limits of the tables give the time of each") % {
        "seconds": seconds
    }


def _extra_time(seconds: int) -> str:
    return _("at least %(extra)s seconds") % {"extra": seconds} if seconds else _("as each table sets it")


def _without_beacon(terms: DrawTerms) -> str | None:
    if terms.has_beacon:
        return None
    return _("the seed of the house and the shares of the browsers, without a beacon")


def _with_beacon(terms: DrawTerms) -> str | None:
    if not terms.has_beacon:
        return None
    figures = {"beacon": terms.beacon, "margin": terms.margin_ms, "seconds": terms.wait_seconds}
    sentence = _(
        "the seed of the house, the shares of the browsers and the first value of the beacon "
        "%(beacon)s that is due at least %(margin)s milliseconds after bets have closed; a round "
        "whose value has not come %(seconds)s seconds later is void and every stake is returned"
    )
    return sentence % figures


def draw(*void: str) -> Group:
    """What the draw depends on besides the seed of the house and the shares of the browsers."""
    name = lazy("What decides a result")
    return Group(
        DRAW,
        (
            sheet_option(
                "draw.beacon",
                "choice",
                lazy("Beacon"),
                lazy(
                    "With a public beacon nobody, the house included, can choose a result or know it "
                    "before bets close. Changing the beacon is a change of the generator and needs "
                    "its notice."
                ),
                words=BEACONS,
                sentences=(
                    Sentence(text=_without_beacon, name=name),
                    Sentence(text=_with_beacon, name=name, rules=void),
                ),
            ),
            sheet_option(
                "draw.margin_ms",
                "count",
                lazy("From the close of bets to the value"),
                lazy(
                    "The round takes the first value that is due at least this long after bets have closed."
                ),
                least=MARGIN_MS[0],
                most=MARGIN_MS[1],
                unit=MILLISECONDS,
                sentences=(),
            ),
            sheet_option(
                "draw.wait_seconds",
                "count",
                lazy("Longest wait for the value"),
                lazy(
                    "A round whose value has not come by then is void, and every stake is returned. "
                    "Never longer than the time to resume a round."
                ),
                *void,
                least=LEAST_WAIT_SECONDS,
                most=MOST_WAIT_SECONDS,
                unit=SECONDS,
                sentences=(),
            ),
        ),
    )


def _resumed(seconds: int) -> str:
    return _("the round continues within %(seconds)s seconds, or is void and every stake is returned") % {
        "seconds": seconds
    }


def _resumed_with_decisions(seconds: int) -> str:
    """Players decide within a time, which restarts when the round continues."""
    sentence = _(
        "the round continues within %(seconds)s seconds, or is void and every stake is returned. "
        "When it continues, the time to decide starts again, unless the player's own connection was "
        "lost more than 3 seconds before the fault"
    )
    return sentence % {"seconds": seconds}


def faults(*void: str, decisions: bool = False) -> Group:
    text = _resumed_with_decisions if decisions else _resumed
    return Group(
        FAULTS,
        (
            sheet_option(
                "resume_within",
                "count",
                lazy("Time to resume a round"),
                lazy(
                    "A round that a fault of the house stopped must resume within this time. "
                    "Otherwise it is void and every stake is returned."
                ),
                *void,
                least=1,
                most=MAX_RESUME_SECONDS,
                unit=SECONDS,
                sentence=Sentence(text=text, name=lazy("A fault of the house")),
            ),
        ),
    )


def offer(*demo: str) -> Group:
    """The services beside the game."""
    return Group(
        OFFER,
        (
            sheet_option(
                "demo",
                "yes",
                lazy("Demonstration tables"),
                lazy("Whether the game is offered for demonstration credits too."),
                *demo,
                for_tables=True,
            ),
            sheet_option(
                "chat",
                "yes",
                lazy("Chat at the tables"),
                lazy("Whether players at a table may write to each other."),
            ),
        ),
    )


# --- Of a table


def mode(rule: str) -> Option:
    help_text = lazy("An individual table has one seat.")
    return table_option(
        "mode", "choice", lazy("Players"), rule, help_text, words=labels.MODES, default=str(Mode.MULTIPLE)
    )


def minimum(rule: str, default: Cents) -> Option:
    help_text = lazy("Every maximum is calculated from it.")
    return table_option("minimum", "money", MINIMUM, rule, help_text, default=default)


def step(default: Cents, rule: str = "") -> Option:
    return table_option(
        "step", "money", lazy("Step"), rule, lazy("Every stake is a multiple of it."), default=default
    )


def table_decks(counts: Collection[int], rule: str, default: int) -> Option:
    return table_option(
        "decks", "count", lazy("Decks"), rule, one_of(counts), default=default, affects_odds=True
    )


def shoe(fresh: str, until_cut_card: str, default: str) -> Option:
    words = {fresh: lazy("shuffled before each round"), until_cut_card: lazy("dealt to a cut card")}
    return table_option("shoe", "choice", lazy("Shoe"), words=words, default=str(default))


def betting(rule: str, default: int) -> Option:
    label = lazy("Seconds for betting")
    return table_option(
        "betting_seconds", "count", label, rule, at_least(LEAST_BETTING_SECONDS), default=default
    )


def decision(rule: str, least: int, default: int) -> Option:
    label = lazy("Seconds for each decision")
    return table_option("decision_seconds", "count", label, rule, at_least(least), default=default)


def extra_time(default: int, rule: str = "", help_text: Text = "") -> Option:
    label = lazy("Seconds after the warning")
    return table_option("extra_seconds", "count", label, rule, help_text, default=default)


def rest(default: int, help_text: Text, rule: str = "") -> Option:
    return table_option("rest_seconds", "count", REST, rule, help_text, default=default)


def pace(*options: Option) -> Group:
    """The times of a table and its languages, which one person may set."""
    languages = table_option(
        "languages", "languages", lazy("Languages of the table"), default=list(LANGUAGES)
    )
    return Group(PACE, (*options, languages), ONE_PERSON)

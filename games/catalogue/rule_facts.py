"""A specific rule as people read it: a name, a value, the base rules.

With the facts that several games share.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.rules.shared.draw_terms import DrawTerms
from games.rules.shared.money import Cents
from games.rules.shared.sessions import Inactivity, Mode


class Fact(Struct, frozen=True):
    """One field of a rule sheet as text, with the base rules that leave it to the operator."""

    field: str
    name: str
    value: str
    rules: tuple[str, ...] = ()
    number: str = ""  # the rule's own number, if a refusal may cite it


class Amount(Struct, frozen=True):
    """One limit of a table. Without cents there is no limit, and `instead` says so."""

    name: str
    cents: Cents | None
    instead: str = ""


class Pace(Struct, frozen=True):
    """One time that a table sets, as text."""

    name: str
    value: str


def paces(setting: Any, *, has_bets: bool) -> tuple[Pace, ...]:
    """How long a table waits for bets and for decisions, before anybody sits down.

    [AR-14a] [BJ-12a] [BJ-24b] [BJ-32] [CS-14a] [CS-21] [CS-31] [CS-38] [HE-43] [HE-44] [HE-66] [PB-27a]
    """
    shown = []
    if has_bets:
        is_alone = setting.mode is Mode.INDIVIDUAL
        # At a table for one the player starts the round.  [AR-15] [BJ-13] [PB-28] [CS-15]
        time = _("no limit") if is_alone else _seconds(setting.betting_seconds)
        shown.append(Pace(_("Time to bet"), time))
    if seconds := getattr(setting, "decision_seconds", 0):
        extra = getattr(setting, "extra_seconds", 0)
        time = _("%(seconds)s s and %(extra)s s more") % {"seconds": seconds, "extra": extra}
        shown.append(Pace(_("Time to decide"), time if extra else _seconds(seconds)))
    return tuple(shown)


def _seconds(seconds: int) -> str:
    return _("%(seconds)s s") % {"seconds": seconds}


def listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def list_counts(figures: Iterable[int]) -> str:
    """«4, 6 ou 8»"""
    *first, last = map(str, figures)
    return _("%(several)s or %(last)s") % {"several": ", ".join(first), "last": last} if first else last


def whether(is_so: bool) -> str:
    return _("yes") if is_so else _("no")


def modes_fact(given: Iterable[Mode], *rules: str) -> Fact:
    words = {Mode.INDIVIDUAL: _("for one player"), Mode.MULTIPLE: _("for several players")}
    return Fact("modes", _("Tables"), listed(words[mode] for mode in given), rules)


def inactivity(terms: Inactivity, *rules: str) -> tuple[Fact, Fact]:
    """When the house may invite a player to end the session, and when it warns after that."""
    invited = {"seconds": terms.invited_after_seconds, "rounds": terms.invited_after_rounds}
    return (
        Fact(
            "inactivity.invited_after",
            _("Invitation to end a session"),
            _(
                "after more than %(seconds)s seconds without a bet at a table for one, or more than "
                "%(rounds)s rounds at the others"
            )
            % invited,
            rules[:2],
        ),
        Fact("inactivity.warned_after", _("Warning after the invitation"), warned(terms), rules[2:]),
    )


def warned(terms: Inactivity) -> str:
    values = {"seconds": terms.warned_after_seconds, "rounds": rounds_later(terms.warned_after_rounds)}
    return _("%(seconds)s seconds later at a table for one; %(rounds)s at the others") % values


def rounds_later(rounds: int) -> str:
    return ngettext("%(rounds)s round later", "%(rounds)s rounds later", rounds) % {"rounds": rounds}


def decision_times(
    seconds: int, extra: int, decision: tuple[str, ...], warning: tuple[str, ...]
) -> tuple[Fact, Fact]:
    """How long players have to decide, at least. Each table sets its own time within this."""
    values = {"seconds": seconds, "extra": extra}
    return (
        Fact(
            "least_decision_seconds",
            _("Time to decide"),
            _("at least %(seconds)s seconds; the limits of the tables name the time of each") % values,
            decision,
        ),
        Fact(
            "least_extra_seconds",
            _("Extra time after the warning"),
            _("at least %(extra)s seconds") % values if extra else _("as each table sets it"),
            warning,
        ),
    )


def faults(seconds: int, *rules: str, decisions: bool = False) -> Fact:
    """What a fault of the house means.

    If players decide within a time, it restarts when the round continues.
    """
    value = _("the round goes on within %(seconds)s seconds, or is void and every stake is given back")
    if decisions:
        value = _(
            "the round goes on within %(seconds)s seconds, or is void and every stake is given back. When it "
            "goes on, the time to decide "
            "starts again, unless the player's own connection was lost more than 3 seconds before the fault"
        )
    value %= {"seconds": seconds}
    return Fact("resume_within", _("A fault of the house"), value, rules)


def draw(terms: DrawTerms, *rules: str) -> Fact:
    """What decides a result."""
    name = _("What decides a result")
    if not terms.has_beacon:
        return Fact(
            "draw", name, _("the seed of the house and the shares of the browsers, without a beacon"), ()
        )
    values = {"beacon": terms.beacon, "margin": terms.margin_ms, "seconds": terms.wait_seconds}
    value = _(
        "the seed of the house, the shares of the browsers and the first value of the beacon %(beacon)s that "
        "is due at least %(margin)s milliseconds after bets have closed; a round whose value has not come "
        "%(seconds)s seconds later is void and every stake is given back"
    )
    return Fact("draw", name, value % values, rules)


def kept_shoe(*rules: str) -> Fact:
    """Whether a round depends on the rounds before it, which the rules of a game must say. The sheet leaves
    it to the tables."""
    return Fact(
        "decks.kept",
        _("Cards of earlier rounds"),
        _(
            "a table shuffles all cards for every round, or keeps its shoe until the cut card appears and "
            "draws each round from the cards that are left; the table shows the cards left in a kept shoe"
        ),
        rules,
    )


def demo(is_offered: bool, *rules: str) -> Fact:
    return Fact("demo", _("Demonstration tables"), whether(is_offered), rules)


def times(count: int) -> str:
    return _("%(count)s times the minimum") % {"count": count}


def chat(is_allowed: bool) -> Fact:
    return Fact("chat", _("Chat at the tables"), whether(is_allowed), ())

"""What an officer decides about a match. The decision stays while player and entry stay as they are."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from casino.compliance.screening.models import Match
from players.decisions.deciding import Decision
from players.decisions.kinds import By, Kind, Step, Text
from players.identity.sign_in.reauthentication import step_up_required
from players.shared.background import enqueue_after_commit
from players.shared.staff_reasons import MAX_LENGTH

VIEWS, DECIDES = "screening.view_match", "screening.decide_match"
MATCH_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it
State = Match.State


def _decide(decision: Decision[Match]) -> None:
    """The worker suspends or restores the account: no web process has the right to."""
    decision.write()
    enqueue_after_commit("casino.compliance.screening.tasks.apply_decisions")


def _step(start: str, end: str, verb: str, label: Text, audit: str) -> Step:
    return Step(start, end, verb, label, (DECIDES,), audit, reason=MAX_LENGTH, carry_out=_decide)


# The audit lines name neither the player nor the list: who reads the log without this right learns nothing.
MATCH_DECISION: Kind[Match] = Kind(
    name="screening-match",
    model=Match,
    proposes=VIEWS,
    steps=(
        _step(State.OPEN, State.CONFIRMED, "confirm", _("It is the same person"), "screening.confirmed"),
        _step(State.OPEN, State.DISMISSED, "dismiss", _("It is another person"), "screening.dismissed"),
        _step(
            State.CONFIRMED,
            State.DISMISSED,
            "dismiss",
            _("It is another person after all"),
            "screening.dismissed",
        ),
        Step(State.OPEN, State.GONE, by=By.WORKER),
        # The suspension that follows (`holds.py`).
        Step(State.CONFIRMED, State.CONFIRMED, by=By.WORKER, columns=("held",)),
        Step(State.DISMISSED, State.DISMISSED, by=By.WORKER, columns=("freed",)),
    ),
    proposed="screening.found",
    about=lambda match: f"match:{match.pk}",
    confirmed_by=step_up_required,
    title=_("Matches with lists"),
    record=lambda match: f"{match._meta.verbose_name} {match}",
    item=lambda match: (str(match), match.get_kind_display()),
    page="admin:screening_match_change",
    related=("entry", "player", "author", "decider"),
    target=MATCH_TARGET,
    at="made",
)

"""What an officer decides about a new player who resembles somebody blocked, and what follows."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from casino.compliance.returning.models import Resemblance
from players.decisions.deciding import Decision
from players.decisions.kinds import By, Kind, Step, Text
from players.identity.models import Identity, IdentityState
from players.identity.sign_in.reauthentication import step_up_required
from players.identity.verification.account_status import close_player
from players.identity.verification.transitions import identity_transition
from players.identity.verification.verification import enqueue_identity_check
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.staff_reasons import MAX_LENGTH

VIEWS, DECIDES = "returning.view_resemblance", "returning.decide_resemblance"
RESEMBLANCE_TARGET = timedelta(hours=24)  # the operator's own; the applicant waits for it
State = Resemblance.State
HOLDING = (State.OPEN, State.SAME)  # while a case is one of these, the identity is not verified


def _decide(decision: Decision[Resemblance]) -> None:
    """The worker refuses the identity or lets its check go on: no web process has the right to."""
    decision.write()
    enqueue_after_commit("casino.compliance.returning.tasks.apply_decisions")


def _step(end: str, verb: str, label: Text, audit: str) -> Step:
    return Step(State.OPEN, end, verb, label, (DECIDES,), audit, reason=MAX_LENGTH, carry_out=_decide)


# The audit lines name neither player: who reads the log without this right learns nothing.
RESEMBLANCE_DECISION: Kind[Resemblance] = Kind(
    name="resemblance",
    model=Resemblance,
    proposes=VIEWS,
    steps=(
        _step(State.SAME, "confirm", _("It is the same person"), "returning.same"),
        _step(State.ANOTHER, "dismiss", _("It is another person"), "returning.another"),
        Step(State.OPEN, State.GONE, by=By.WORKER),
        # What follows is carried out.
        Step(State.SAME, State.SAME, by=By.WORKER, columns=("applied",)),
        Step(State.ANOTHER, State.ANOTHER, by=By.WORKER, columns=("applied",)),
        Step(State.GONE, State.GONE, by=By.WORKER, columns=("applied",)),
    ),
    proposed="returning.found",
    about=lambda case: f"resemblance:{case.pk}",
    confirmed_by=step_up_required,
    title=_("New players who resemble blocked people"),
    record=lambda case: f"{case._meta.verbose_name} {case}",
    item=lambda case: (str(case), case.get_cause_display()),
    page="admin:returning_resemblance_change",
    related=("player", "blocked", "author", "decider"),
    target=RESEMBLANCE_TARGET,
    at="made",
)


def apply_decisions() -> int:
    """Refuses those who are the same person, and lets the check of the others go on."""
    waiting = Resemblance.objects.filter(applied=None).exclude(state=State.OPEN)
    same = waiting.filter(state=State.SAME).order_by("pk").values_list("pk", "player")
    done = sum(_refuse(pk, player) for pk, player in list(same[:500]))
    holding = Resemblance.objects.filter(player=OuterRef("player"), state__in=HOLDING)
    free = waiting.filter(~Exists(holding), state__in=(State.ANOTHER, State.GONE))
    players = list(free.order_by("player").values_list("player", flat=True).distinct()[:500])
    return done + sum(_let_go_on(player) for player in players)


@transaction.atomic
def _refuse(case: int, player: int) -> int:
    """Nothing that the player or other staff read says more than of any identity that was not confirmed."""
    identity = Identity.objects.select_for_update().select_related("player").get(player=player)
    if not Resemblance.objects.filter(pk=case, applied=None).update(applied=clock.now()):
        return 0
    if identity.state == IdentityState.ASKED:
        identity_transition(identity=identity, verb="decline", reason="refuse")
    else:
        close_player(identity.player, reason="identity")
    return 1


@transaction.atomic
def _let_go_on(player: int) -> int:
    identity = Identity.objects.select_for_update().get(player=player)
    decided = Resemblance.objects.filter(player=player, applied=None)
    done = decided.filter(state__in=(State.ANOTHER, State.GONE)).update(applied=clock.now())
    if identity.state == IdentityState.ASKED and identity.due is None:
        identity.due = clock.now()
        identity.save(update_fields=["due"])
        enqueue_identity_check(identity)
    return done

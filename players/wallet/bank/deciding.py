"""What people decide about an open match: one person below an amount, two from there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy

from players.decisions.deciding import AlreadyDecided, propose, take_step
from players.decisions.kinds import By, Kind, Step, closing_steps
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.background import enqueue_after_commit
from players.wallet.bank.models import Match, MatchDecision
from players.wallet.cashier.ceilings import ceiling
from players.wallet.cashier.models import Ceiling

MATCH_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it
State = MatchDecision.State
PROPOSES, DECIDES = "bank.add_matchdecision", "bank.approve_matchdecision"


def _describe(decision: MatchDecision) -> tuple[str, str]:
    match = decision.match
    return (
        str(match),
        f"{decision.get_outcome_display()}: {decision.reason}",
    )


MATCH_DECISION: Kind[MatchDecision] = Kind(
    name="bank-match",
    model=MatchDecision,
    proposes=PROPOSES,
    steps=(
        Step(
            State.PROPOSED,
            State.ACCEPTED,
            "accept",
            gettext_lazy("Confirm the decision"),
            (DECIDES,),
            "bank.match-decided",
        ),
        # The database allows it below the ceiling of its author.
        Step(
            State.PROPOSED,
            State.SETTLED,
            "settle",
            gettext_lazy("Decide alone"),
            (PROPOSES,),
            "bank.match-settled",
            by=By.AUTHOR,
        ),
        *closing_steps(State.PROPOSED, (DECIDES,), "bank.match-", author_rights=(PROPOSES,)),
    ),
    proposed="bank.match-proposed",
    about=lambda decision: f"match:{decision.match_id}",
    details=lambda decision: {"cents": decision.row.match.cents, "outcome": decision.row.outcome},
    confirmed_by=step_up_required,
    title=gettext_lazy("Decisions about matches"),
    record=lambda decision: f"{decision.match._meta.verbose_name} · {decision.match.day_id:%Y-%m-%d}",
    item=_describe,
    page="admin:bank_matchdecision_change",
    waits=gettext_lazy("It waits for a second person, because of its amount."),
    related=("match", "author", "decider"),
    target=MATCH_TARGET,
)


def decides_alone(match: Match, person: Person) -> bool:
    """The database asks the same where it takes the step."""
    return match.cents < ceiling(Ceiling.What.MATCH, person=person)


@transaction.atomic
def decide_match(
    match_id: int, *, outcome: str, reason: str, person: Person, request: Any = None
) -> MatchDecision:
    """Enters a decision. Where one person is enough, it counts at once."""
    match = Match.objects.get(pk=match_id)
    if match.state != Match.State.OPEN:
        raise AlreadyDecided
    try:
        with transaction.atomic():
            decision = propose(
                MATCH_DECISION,
                person=person,
                details={"cents": match.cents, "outcome": outcome, "reason": reason},
                request=request,
                match=match,
                outcome=outcome,
                reason=reason,
            )
    except IntegrityError as error:  # a decision is proposed already
        raise AlreadyDecided from error
    if decides_alone(match, person):
        decision = take_step(MATCH_DECISION, decision.pk, "settle", person=person, request=request)
    enqueue_after_commit("players.wallet.bank.tasks.reconcile_bank")
    return decision

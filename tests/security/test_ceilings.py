"""What a hostile web process does with ceilings: it writes none, and decides nothing above one."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import Group

from players.models import Person, Player
from players.shared import clock
from players.wallet.bank.models import Match, MatchDecision, ReconciliationDay
from players.wallet.cashier.models import Ceiling, Payment, WithdrawalDecision
from tests.hostile_web import UNPROVEN, ana, answer_to_web, person_with
from tests.sandbox_cashier import decided_ceiling
from tests.sessions import sign_in

__all__ = ("ana",)
pytestmark = pytest.mark.django_db
PROPOSE = (
    "INSERT INTO cashier_ceiling (what, method, cents, state, author_id, reason, answer)"
    " VALUES ('review', '', 900000, %(state)s, %(author)s, 'because I say so', '')"
)
APPROVE = (
    "UPDATE cashier_ceiling SET state = 'in-force', decider_id = %(decider)s, decided = now()"
    " WHERE id = %(row)s"
)
RELEASE = "UPDATE cashier_payment SET status = 'released', reason = '' WHERE id = %(payment)s"
CORRECT = (
    "INSERT INTO cashier_adjustment (player_id, cents, ticket, reason, status, requested_at, requested_by_id)"
    " VALUES (%(player)s, %(cents)s, 'T-1', 'because I say so', 'asked', now(), %(author)s)"
)
SETTLE = "UPDATE bank_matchdecision SET state = 'settled', decided = now() WHERE id = %(decision)s"


def staff(role: str) -> Person:
    person = person_with(is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


def test_a_ceiling_is_proposed_by_its_author_and_approved_by_another() -> None:
    officer, manager, cashier = staff("compliance officer"), staff("management"), staff("cashier")
    values = {"state": "proposed", "author": officer.pk}
    assert answer_to_web(PROPOSE, values, sign_in(officer)) == ""
    assert "not confirmed" in answer_to_web(PROPOSE, values, sign_in(officer, is_confirmed=False))
    assert UNPROVEN in answer_to_web(PROPOSE, values | {"author": cashier.pk}, sign_in(cashier))
    assert answer_to_web(PROPOSE, values | {"state": "in-force"}, sign_in(officer)) != ""
    row = Ceiling.objects.create(what="review", cents=900_000, author=officer, reason="because I say so")
    assert UNPROVEN in answer_to_web(APPROVE, {"row": row.pk, "decider": officer.pk}, sign_in(officer))
    assert UNPROVEN in answer_to_web(APPROVE, {"row": row.pk, "decider": cashier.pk}, sign_in(cashier))
    assert answer_to_web(APPROVE, {"row": row.pk, "decider": manager.pk}, sign_in(manager)) == ""
    change = "UPDATE cashier_ceiling SET cents = 1 WHERE id = %(row)s"
    assert answer_to_web(change, {"row": row.pk}, sign_in(manager)) != ""


@pytest.mark.parametrize(("cents", "is_enough"), [(59_999, True), (60_000, False)])
def test_one_person_releases_nothing_above_the_ceiling(ana: Player, cents: int, is_enough: bool) -> None:
    """Red before: the database believed the reason of the hold, which web processes write."""
    decided_ceiling("two", 60_000, role=Group.objects.get(name="cashier"))
    cashier = staff("cashier")
    payment = Payment.objects.create(
        id=uuid4(),
        player=ana,
        direction="withdrawal",
        cents=cents,
        status="held",
        reason="large",
        made=clock.now(),
    )
    WithdrawalDecision.objects.create(
        payment=payment, person=cashier, verb="release", reason="because I say so", suffices=True
    )
    answer = answer_to_web(RELEASE, {"payment": payment.pk}, sign_in(cashier))
    assert (answer == "") == is_enough, answer


@pytest.mark.parametrize(("cents", "is_within"), [(2_000, True), (2_001, False), (-2_001, False)])
def test_nobody_asks_for_a_correction_above_their_ceiling(ana: Player, cents: int, is_within: bool) -> None:
    decided_ceiling("correction", 2_000, role=Group.objects.get(name="cashier"))
    cashier = staff("cashier")
    answer = answer_to_web(
        CORRECT, {"player": ana.pk, "cents": cents, "author": cashier.pk}, sign_in(cashier)
    )
    assert ("is_within" not in answer) == is_within and (answer == "") == is_within, answer


@pytest.mark.parametrize(("cents", "is_alone"), [(2_499, True), (2_500, False)])
def test_nobody_settles_a_difference_above_their_ceiling(cents: int, is_alone: bool) -> None:
    decided_ceiling("match", 2_500, role=Group.objects.get(name="cashier"))
    cashier = staff("cashier")
    day = ReconciliationDay.objects.create(day=clock.day_of(clock.now()))
    match = Match.objects.create(
        day=day, key=uuid4().hex, reason="amount", cents=cents, bank=[], provider=[], ledger=[], state="open"
    )
    decision = MatchDecision.objects.create(match=match, outcome="loss", reason="because", author=cashier)
    answer = answer_to_web(SETTLE, {"decision": decision.pk}, sign_in(cashier))
    assert (answer == "") == is_alone, answer

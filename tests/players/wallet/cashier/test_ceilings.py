"""From which amounts people decide: data of two people, kept by the database where a decision is written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, IntegrityError, transaction

from players.audit.models import Line
from players.decisions.deciding import SecondPersonRequired, take_step
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier import adjustments
from players.wallet.cashier.ceilings import CEILING, ChangeWaits, ceiling, ceilings_now, propose_ceiling
from players.wallet.cashier.models import Ceiling, Payment
from players.wallet.cashier.withdrawals import decide_withdrawal, is_released, request_withdrawal
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal
from tests.sandbox_cashier import decided_ceiling, reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
Rich = Callable[[int], Player]
What = Ceiling.What
WHY = "there is a reason for this"


def member(*roles: str) -> Person:
    person = Person.objects.create_user(f"{uuid4().hex[:12]}@feltro.example", "x", is_staff=True)
    person.groups.set([role(name) for name in roles])
    return person


def role(name: str) -> Group:
    return Group.objects.get(name=name)


@pytest.mark.parametrize(
    ("what", "cents"),
    [
        (What.REVIEW, 50_000),
        (What.TWO, 500_000),
        (What.CORRECTION, 100_000),
        (What.CORRECTION_DAY, 200_000),
        (What.MATCH, 50_000),
    ],
)
def test_a_new_house_has_ceilings(what: str, cents: int) -> None:
    assert ceiling(what) == ceiling(what, person=member("cashier"), method="card") == cents


def test_every_kind_has_a_value_of_the_house() -> None:
    assert [line.what for line in ceilings_now()] == [str(what.label) for what in What]


def test_the_nearest_ceiling_counts() -> None:
    """Role before method, method before all; of several roles the highest of their own."""
    cashier, both, manager = member("cashier"), member("cashier", "auditor"), member("management")
    decided_ceiling(What.TWO, 400_000)
    decided_ceiling(What.TWO, 300_000, method="card")
    assert ceiling(What.TWO, method="card", person=cashier) == 300_000
    assert ceiling(What.TWO, method="sepa-instant", person=cashier) == 400_000
    decided_ceiling(What.TWO, 100_000, role=role("cashier"))
    decided_ceiling(What.TWO, 200_000, role=role("auditor"))
    assert ceiling(What.TWO, method="card", person=cashier) == 100_000
    assert ceiling(What.TWO, method="card", person=both) == 200_000
    assert ceiling(What.TWO, method="card", person=manager) == ceiling(What.TWO, method="card") == 300_000


def test_the_latest_decision_replaces_and_one_without_an_amount_lifts() -> None:
    decided_ceiling(What.REVIEW, 10_000, method="card")
    decided_ceiling(What.REVIEW, 20_000, method="card")
    assert ceiling(What.REVIEW, method="card") == 20_000
    decided_ceiling(What.REVIEW, None, method="card")
    assert ceiling(What.REVIEW, method="card") == 50_000


def test_a_ceiling_counts_from_its_moment() -> None:
    now = clock.now()
    decided_ceiling(What.REVIEW, 10_000, begins=now + timedelta(hours=1))
    assert ceiling(What.REVIEW) == 50_000
    decided_ceiling(What.REVIEW, 20_000, begins=now - timedelta(hours=1))
    assert ceiling(What.REVIEW) == 20_000


def test_a_role_that_has_ended_changes_nothing() -> None:
    person = member("cashier")
    decided_ceiling(What.CORRECTION, 900_000, role=role("cashier"))
    assert ceiling(What.CORRECTION, person=person) == 900_000
    person.groups.clear()
    assert ceiling(What.CORRECTION, person=person) == 100_000


def test_two_people_decide_a_ceiling() -> None:
    author, officer = member("management"), member("compliance officer")
    row = propose_ceiling(what=What.REVIEW, cents=30_000, reason=WHY, person=author)
    assert ceiling(What.REVIEW) == 50_000, "nothing changes before it is approved"
    with pytest.raises(ChangeWaits), transaction.atomic():
        propose_ceiling(what=What.REVIEW, cents=1_000, reason=WHY, person=officer)
    with pytest.raises(SecondPersonRequired):
        take_step(CEILING, row.pk, "approve", person=author)
    take_step(CEILING, row.pk, "approve", person=officer)
    assert ceiling(What.REVIEW) == 30_000
    kinds = Line.objects.filter(about=f"ceiling:{row.pk}").order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["ceilings.proposed", "ceilings.approved"]


@pytest.mark.parametrize(
    "values",
    [
        {"what": What.REVIEW, "cents": 0},
        {"what": What.CORRECTION_DAY, "cents": 1, "role": "cashier"},
        {"what": What.MATCH, "cents": 1, "method": "card"},
    ],
)
def test_a_ceiling_that_means_nothing_is_refused(values: dict[str, Any]) -> None:
    of_role = {"role": role(values["role"])} if "role" in values else {}
    with pytest.raises(IntegrityError), transaction.atomic():
        Ceiling.objects.create(author=member(), reason=WHY, **{**values, **of_role})


def held(rich: Rich, cents: int) -> Payment:
    player = rich(cents)
    add_paid_withdrawal(player)
    payment = request_withdrawal(player, uuid4(), cents)
    assert payment.status == "held"
    return payment


@pytest.mark.parametrize(("cents", "status"), [(59_999, "released"), (60_000, "held")])
def test_a_role_releases_alone_below_its_ceiling(rich: Rich, cents: int, status: str) -> None:
    decided_ceiling(What.TWO, 60_000, role=role("cashier"))
    payment = held(rich, cents)
    decide_withdrawal(payment.pk, member("cashier"), "release", WHY)
    assert reload(payment).status == status
    assert is_released(payment) == (status == "released")


def test_two_of_a_role_release_what_one_may_not(rich: Rich) -> None:
    decided_ceiling(What.TWO, 60_000, role=role("cashier"))
    payment = held(rich, 60_000)
    for status in ("held", "released"):
        decide_withdrawal(payment.pk, member("cashier"), "release", WHY)
        assert reload(payment).status == status


def test_a_higher_role_suffices_after_a_lower_one(rich: Rich) -> None:
    decided_ceiling(What.TWO, 60_000, role=role("cashier"))
    decided_ceiling(What.TWO, 900_000, role=role("management"))
    payment = held(rich, 600_000)
    assert payment.reason == "two-people"
    decide_withdrawal(payment.pk, member("management"), "release", WHY)
    assert reload(payment).status == "released"


def test_a_ceiling_that_changes_later_leaves_a_release_as_it_was(rich: Rich) -> None:
    payment = held(rich, 60_000)
    decide_withdrawal(payment.pk, member("cashier"), "release", WHY)
    decided_ceiling(What.TWO, 100)
    assert is_released(payment)


def test_a_lower_review_holds_what_went_out_by_itself(rich: Rich) -> None:
    player = rich(50_000)
    add_paid_withdrawal(player)
    assert request_withdrawal(player, uuid4(), 5_000).status == "released"
    decided_ceiling(What.REVIEW, 5_000, method="sepa-instant")
    assert request_withdrawal(player, uuid4(), 5_000).reason == "large"


def test_a_correction_is_within_the_ceiling_of_both_people(rich: Rich) -> None:
    """Red before: one setting ruled for everybody."""
    player, clerk, second = rich(5_000), member("cashier"), member("management")
    decided_ceiling(What.CORRECTION, 2_000, role=role("cashier"))
    with pytest.raises(adjustments.CeilingExceeded):
        adjustments.request_adjustment(player, 2_001, "T-1", WHY, clerk)
    correction = adjustments.request_adjustment(player, 2_000, "T-1", WHY, clerk)
    decided_ceiling(What.CORRECTION, 1_999, role=role("management"))
    with pytest.raises(adjustments.CeilingExceeded):
        take_step(adjustments.ADJUSTMENT, correction.pk, "approve", person=second)
    decided_ceiling(What.CORRECTION, 2_000, role=role("management"))
    assert take_step(adjustments.ADJUSTMENT, correction.pk, "approve", person=second).status == "done"


def test_the_database_posts_no_correction_above_the_ceiling_of_a_day(
    rich: Rich, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: only the page counted."""
    player, clerk, second = rich(5_000), member("cashier"), member("management")
    monkeypatch.setattr(adjustments, "check_ceilings", lambda *_people, **_values: None)
    decided_ceiling(What.CORRECTION_DAY, 3_000)
    first = adjustments.request_adjustment(player, 2_000, "T-1", WHY, clerk)
    take_step(adjustments.ADJUSTMENT, first.pk, "approve", person=second)
    later = adjustments.request_adjustment(player, -1_001, "T-2", WHY, clerk)
    with pytest.raises(DatabaseError, match="above a ceiling"), transaction.atomic():
        take_step(adjustments.ADJUSTMENT, later.pk, "approve", person=second)

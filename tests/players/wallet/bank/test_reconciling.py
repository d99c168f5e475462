"""A day closes when bank, provider and ledger agree or people have decided, and is sealed then."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import DatabaseError, connection, transaction

from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, take_step
from players.models import Person, Player
from players.wallet.bank.deciding import MATCH_DECISION, decide_match
from players.wallet.bank.models import Match, MatchDecision, ReconciliationDay
from players.wallet.bank.reconciling import reconcile
from players.wallet.cashier.models import Ceiling
from tests.players.wallet.bank.conftest import pay, role, row, take_in
from tests.players.wallet.bank.files import entry, settlement, statement
from tests.sandbox_cashier import decided_ceiling

WHY = "the bank was asked about it"


def worker_reconciles() -> list[date]:
    with role("house_worker"):
        return reconcile()


def bank_tells(day: date, *entries: tuple[int, str], opening: int = 0) -> int:
    """The statement of a day; returns its closing balance."""
    cents = sum(amount for amount, _reference in entries)
    written = [entry(amount, reference, day=f"{day}") for amount, reference in entries]
    file = take_in(statement(*written, day=f"{day}", number=f"S{day}", opening=opening, cents=cents))
    assert file.state == "imported", file.sentence
    return opening + cents


def provider_tells(*rows: str, cents: int) -> None:
    file = take_in(settlement(*rows, cents=cents))
    assert file.state == "imported", file.sentence


def tell_of_later(day: date, opening: int, player: Player) -> None:
    """Bank and provider tell of the two days after, so that nothing of the day is missing yet."""
    payment = pay(player, 333, day + timedelta(days=2))
    closing = bank_tells(day + timedelta(days=1), opening=opening)
    bank_tells(day + timedelta(days=2), (333, payment.pk.hex), opening=closing)
    provider_tells(row(payment, 9, day=day + timedelta(days=2)), cents=333)


def test_a_level_day_closes_itself_and_is_sealed(day: date, ana: Player) -> None:
    deposit, other = pay(ana, 2_500, day), pay(ana, 1_200, day)
    payout = pay(ana, 1_000, day, withdrawal=True)
    closing = bank_tells(day, (-1_000, payout.pk.hex))
    provider_tells(
        row(deposit, 1, day=day, batch="B1"),
        row(other, 2, day=day, batch="B1"),
        row(payout, 3, day=day),
        cents=2_700,
    )
    assert worker_reconciles() == []
    assert ReconciliationDay.objects.get(day=day).waiting == 1  # the batch, due on the next day
    later = pay(ana, 333, day + timedelta(days=2))
    closing = bank_tells(day + timedelta(days=1), (3_700, "B1"), opening=closing)
    bank_tells(day + timedelta(days=2), (333, later.pk.hex), opening=closing)
    provider_tells(row(later, 9, day=day + timedelta(days=2)), cents=333)
    assert worker_reconciles() == [day, day + timedelta(days=1)]
    closed = ReconciliationDay.objects.get(day=day)
    assert len(closed.seal) == 64
    assert closed.matches.count() == 4
    assert set(closed.matches.values_list("state", flat=True)) == {"matched"}
    assert worker_reconciles() == []


def test_matching_again_finds_nothing_new(day: date, ana: Player) -> None:
    deposit = pay(ana, 2_500, day)
    closing = bank_tells(day, (2_400, deposit.pk.hex))
    provider_tells(row(deposit, 1, day=day), cents=2_500)
    tell_of_later(day, closing, ana)
    assert worker_reconciles() == []
    before = list(Match.objects.order_by("pk").values())
    assert [match["reason"] for match in before if match["state"] == "open"] == ["amount"]
    assert worker_reconciles() == []
    assert list(Match.objects.order_by("pk").values()) == before


def differing(day: date, ana: Player, cents: int = 2_500) -> Match:
    deposit = pay(ana, cents, day)
    closing = bank_tells(day, (cents - 100, deposit.pk.hex))
    provider_tells(row(deposit, 1, day=day), cents=cents)
    tell_of_later(day, closing, ana)
    assert worker_reconciles() == []
    return Match.objects.get(state="open")


def test_one_person_decides_a_small_difference_and_the_day_closes(
    day: date, ana: Player, people: list[Person]
) -> None:
    match = differing(day, ana)
    decision = decide_match(match.pk, outcome="loss", reason=WHY, person=people[0])
    assert decision.state == "settled"
    match.refresh_from_db()
    assert match.state == "decided"
    assert worker_reconciles() == [day, day + timedelta(days=1)]
    with pytest.raises(AlreadyDecided):
        decide_match(match.pk, outcome="loss", reason=WHY, person=people[1])


def test_from_an_amount_two_people_decide(day: date, ana: Player, people: list[Person]) -> None:
    decided_ceiling(Ceiling.What.MATCH, 2_500)
    match = differing(day, ana)
    decision = decide_match(match.pk, outcome="claimed", reason=WHY, person=people[0])
    assert decision.state == "proposed"
    assert worker_reconciles() == []
    with pytest.raises(AlreadyDecided):
        decide_match(match.pk, outcome="loss", reason=WHY, person=people[1])
    with pytest.raises(SecondPersonRequired):
        take_step(MATCH_DECISION, decision.pk, "accept", person=people[0])
    take_step(MATCH_DECISION, decision.pk, "accept", person=people[1])
    assert worker_reconciles() == [day, day + timedelta(days=1)]


def test_a_match_whose_lines_change_is_found_anew(day: date, ana: Player) -> None:
    deposit = pay(ana, 2_500, day)
    closing = bank_tells(day)
    provider_tells(row(deposit, 1, day=day), cents=2_500)
    tell_of_later(day, closing, ana)
    worker_reconciles()
    assert Match.objects.get(state="open").reason == "missing-at-bank"
    bank_tells(day + timedelta(days=3), (2_500, deposit.pk.hex), opening=closing + 333)
    worker_reconciles()
    assert Match.objects.get(state="open").reason == "late"
    assert Match.objects.get(state="superseded").reason == "missing-at-bank"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE bank_reconciliationday SET waiting = 1 WHERE day = %s",
        "UPDATE bank_reconciliationday SET closed = NULL, seal = '' WHERE day = %s",
        "UPDATE bank_match SET state = 'superseded' WHERE day_id = %s",
        "INSERT INTO bank_match (day_id, key, reason, proposed, cents, people, bank, provider, ledger, state)"
        " VALUES (%s, 'x', 'agrees', false, 1, 1, '{}', '{}', '{}', 'matched')",
        "DELETE FROM bank_match WHERE day_id = %s",
    ],
)
def test_a_closed_day_stays_as_it_is_for_the_worker_and_the_owner(day: date, ana: Player, sql: str) -> None:
    deposit = pay(ana, 2_500, day)
    closing = bank_tells(day, (2_500, deposit.pk.hex))
    provider_tells(row(deposit, 1, day=day), cents=2_500)
    tell_of_later(day, closing, ana)
    assert day in worker_reconciles()
    for name in ("house_worker", None):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            if name:
                cursor.execute(f"SET LOCAL ROLE {name}")
            cursor.execute(sql, [day])


def test_only_a_decision_decides(day: date, ana: Player) -> None:
    differing(day, ana)
    for name in ("house_worker", "house_web"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {name}")
            cursor.execute("UPDATE bank_match SET state = 'decided' WHERE state = 'open'")
    assert not MatchDecision.objects.exists()


def test_a_day_that_is_not_level_cannot_be_closed(day: date, ana: Player) -> None:
    differing(day, ana)
    with (
        pytest.raises(DatabaseError, match="is not level"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE bank_reconciliationday SET closed = now(), seal = 'x' WHERE day = %s", [day])


def test_a_file_with_lines_of_a_closed_day_is_refused(day: date, ana: Player) -> None:
    deposit = pay(ana, 2_500, day)
    closing = bank_tells(day, (2_500, deposit.pk.hex))
    provider_tells(row(deposit, 1, day=day), cents=2_500)
    tell_of_later(day, closing, ana)
    assert day in worker_reconciles()
    file = take_in(settlement(row(deposit, 2, day=day), cents=2_500))
    assert file.refusal == "closed-day"

"""The three-way match: what agrees, what is proposed and why, what is open, what waits."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from players.wallet.bank.business_days import next_business_day
from players.wallet.bank.matching import BankLine, Group, Horizon, LedgerLine, ProviderLine, Reason, match

DAY = date(2026, 11, 24)  # a Tuesday
LONG_AFTER = Horizon(bank=DAY + timedelta(days=30), provider=DAY + timedelta(days=30), due=next_business_day)


def bank(*lines: tuple[int, str], day: date = DAY) -> list[BankLine]:
    return [BankLine(number, day, cents, reference) for number, (cents, reference) in enumerate(lines)]


def provider(*lines: tuple[int, str], batch: str = "", day: date = DAY, fee: int = 0) -> list[ProviderLine]:
    return [
        ProviderLine(number, day, cents, fee, reference, "payment", batch)
        for number, (cents, reference) in enumerate(lines)
    ]


def ledger(*lines: tuple[int, str], day: date = DAY) -> list[LedgerLine]:
    return [LedgerLine(reference, day, cents, reference, "payment") for cents, reference in lines]


def reasons(groups: list[Group]) -> list[str]:
    return sorted(group.reason for group in groups)


def test_three_lines_of_one_payment_agree() -> None:
    (group,) = match(bank((500, "a")), provider((500, "a")), ledger((500, "a")), LONG_AFTER)
    assert group.reason is Reason.AGREES
    assert (len(group.bank), len(group.provider), len(group.ledger), group.day, group.cents) == (
        1,
        1,
        1,
        DAY,
        500,
    )


def test_a_batch_agrees_by_its_sum_and_each_payment_by_itself() -> None:
    told = provider((500, "a"), (700, "b"), batch="B")
    groups = match(
        bank((1_200, "B"), day=DAY + timedelta(days=1)), told, ledger((500, "a"), (700, "b")), LONG_AFTER
    )
    assert reasons(groups) == ["agrees"] * 3


def test_what_the_bank_may_still_book_waits() -> None:
    horizon = Horizon(bank=DAY, provider=DAY + timedelta(days=1), due=next_business_day)
    told, booked = provider((500, "a"), batch="B"), ledger((500, "a"))
    assert reasons(match([], told, booked, horizon)) == ["agrees", "waits"]
    assert reasons(match([], told, booked, LONG_AFTER)) == ["agrees", "missing-at-bank"]
    assert reasons(match([], [], booked, Horizon(DAY, DAY, next_business_day))) == ["waits"]


def test_a_batch_of_a_friday_is_due_on_monday() -> None:
    friday = date(2026, 11, 27)
    told, booked = provider((500, "a"), batch="B", day=friday), ledger((500, "a"), day=friday)
    for days, expected in ((3, "agrees"), (4, "late")):
        groups = match(bank((500, "B"), day=friday + timedelta(days=days)), told, booked, LONG_AFTER)
        assert reasons(groups) == sorted(["agrees", expected])


@pytest.mark.parametrize(
    ("day", "following"),
    [
        (date(2026, 4, 2), date(2026, 4, 7)),  # Good Friday to Easter Monday
        (date(2026, 12, 24), date(2026, 12, 28)),
        (date(2026, 4, 30), date(2026, 5, 4)),
        (date(2026, 11, 30), date(2026, 12, 1)),  # a holiday in Portugal, and none of TARGET
    ],
)
def test_banks_settle_on_the_days_of_target(day: date, following: date) -> None:
    assert next_business_day(day) == following


@pytest.mark.parametrize(
    ("at_bank", "expected"),
    [
        (bank((400, "a")), "amount"),
        (bank((-500, "a")), "sign"),
        (bank((490, "a")), "fee-netted"),
        (bank((500, "a"), (500, "a")), "doubled"),
        (bank((200, "a"), (300, "a")), "split"),
        (bank((500, "z")), "wrong-reference"),
        (bank((500, "a"), day=DAY + timedelta(days=9)), "late"),
    ],
)
def test_a_fault_at_the_bank_is_named(at_bank: list[BankLine], expected: str) -> None:
    assert reasons(match(at_bank, provider((500, "a"), fee=10), ledger((500, "a")), LONG_AFTER)) == [expected]


def test_two_payments_that_the_bank_booked_as_one_are_proposed() -> None:
    told, booked = provider((500, "a"), (701, "b")), ledger((500, "a"), (701, "b"))
    (group,) = match(bank((1_201, "a")), told, booked, LONG_AFTER)
    assert (group.reason, len(group.ledger)) == (Reason.MERGED, 2)


def test_two_explanations_explain_nothing() -> None:
    told, booked = provider((500, "a"), (500, "b")), ledger((500, "a"), (500, "b"))
    groups = match(bank((500, "z")), told, booked, LONG_AFTER)
    assert reasons(groups) == ["missing-at-bank", "missing-at-bank", "unknown-to-provider"]


def test_a_payment_that_the_provider_forgot_is_one_fault_though_its_batch_differs_too() -> None:
    told, booked = provider((500, "a"), batch="B"), ledger((500, "a"), (701, "b"))
    groups = match(bank((1_201, "B")), told, booked, LONG_AFTER)
    assert reasons(groups) == ["agrees", "missing-at-provider"]


def test_a_chargeback_is_open_until_the_ledger_has_it() -> None:
    taken = ProviderLine(1, DAY, -500, 0, "old", "chargeback", "B")
    at_bank = bank((-500, "B"))
    assert reasons(match(at_bank, [taken], [], LONG_AFTER)) == ["agrees", "chargeback"]
    entered = [LedgerLine("x", DAY, -500, "old", "chargeback")]
    assert reasons(match(at_bank, [taken], entered, LONG_AFTER)) == ["agrees", "agrees"]


def test_a_line_in_another_currency_matches_nothing() -> None:
    told = [ProviderLine(1, DAY, 500, 0, "a", "payment", "", "USD")]
    assert reasons(match(bank((500, "a")), told, ledger((500, "a")), LONG_AFTER)) == ["currency"]


def test_midnight_and_the_end_of_a_month_are_told_apart() -> None:
    end = date(2026, 11, 30)
    for day, expected in ((DAY, "midnight"), (end, "month-end")):
        after = day + timedelta(days=1)
        groups = match(
            bank((500, "a"), day=after),
            provider((500, "a"), day=after),
            ledger((500, "a"), day=day),
            LONG_AFTER,
        )
        assert reasons(groups) == [expected]

"""The match of the days that are not closed: it finds what is new, and closes what is level.

The worker matches all lines since the first open day again each time. Groups are known by their lines
(`Group.key`), so that a match that stays as it was keeps its decision, and one whose lines have changed is
found anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max, Min

from players.shared import clock
from players.wallet.bank.business_days import next_business_day
from players.wallet.bank.camt import ADVICE, STATEMENT, Line, explain
from players.wallet.bank.chargebacks import book_chargebacks
from players.wallet.bank.importing import last_closed_day, lock_books, reported_until
from players.wallet.bank.matching import (
    PROPOSED,
    BankLine,
    Group,
    Horizon,
    LedgerLine,
    ProviderLine,
    Reason,
    match,
)
from players.wallet.bank.models import Match, ReconciliationDay, SettlementLine, Statement, StatementLine

# Lines of the days before the first open one, which the groups of open days may share.
MARGIN = timedelta(days=10)
# For so long a decided match may be met by a line that came late.
LATEST = timedelta(days=400)
ROWS_AT_ONCE = 2_000
# The transfers of the ledger that a bank sees, with the reference that bank and provider know them by.
LEDGER = """
SELECT w.id::text, w.at, CASE w.kind WHEN 'deposit' THEN w.cents ELSE -w.cents END,
       replace(p.id::text, '-', ''), CASE w.kind WHEN 'deposit' THEN 'payment' ELSE 'payout' END
FROM cashier_payment AS p
JOIN wallet_transfer AS w ON w.id = cashier_transfer_id(
    p.id::text, CASE p.direction WHEN 'deposit' THEN 'deposit' ELSE 'withdrawal-paid' END
)
WHERE p.status = 'paid' AND p.credited >= %(since)s AND w.at >= %(since)s
"""
# A chargeback follows the notice of the provider, so it belongs to the day of that.
CHARGEBACKS = """
SELECT w.id::text, l.day, l.cents, l.reference, l.kind
FROM bank_chargeback AS c
JOIN bank_settlementline AS l ON l.id IN (c.line_id, c.won_line_id)
JOIN wallet_transfer AS w ON w.id = cashier_transfer_id(c.id::text, l.kind)
WHERE l.day >= %(first)s
"""


class Taken:
    """Lines of matches that were decided before the span: what comes late does not meet them again."""

    def __init__(self, first: date) -> None:
        decided = Match.objects.filter(
            state=Match.State.DECIDED, day__gte=first - LATEST, day__lt=first
        ).values_list("bank", "provider", "ledger")
        rows = list(decided)
        self.bank = {line for bank, _provider, _ledger in rows for line in bank}
        self.provider = {line for _bank, provider, _ledger in rows for line in provider}
        self.ledger = {line for _bank, _provider, ledger in rows for line in ledger}


def first_open_day() -> date | None:
    """The day after the last closed one; in a new house the first day that a bank or a provider reports."""
    closed = last_closed_day()
    if closed is not None:
        return closed + timedelta(days=1)
    days = (
        Statement.objects.filter(kind=STATEMENT).aggregate(day=Min("since"))["day"],
        SettlementLine.objects.aggregate(day=Min("day"))["day"],
    )
    return min((day for day in days if day is not None), default=None)


def horizon() -> Horizon | None:
    """Up to which day both sides have reported; None while one of them has not."""
    reported = [reported_until(iban) for iban in settings.BANK_ACCOUNTS]
    provider = SettlementLine.objects.aggregate(day=Max("day"))["day"]
    known = [day for day in reported if day is not None]
    if provider is None or not known or len(known) < len(reported):
        return None
    return Horizon(bank=min(known), provider=provider, due=next_business_day)


def reconcile() -> list[date]:
    """Matches what is open and closes the days that are level. Returns the days that it closed."""
    with transaction.atomic():
        lock_books()
        first, reported = first_open_day(), horizon()
        if first is None or reported is None:
            return []
        book_chargebacks()
        groups = [group for group in _groups(first - MARGIN, reported) if group.day >= first]
        last = min(reported.bank, reported.provider, clock.day_of(clock.now()) - timedelta(days=1))
        days = _open_days(first, max([last, *(group.day for group in groups)]))
        _store(groups, first)
        return _close(days, groups, last)


def _groups(first: date, reported: Horizon) -> list[Group]:
    taken = Taken(first)
    since = clock.midnight(first)
    return match(_bank(first, taken), _provider(first, taken), _ledger(first, since, taken), reported)


def _bank(first: date, taken: Taken) -> list[BankLine]:
    lines = StatementLine.objects.filter(booked__gte=first).values_list(
        "pk", "booked", "cents", "reference", "entry", "statement__kind"
    )
    booked: list[Line] = []
    advised: list[Line] = []
    for pk, day, cents, reference, entry, kind in lines.order_by("pk"):
        line = Line(position=pk, booked=day, cents=cents, reference=reference, entry=entry)
        (advised if kind == ADVICE else booked).append(line)
    return [
        BankLine(line.position, line.booked, line.cents, line.reference)
        for line in explain(booked, advised)
        if line.position not in taken.bank
    ]


def _provider(first: date, taken: Taken) -> list[ProviderLine]:
    lines = SettlementLine.objects.filter(day__gte=first).order_by("pk")
    rows = lines.values_list("pk", "day", "cents", "fee", "reference", "kind", "batch", "currency")
    return [ProviderLine(*row) for row in rows if row[0] not in taken.provider]


def _ledger(first: date, since: datetime, taken: Taken) -> list[LedgerLine]:
    with connection.cursor() as cursor:
        cursor.execute(LEDGER, {"since": since})
        lines = [
            LedgerLine(transfer, clock.day_of(at), cents, reference, kind)
            for transfer, at, cents, reference, kind in cursor.fetchall()
        ]
        cursor.execute(CHARGEBACKS, {"first": first})
        lines += [LedgerLine(*row) for row in cursor.fetchall()]
    return [line for line in lines if line.id not in taken.ledger]


def _open_days(first: date, last: date) -> list[ReconciliationDay]:
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    ReconciliationDay.objects.bulk_create([ReconciliationDay(day=day) for day in days], ignore_conflicts=True)
    return list(ReconciliationDay.objects.filter(day__gte=first).order_by("day"))


def _store(groups: Sequence[Group], first: date) -> None:
    """Enters what is new, and takes back what is no longer so and was not decided."""
    known = {key: (pk, state) for pk, key, state in _known(first)}
    found = {group.key: group for group in groups if group.reason is not Reason.WAITS}
    Match.objects.bulk_create(
        [_row(group) for key, group in found.items() if key not in known], batch_size=ROWS_AT_ONCE
    )
    gone = [
        pk
        for key, (pk, state) in known.items()
        if key not in found and state in (Match.State.MATCHED, Match.State.OPEN)
    ]
    Match.objects.filter(pk__in=gone).update(state=Match.State.SUPERSEDED)
    back = [pk for key, (pk, state) in known.items() if key in found and state == Match.State.SUPERSEDED]
    Match.objects.filter(pk__in=back, reason=Reason.AGREES).update(state=Match.State.MATCHED)
    Match.objects.filter(pk__in=back).exclude(reason=Reason.AGREES).update(state=Match.State.OPEN)


def _known(first: date) -> Iterable[tuple[int, str, str]]:
    return Match.objects.filter(day__gte=first).values_list("pk", "key", "state")


def _row(group: Group) -> Match:
    agrees = group.reason is Reason.AGREES
    return Match(
        day_id=group.day,
        key=group.key,
        reason=group.reason,
        proposed=group.reason in PROPOSED,
        cents=group.cents,
        bank=[line.id for line in group.bank],
        provider=[line.id for line in group.provider],
        ledger=[line.id for line in group.ledger],
        state=Match.State.MATCHED if agrees else Match.State.OPEN,
    )


def _close(days: Sequence[ReconciliationDay], groups: Sequence[Group], last: date) -> list[date]:
    """Closes days in their order, up to the first that is not level."""
    waiting: dict[date, int] = {}
    for group in groups:
        if group.reason is Reason.WAITS:
            waiting[group.day] = waiting.get(group.day, 0) + 1
    for day in days:
        day.waiting = waiting.get(day.day, 0)
    ReconciliationDay.objects.bulk_update(days, ["waiting"])
    undecided = set(Match.objects.filter(state=Match.State.OPEN).values_list("day", flat=True))
    closed = []
    for day in days:
        # The provider has reported all of a day when it reports a later one.
        if day.waiting or day.day in undecided or day.day >= last:
            break
        closed.append(day)
    _seal(closed)
    return [day.day for day in closed]


def _seal(days: Sequence[ReconciliationDay]) -> None:
    if not days:
        return
    before = ReconciliationDay.objects.filter(day__lt=days[0].day).order_by("-day")
    seal = before.values_list("seal", flat=True).first() or ""
    rows = Match.objects.filter(day__in=days).exclude(state=Match.State.SUPERSEDED)
    keys: dict[date, list[str]] = {}
    for day, key, state in rows.order_by("day", "key").values_list("day", "key", "state"):
        keys.setdefault(day, []).append(f"{key} {state}")
    for row in days:
        text = "\n".join([seal, row.day.isoformat(), *keys.get(row.day, [])])
        seal = sha256(text.encode()).hexdigest()
        row.seal, row.closed = seal, clock.now()
    ReconciliationDay.objects.bulk_update(days, ["seal", "closed"])

"""Players' money apart from the operator's: what the house owes each day, and what its accounts hold."""

from __future__ import annotations

from datetime import date, timedelta

from django.conf import settings
from django.db import connection

from players.shared import clock
from players.wallet.bank.camt import STATEMENT
from players.wallet.bank.importing import reported_until
from players.wallet.bank.models import FundsDay, Statement
from players.wallet.models import Account

# The accounts of players' money less what was moved since the end of the day.
OWED = """
WITH mine AS (
    SELECT id, balance FROM wallet_account WHERE currency = 'EUR' AND kind = ANY(%(kinds)s)
)
SELECT coalesce((SELECT sum(balance) FROM mine), 0)
    - coalesce((SELECT sum(w.cents) FROM wallet_transfer AS w JOIN mine ON mine.id = w.target_id
                WHERE w.at >= %(end)s), 0)
    + coalesce((SELECT sum(w.cents) FROM wallet_transfer AS w JOIN mine ON mine.id = w.source_id
                WHERE w.at >= %(end)s), 0)
"""


def owed_on(day: date) -> int:
    """Everything on players' accounts in euros at the end of a day, with stakes and withdrawals."""
    with connection.cursor() as cursor:
        cursor.execute(
            OWED,
            {"kinds": Account.NEVER_BELOW_ZERO, "end": clock.midnight(day + timedelta(days=1))},
        )
        return int(cursor.fetchone()[0])


def held_on(day: date) -> int | None:
    """The closing balances of players' accounts at the bank. None while one lacks a statement up to then."""
    balances = []
    for iban in settings.PLAYERS_FUNDS_ACCOUNTS:
        reported = reported_until(iban)
        statements = Statement.objects.filter(iban=iban, kind=STATEMENT, since__lte=day).order_by("-since")
        closing = statements.values_list("closing", flat=True).first()
        if reported is None or reported < day or closing is None:
            return None
        balances.append(closing)
    return sum(balances) if balances else None


def compare_funds() -> FundsDay:
    """Compares yesterday, and again the days of a week whose statements had not come."""
    yesterday = clock.day_of(clock.now()) - timedelta(days=1)
    today, _made = FundsDay.objects.get_or_create(
        day=yesterday, defaults={"owed": owed_on(yesterday), "held": held_on(yesterday)}
    )
    for row in FundsDay.objects.filter(held=None, day__gt=yesterday - timedelta(days=7)):
        held = held_on(row.day)
        if held is not None:
            FundsDay.objects.filter(pk=row.pk).update(held=held, compared=clock.now())
    today.refresh_from_db()
    return today

"""The cashier's own rounds: errands to the gateway, questions to it, balances to be paid out. Each is safe to run twice or late."""

from __future__ import annotations

from celery import shared_task

from players.wallet.cashier import errands, payouts


@shared_task
def gateway_errands() -> int:
    return errands.errands_run()


@shared_task
def gateway_reconcile() -> int:
    return errands.payments_reconcile()


@shared_task
def balances_pay_out() -> int:
    return payouts.payouts_run() + payouts.withdrawals_ripen()

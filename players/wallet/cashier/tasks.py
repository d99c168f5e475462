"""Scheduled tasks of the cashier. Each is safe to run twice or late."""

from __future__ import annotations

from celery import shared_task

from players.wallet.cashier import automatic_payouts, gateway_requests


@shared_task
def gateway_errands() -> int:
    return gateway_requests.errands_run()


@shared_task
def gateway_reconcile() -> int:
    return gateway_requests.payments_reconcile()


@shared_task
def balances_pay_out() -> int:
    return automatic_payouts.payouts_make() + automatic_payouts.waiting_withdrawals_continue()

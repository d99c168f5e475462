"""Scheduled tasks of the cashier. Each is safe to run twice or late."""

from __future__ import annotations

from celery import shared_task

from players.wallet.cashier import account_owners, automatic_payouts, gateway_requests


@shared_task
def send_gateway_requests() -> int:
    return gateway_requests.send_due_requests()


@shared_task
def reconcile_gateway() -> int:
    return gateway_requests.reconcile_payments()


@shared_task
def pay_out_balances() -> int:
    return automatic_payouts.make_payouts() + automatic_payouts.continue_waiting_withdrawals()


@shared_task
def ask_account_owners() -> int:
    return account_owners.ask_due_owners()

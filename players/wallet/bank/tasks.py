"""Scheduled tasks of the bank. Each is safe to run twice or late."""

from __future__ import annotations

from pathlib import Path

from celery import shared_task
from django.conf import settings

from players.wallet.bank import funds, importing, payouts, reconciling


@shared_task
def read_bank_files() -> int:
    """Takes in what lies in the folder, reads what waits, and matches it."""
    if settings.BANK_FOLDER:
        importing.receive_folder(Path(settings.BANK_FOLDER))
    read = importing.read_waiting_files()
    if read:
        reconciling.reconcile()
    return read


@shared_task
def reconcile_bank() -> int:
    return len(reconciling.reconcile())


@shared_task
def write_payout_batches() -> int:
    return len(payouts.write_due_batches())


@shared_task
def compare_players_funds() -> None:
    if settings.PLAYERS_FUNDS_ACCOUNTS:
        funds.compare_funds()

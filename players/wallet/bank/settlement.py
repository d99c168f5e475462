"""Reads the provider's settlement file: what it took in and paid out, payment by payment.

It is a CSV with semicolons in UTF-8. The first line names the columns; the last one has the totals:

    transaction;day;reference;kind;currency;amount;fee;batch
    000123456;2026-11-28;6f1c…;payment;EUR;25.00;0.35;2026112801
    total;1;;;EUR;25.00;0.35;

The columns are those of an acquirer's reconciliation file. No acquirer publishes its own layout to everyone,
so these are assumptions, and `_row` is the place that a contract changes:

- `reference` is the number that this house gave the payment, without hyphens;
- `day` is the provider's business day, and a business day ends at midnight in Lisbon;
- `amount` is what the house receives, so that of a payout is negative. It is before fees, and fees are billed
  apart: what the bank receives for a batch is the sum of its amounts;
- `batch` is the reference of the transfer to the bank. A payment or payout without one is settled on its own,
  by its reference.
"""

from __future__ import annotations

import csv
import re
from datetime import date
from enum import StrEnum

from msgspec import Struct

from players.wallet.bank.documents import decode, read_cents, read_day
from players.wallet.bank.refusals import Refusal, RefusedFile

COLUMNS = ["transaction", "day", "reference", "kind", "currency", "amount", "fee", "batch"]
CURRENCY = re.compile(r"[A-Z]{3}")
REFERENCE = re.compile(r"[A-Za-z0-9/:.,+? -]{1,60}")
MAX_ROWS = 200_000


class PaymentKind(StrEnum):
    """What a line of provider or ledger is about. The ledger has the same kinds."""

    PAYMENT = "payment"
    PAYOUT = "payout"
    REFUND = "refund"
    CHARGEBACK = "chargeback"
    CHARGEBACK_WON = "chargeback-won"


# What the bank may see by the payment's own reference. Anything else comes in a batch, because its reference
# is that of the payment before.
SETTLED_ALONE = (PaymentKind.PAYMENT, PaymentKind.PAYOUT)


class SettlementRow(Struct, frozen=True):
    position: int
    transaction: str
    day: date
    reference: str
    kind: PaymentKind
    currency: str
    cents: int
    fee: int
    batch: str


def read_settlement(content: bytes) -> tuple[SettlementRow, ...]:
    """The rows of a file. If the totals differ, a row is missing or was changed, and nothing is read."""
    table = list(csv.reader(decode(content).splitlines(), delimiter=";", quoting=csv.QUOTE_NONE))
    if not table or table[0] != COLUMNS:
        raise RefusedFile(Refusal.UNKNOWN_FORMAT, ";".join(table[0])[:80] if table else "")
    if len(table) > MAX_ROWS:
        raise RefusedFile(Refusal.TOO_LARGE)
    if len(table) < 2 or table[-1][0:1] != ["total"]:
        raise RefusedFile(Refusal.INCOMPLETE, "total")
    rows = tuple(_row(position, cells) for position, cells in enumerate(table[1:-1]))
    _check_total(rows, table[-1])
    transactions = {row.transaction for row in rows}
    if len(transactions) < len(rows):
        raise RefusedFile(Refusal.WRONG_VALUE, COLUMNS[0])
    return rows


def _row(position: int, cells: list[str]) -> SettlementRow:
    if len(cells) != len(COLUMNS):
        raise RefusedFile(Refusal.INCOMPLETE, ";".join(cells))
    transaction, day, reference, kind, currency, amount, fee, batch = (cell.strip() for cell in cells)
    if (
        kind not in tuple(PaymentKind)
        or not CURRENCY.fullmatch(currency)
        or not REFERENCE.fullmatch(reference)
        or not REFERENCE.fullmatch(transaction)
        or (batch and not REFERENCE.fullmatch(batch))
    ):
        raise RefusedFile(Refusal.WRONG_VALUE, ";".join(cells))
    if not batch and kind not in SETTLED_ALONE:
        raise RefusedFile(Refusal.INCOMPLETE, f"batch: {';'.join(cells)}")
    return SettlementRow(
        position=position,
        transaction=transaction,
        day=read_day(day),
        reference=reference,
        kind=PaymentKind(kind),
        currency=currency,
        cents=_signed(amount),
        fee=_signed(fee),
        batch=batch,
    )


def _signed(text: str) -> int:
    return -read_cents(text[1:]) if text.startswith("-") else read_cents(text)


def _check_total(rows: tuple[SettlementRow, ...], cells: list[str]) -> None:
    if len(cells) != len(COLUMNS):
        raise RefusedFile(Refusal.INCOMPLETE, ";".join(cells))
    counted = (str(len(rows)), sum(row.cents for row in rows), sum(row.fee for row in rows))
    if counted != (cells[1], _signed(cells[5]), _signed(cells[6])):
        raise RefusedFile(Refusal.WRONG_TOTAL, ";".join(cells))

"""The cashier of a simulated past: deposits when a wallet runs low, withdrawals when it is full, attempts that were refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from casino.demo.simulated_past.people import Resident
from casino.demo.simulated_past.play_writer import MOVES, hour_of
from casino.demo.simulated_past.seeded_draw import Luck, id_at
from players.shared.bulk_copy import copy_rows
from players.wallet import ledger
from players.wallet.cashier.posting import EUR, Kind, transfer_id

PAYMENT = (
    "id", "player_id", "direction", "cents", "status", "cause", "reason", "reference", "url", "iban", "holder", "made", "changed",
    "credited", "before", "after", "look",
)  # fmt: skip
PAYMENTS = f"COPY cashier_payment ({', '.join(PAYMENT)}) FROM STDIN"
MINUTE = 60_000
TEN_EUROS = 1000
CREDITS = 500_000


class Till:
    def __init__(self, luck: Luck, until: int) -> None:
        self.luck, self.until = luck, until
        self.cash = {
            currency: ledger.account_open(kind="cash", currency=currency) for currency in ("EUR", "DEMO")
        }
        self.outgoing = ledger.account_open(kind="withdrawal", currency=EUR)
        self.moves: list[tuple[Any, ...]] = []
        self.payments: list[tuple[Any, ...]] = []

    def fill(self, who: Resident, currency: str, need: int, at: int) -> None:
        """Enough for a sitting, asked for a few minutes before it."""
        if who.cents[currency] >= need:
            return
        if currency != EUR:
            self._move(
                id_at(at, who.player, "opening"),
                "opening",
                self.cash[currency],
                who.wallets[currency],
                currency,
                CREDITS,
                at,
            )
            who.cents[currency] += CREDITS
            return
        cents = -(-(need * self.luck.between(2, 5) - who.cents[EUR]) // TEN_EUROS) * TEN_EUROS
        made = at - self.luck.between(2, 4) * MINUTE
        if self.luck.once_in(30):
            self._payment(
                id_at(made - 1, who.player, "refused"),
                who,
                "deposit",
                cents * 40,
                "refused",
                made - 1,
                None,
                reason="limit-month",
            )
        elif self.luck.once_in(40):
            tried = id_at(made - 1, who.player, "failed")
            self._payment(tried, who, "deposit", cents, "failed", made - 1, None)
        payment, before = id_at(made, who.player, "deposit"), who.cents[EUR]
        self._payment(payment, who, "deposit", cents, "paid", made, made + MINUTE, before=before)
        self._move(
            transfer_id(Kind.DEPOSIT, payment),
            "deposit",
            self.cash[EUR],
            who.wallets[EUR],
            EUR,
            cents,
            made + MINUTE,
        )
        who.cents[EUR] += cents

    def empty(self, who: Resident, keep: int, at: int) -> None:
        """What is more than somebody wants to keep goes home; a few withdrawals are taken back or fail."""
        cents = (who.cents[EUR] - keep) // 100 * 100
        made = at + MINUTE
        if cents < keep or made + 3 * MINUTE >= self.until:
            return
        payment, before = id_at(made, who.player, "withdrawal"), who.cents[EUR]
        self._move(
            transfer_id(Kind.WITHDRAWAL, payment),
            "withdrawal",
            who.wallets[EUR],
            self.outgoing,
            EUR,
            cents,
            made,
        )
        if self.luck.once_in(25):
            status, reason = self.luck.of((("failed", "failed-at-gateway"), ("cancelled", "")))
            self._payment(payment, who, "withdrawal", cents, status, made, None, before=before, reason=reason)
            self._move(
                transfer_id(Kind.WITHDRAWAL_BACK, payment),
                "withdrawal-back",
                self.outgoing,
                who.wallets[EUR],
                EUR,
                cents,
                made + 2 * MINUTE,
            )
            return
        paid = min(self.until, made + self.luck.between(3, 60 * 40) * MINUTE)
        self._payment(payment, who, "withdrawal", cents, "paid", made, paid, before=before)
        self._move(
            transfer_id(Kind.WITHDRAWAL_PAID, payment),
            "withdrawal-paid",
            self.outgoing,
            self.cash[EUR],
            EUR,
            cents,
            paid,
        )
        who.cents[EUR] -= cents

    def page(self) -> Callable[[], None] | None:
        """What was paid since the last page, to be written whenever."""
        if not self.payments and not self.moves:
            return None
        page = partial(_write, self.moves, self.payments)
        self.moves, self.payments = [], []
        return page

    def _move(self, id: Any, kind: str, source: int, target: int, currency: str, cents: int, at: int) -> None:
        self.moves.append((id, kind, source, target, currency, cents, None, None, hour_of(at)))

    def _payment(
        self, id: Any, who: Resident, what: str, cents: int, status: str, made: int, settled: int | None, *,
        before: int | None = None, reason: str = "",
    ) -> None:  # fmt: skip
        after = None if before is None else before + cents if what == "deposit" else before - cents
        hours = hour_of(made), hour_of(settled or made + MINUTE), hour_of(settled) if settled else None
        to = ("PT50003500010000000000000", who.alias) if what == "withdrawal" else ("", "")
        self.payments.append(
            (id, who.player, what, cents, status, "player", reason, "", "", *to, *hours, before, after, None)
        )


@transaction.atomic
def _write(moves: list[tuple[Any, ...]], payments: list[tuple[Any, ...]]) -> None:
    ledger.lock({account for move in moves for account in (move[2], move[3])})
    if moves:
        copy_rows(MOVES, moves)
    if payments:
        copy_rows(PAYMENTS, payments)

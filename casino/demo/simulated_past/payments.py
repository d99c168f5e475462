"""The payments of a simulated past: deposits, withdrawals and failed attempts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from casino.demo.simulated_past.people import SimulatedPlayer
from casino.demo.simulated_past.play_writer import MOVES, timestamp_of
from casino.demo.simulated_past.seeded_draw import SeededRandom, id_at
from players.shared.bulk_copy import copy_rows
from players.wallet import ledger
from players.wallet.cashier.posting import EUR, Kind, transfer_id
from players.wallet.methods.descriptions import PAYOUT_METHOD

PAYMENT = (
    "id",
    "player_id",
    "direction",
    "method",
    "cents",
    "status",
    "cause",
    "reason",
    "reference",
    "url",
    "iban",
    "holder",
    "made",
    "changed",
    "credited",
    "before",
    "after",
    "next_query",
)
PAYMENTS = f"COPY cashier_payment ({', '.join(PAYMENT)}) FROM STDIN"
# The last step of each withdrawal is written with its payment.
STEPS = "COPY cashier_payoutstep (payment_id, code, at, promised) FROM STDIN"
# By which methods deposits come; each amount has its own, so that the draws stay as they were.
SPREAD = ("mb-way", "multibanco", "card", "mb-way", "transfer")
MINUTE = 60_000
TEN_EUROS = 1000
CREDITS = 500_000


class PaymentSimulator:
    def __init__(self, rng: SeededRandom, until: int) -> None:
        self.rng, self.until = rng, until
        self.cash = {
            currency: ledger.open_ledger_account(kind="cash", currency=currency)
            for currency in ("EUR", "DEMO")
        }
        self.outgoing = ledger.open_ledger_account(kind="withdrawal", currency=EUR)
        self.moves: list[tuple[Any, ...]] = []
        self.payments: list[tuple[Any, ...]] = []
        self.steps: list[tuple[Any, ...]] = []

    def deposit_for(self, player: SimulatedPlayer, currency: str, need: int, at: int) -> None:
        """Deposit what the player needs for the next play, a few minutes before it."""
        if player.cents[currency] >= need:
            return
        if currency != EUR:
            self._move(
                id_at(at, player.player_id, "opening"),
                "opening",
                self.cash[currency],
                player.wallets[currency],
                currency,
                CREDITS,
                at,
            )
            player.cents[currency] += CREDITS
            return
        cents = -(-(need * self.rng.between(2, 5) - player.cents[EUR]) // TEN_EUROS) * TEN_EUROS
        made = at - self.rng.between(2, 4) * MINUTE
        if self.rng.once_in(30):
            self._payment(
                id_at(made - 1, player.player_id, "refused"),
                player,
                "deposit",
                cents * 40,
                "refused",
                made - 1,
                None,
                reason="limit-month",
            )
        elif self.rng.once_in(40):
            failed = id_at(made - 1, player.player_id, "failed")
            self._payment(failed, player, "deposit", cents, "failed", made - 1, None)
        payment, before = id_at(made, player.player_id, "deposit"), player.cents[EUR]
        self._payment(payment, player, "deposit", cents, "paid", made, made + MINUTE, before=before)
        self._move(
            transfer_id(Kind.DEPOSIT, payment),
            "deposit",
            self.cash[EUR],
            player.wallets[EUR],
            EUR,
            cents,
            made + MINUTE,
        )
        player.cents[EUR] += cents

    def withdraw_excess(self, player: SimulatedPlayer, keep: int, at: int) -> None:
        """Withdraw what exceeds the amount to keep. A few withdrawals are cancelled or fail."""
        cents = (player.cents[EUR] - keep) // 100 * 100
        made = at + MINUTE
        if cents < keep or made + 3 * MINUTE >= self.until:
            return
        payment, before = id_at(made, player.player_id, "withdrawal"), player.cents[EUR]
        self._move(
            transfer_id(Kind.WITHDRAWAL, payment),
            "withdrawal",
            player.wallets[EUR],
            self.outgoing,
            EUR,
            cents,
            made,
        )
        if self.rng.once_in(25):
            status, reason = self.rng.choose((("failed", "failed-at-gateway"), ("cancelled", "")))
            self._payment(
                payment, player, "withdrawal", cents, status, made, None, before=before, reason=reason
            )
            self._move(
                transfer_id(Kind.WITHDRAWAL_BACK, payment),
                "withdrawal-back",
                self.outgoing,
                player.wallets[EUR],
                EUR,
                cents,
                made + 2 * MINUTE,
            )
            return
        paid = min(self.until, made + self.rng.between(3, 60 * 20) * MINUTE)
        self._payment(payment, player, "withdrawal", cents, "paid", made, paid, before=before)
        self._move(
            transfer_id(Kind.WITHDRAWAL_PAID, payment),
            "withdrawal-paid",
            self.outgoing,
            self.cash[EUR],
            EUR,
            cents,
            paid,
        )
        player.cents[EUR] -= cents

    def pending_writer(self) -> Callable[[], None] | None:
        """A function that writes the payments since the last call, or None."""
        if not self.payments and not self.moves:
            return None
        write = partial(_write, self.moves, self.payments, self.steps)
        self.moves, self.payments, self.steps = [], [], []
        return write

    def _move(
        self, move_id: Any, kind: str, source: int, target: int, currency: str, cents: int, at: int
    ) -> None:
        self.moves.append((move_id, kind, source, target, currency, cents, None, None, timestamp_of(at)))

    def _payment(
        self,
        payment_id: Any,
        player: SimulatedPlayer,
        direction: str,
        cents: int,
        status: str,
        made: int,
        settled: int | None,
        *,
        before: int | None = None,
        reason: str = "",
    ) -> None:
        change = cents if direction == "deposit" else -cents
        after = None if before is None else before + change
        times = (
            timestamp_of(made),
            timestamp_of(settled or made + MINUTE),
            timestamp_of(settled) if settled else None,
        )
        account = ("PT50003500010000000000000", player.alias) if direction == "withdrawal" else ("", "")
        if direction == "withdrawal":
            promised = timestamp_of(made + settings.PAYOUT_REVIEW_HOURS * 60 * MINUTE)
            self.steps.append((payment_id, "review", times[0], promised))
        self.payments.append(
            (
                payment_id,
                player.player_id,
                direction,
                SPREAD[cents // TEN_EUROS % len(SPREAD)] if direction == "deposit" else PAYOUT_METHOD,
                cents,
                status,
                "player",
                reason,
                "",
                "",
                *account,
                *times,
                before,
                after,
                None,
            )
        )


@transaction.atomic
def _write(
    moves: list[tuple[Any, ...]], payments: list[tuple[Any, ...]], steps: list[tuple[Any, ...]]
) -> None:
    ledger.lock({account for move in moves for account in (move[2], move[3])})
    if moves:
        copy_rows(MOVES, moves)
    if payments:
        copy_rows(PAYMENTS, payments)
    if steps:
        copy_rows(STEPS, steps)

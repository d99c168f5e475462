"""`python -m tests.proofs.callback_attack`: tries to have deposits credited twice, or not at all.

The provider repeats its notifications, sends them in any order, contradicts itself and names wrong amounts,
many at once, while two workers ask it about the same payments. Many attempts die: before a statement
or before the commit, where the connection is closed as when a process is killed. What died is tried again,
as the provider and the schedule do. At the end every payment must be as the provider has it: credited once
if it was paid, sent back once if another person paid, and nothing otherwise.

It shows its progress, ends cleanly on Ctrl-C, and prints one line. 1,000 payments with 64 notifications at
once take some minutes of two processors. `--minutes` bounds the time: what was not reached by then is said.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import queue
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from itertools import cycle, islice
from random import Random
from typing import Any
from unittest import mock
from uuid import UUID, uuid4

import msgspec
from msgspec import Struct

if __name__ == "__main__":
    from tests.bench.environment import servers

    # The database that the attack needs, until this process ends.
    KEPT = contextlib.ExitStack()
    KEPT.enter_context(servers())

from django.db import OperationalError, connections, transaction
from django.db.models import Count

from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player
from players.shared import clock
from players.shared.progress import Advance, ignore_progress, progress
from players.wallet.cashier import deposits, gateway_notifications, gateway_requests, withdrawals
from players.wallet.cashier.gateway import PaymentState
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.posting import CashierAccounts, lock_accounts
from players.wallet.methods import wire
from players.wallet.models import Account, Transfer
from tests.live_table import balance, players_with
from tests.sandbox_cashier import identified

Job = Callable[[], object]
PLAYERS = 8
# More than any attempt has: a fuse of this length kills nothing.
MOST_STATEMENTS = 60
# About as many as a credit has: some attempts get through.
FUSES = 40
DEATHS = 3  # of one job, at most
NOTIFICATIONS, ASKED = 6, 2  # of each payment
ENDS = {"paid": Payment.Status.PAID, "failed": Payment.Status.FAILED, "other": Payment.Status.RETURNED}


class Killed(BaseException):
    """The process died. Nothing in the product catches it."""


class Result(Struct):
    wanted: int
    racing: int
    # The payments that were reached in time.
    payments: int = 0
    notifications: int = 0
    kills: int = 0
    # The numbers of the statements before which an attempt died.
    statements: set[int] = msgspec.field(default_factory=set)
    double: int = 0
    lost: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)

    def closing_line(self) -> str:
        count = (
            f"{self.payments:,}" if self.payments == self.wanted else f"{self.payments:,} of {self.wanted:,}"
        )
        return (
            f"{count} payments, {self.notifications:,} notifications, {self.racing} at once, "
            f"{self.kills:,} kills before {len(self.statements)} different statements: "
            f"{self.double} double, {self.lost} lost, {len(self.wrong)} otherwise wrong"
        )


class Provider:
    """What the provider knows of each payment: it answers the worker with that alone."""

    def __init__(self, random: Random, players: list[Player], count: int) -> None:
        self.ends: dict[UUID, str] = {}
        self.rows: dict[UUID, Payment] = {}
        now = clock.now()
        for index in range(count):
            row = Payment(
                id=uuid4(), player=players[index % len(players)], direction="deposit", status="pending",
                cents=random.randint(500, 20_000), method="multibanco", reference=f"r-{uuid4()}",
                made=now, changed=now, next_query=now, expires=now + timedelta(days=3),
            )  # fmt: skip
            self.rows[row.pk], self.ends[row.pk] = row, random.choice(("paid", "paid", "failed", "other"))
        Payment.objects.bulk_create(self.rows.values())

    def state(self, payment: UUID) -> PaymentState:
        end = self.ends[payment]
        return PaymentState(
            status="failed" if end == "failed" else "paid",
            cents=self.rows[payment].cents,
            incoming=True,
            reason="declined-funds" if end == "failed" else "",
            payer="Rui Sousa" if end == "other" else "",
        )

    def notifications(self, payment: UUID) -> Iterator[bytes]:
        """True ones, one of them twice, one that contradicts them, and one of another amount."""
        said = self.state(payment).status
        numbers = [uuid4().hex for _ in range(5)]
        for number, status, more in (
            (numbers[0], said, 0),
            (numbers[0], said, 0),
            (numbers[1], said, 0),
            (numbers[2], "pending", 0),
            (numbers[3], "failed" if said == "paid" else "paid", 0),
            (numbers[4], "paid", 100),
        ):
            cents = self.rows[payment].cents + more
            yield msgspec.json.encode(
                wire.notification(number=number, payment=str(payment), status=status, cents=cents)
            )


class Fuse:
    """Closes the connection before the statement of this number, or before the commit if that comes first."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.connection = connections["default"]
        self.commit = self.connection.commit

    def burn(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.left = MOST_STATEMENTS  # what follows is the clearing away
            self.connection.close()
            raise Killed

    def execute(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self.burn()
        return execute(*arguments)

    def commit_or_die(self) -> None:
        self.burn()
        self.commit()


def attempt(job: Job, statement: int) -> bool:
    """Whether the job came to its end."""
    fuse = Fuse(statement)
    with (
        fuse.connection.execute_wrapper(fuse.execute),
        mock.patch.object(fuse.connection, "commit", fuse.commit_or_die),
        contextlib.suppress(Killed),
    ):
        job()
        return True
    return False


def attack(
    *, payments: int, racing: int, seed: int, minutes: float = 60, advance: Advance = ignore_progress
) -> Result:
    random = Random(seed)
    players = [identified(player) for player in players_with(0, min(PLAYERS, payments))]
    provider = Provider(random, players, payments)
    result = Result(wanted=payments, racing=racing)
    with (
        mock.patch.object(gateway_requests, "gateway", lambda: provider),
        # The workers come anyway; this attack needs no broker.
        mock.patch.object(gateway_notifications, "enqueue_after_commit", lambda _task: None),
    ):
        _race(provider, result, random, time.monotonic() + minutes * 60, advance)
        _ask_about_the_rest(provider)
    _judge(provider, players, result)
    return result


def _race(provider: Provider, result: Result, random: Random, end: float, advance: Advance) -> None:
    """The jobs of a payment stand together in the queue, so that they run at once."""
    jobs: queue.SimpleQueue[tuple[UUID, Job, list[int]]] = queue.SimpleQueue()
    # Each kind of job dies before each statement in turn, so that chance leaves no place out.
    fuses = {kind: cycle(random.sample(range(FUSES), FUSES)) for kind in (True, False)}
    for payment in provider.rows:
        received = [
            partial(gateway_notifications.receive_notification, body)
            for body in provider.notifications(payment)
        ]
        asked = [partial(gateway_requests.reconcile_payment, payment) for _worker in range(ASKED)]
        mixed: list[tuple[bool, Job]] = [*((True, job) for job in received), *((False, job) for job in asked)]
        random.shuffle(mixed)
        for is_notification, job in mixed:
            jobs.put((payment, job, list(islice(fuses[is_notification], DEATHS))))
    kills: list[int] = []
    reached: set[UUID] = set()
    stopped = threading.Event()

    def work() -> None:
        try:
            while not stopped.is_set():
                payment, job, statements = jobs.get_nowait()
                if payment in reached or time.monotonic() < end:
                    reached.add(payment)
                    run(job, statements)
                advance(1)
        except queue.Empty:
            pass
        finally:
            connections.close_all()

    def run(job: Job, statements: list[int]) -> None:
        for statement in (*statements, MOST_STATEMENTS):
            try:
                if attempt(job, statement):
                    break
                kills.append(statement)
            except OperationalError as error:  # tried again, but no order of locks may lead here
                result.wrong.append(str(error).partition("\n")[0])
                connections["default"].close()

    with ThreadPoolExecutor(result.racing) as threads:
        try:
            for ended in [threads.submit(work) for _thread in range(result.racing)]:
                ended.result()
        finally:
            stopped.set()
    provider.rows = {payment: row for payment, row in provider.rows.items() if payment in reached}
    result.payments, result.notifications = len(reached), len(reached) * NOTIFICATIONS
    result.kills, result.statements = len(kills), set(kills)


def _ask_about_the_rest(provider: Provider) -> None:
    """The schedule goes on until the provider's last word is known."""
    for _round in range(3):
        waiting = Payment.objects.filter(pk__in=provider.rows, next_query__isnull=False)
        for payment in list(waiting.values_list("pk", flat=True)):
            gateway_requests.reconcile_payment(payment)


def _judge(provider: Provider, players: list[Player], result: Result) -> None:
    """What the record says, by ways that the cashier does not go itself."""
    rows = Payment.objects.in_bulk(list(provider.rows))
    about = [f"payment:{payment}" for payment in rows]
    lines = Counter(
        Line.objects.filter(kind="deposits.paid", about__in=about).values_list("about", flat=True)
    )
    refunds = Counter(GatewayRequest.objects.filter(payment__in=rows).values_list("payment", flat=True))
    for payment, row in rows.items():
        end = provider.ends[payment]
        if row.status != ENDS[end]:
            result.wrong.append(f"{payment}: {end} at the provider, {row.status} here")
        result.double += max(lines[f"payment:{payment}"] - (end == "paid"), 0)
        if refunds[payment] != (end == "other"):
            result.wrong.append(f"{payment}: sent back {refunds[payment]} times")
    told = _by_player(Message.objects.filter(player__in=players, kind="deposit-paid"), "player")
    wallets = dict(
        Account.objects.filter(player__in=players, kind="wallet", currency="EUR").values_list("player", "pk")
    )
    credited = _by_player(Transfer.objects.filter(target__in=wallets.values()), "target")
    for player in players:
        paid = sorted(
            (row.before or 0, row.after or 0, row.cents)
            for row in rows.values()
            if row.player_id == player.pk and provider.ends[row.pk] == "paid"
        )
        moved = credited[wallets[player.pk]]
        result.double += max(moved - len(paid), 0)
        result.lost += max(len(paid) - moved, 0)
        if told[player.pk] != len(paid):
            result.wrong.append(f"{player.alias}: told {told[player.pk]} times of {len(paid)} deposits")
        if balance(player) != sum(cents for _before, _after, cents in paid):
            result.wrong.append(f"{player.alias}: the balance is not what was paid")
        befores, afters = [0, *(after for _, after, _ in paid)], [*(before for before, _, _ in paid)]
        if befores[:-1] != afters:
            result.wrong.append(f"{player.alias}: the balances before and after make no chain")


def _by_player(rows: Any, column: str) -> Mapping[int, int]:
    return Counter(dict(rows.order_by().values_list(column).annotate(Count("pk"))))


# --- faults, which the attack must find


def _without_lock(payment: UUID) -> tuple[Payment, CashierAccounts]:
    row = Payment.objects.select_related("player").get(pk=payment)
    connections["default"].cursor().execute("SELECT pg_sleep(0.05)")  # another worker reads it meanwhile
    return row, lock_accounts(row.player_id)


def _without_status(payment: Payment) -> bool:
    payment.status = Payment.Status.PENDING
    return CREDITS(payment)


CREDITS, POSTS = deposits.deposit_paid, deposits.post
FAULTS: dict[str, tuple[tuple[Any, str, Any], ...]] = {
    "credited without the lock": ((withdrawals, "lock", _without_lock),),
    "credited without a look at the status": (
        (gateway_notifications, "deposit_paid", _without_status),
        (gateway_notifications, "_compare_deposit", lambda *_: gateway_notifications.Outcome.CHECKING),
    ),
    "posted after the commit": (
        (deposits, "post", lambda kind, row: transaction.on_commit(partial(POSTS, kind, row))),
    ),
}


@contextlib.contextmanager
def planted(fault: str) -> Iterator[None]:
    with contextlib.ExitStack() as changed:
        for module, name, replacement in FAULTS[fault]:
            changed.enter_context(mock.patch.object(module, name, replacement))
        yield


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--payments", type=int, default=1_000)
    parser.add_argument("--racing", type=int, default=64)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    parser.add_argument("--minutes", type=float, default=30, help="what is not reached by then is left out")
    options = parser.parse_args()
    # A thousand notifications of wrong amounts are reported, as they should be.
    logging.disable(logging.ERROR)
    jobs = options.payments * (NOTIFICATIONS + ASKED)
    with progress("Attack", "jobs", jobs, resume="Nothing was judged.") as shown:
        result = attack(
            payments=options.payments, racing=options.racing, seed=options.seed, minutes=options.minutes,
            advance=shown.advance,
        )  # fmt: skip
    for line in result.wrong:
        print(line)
    print(f"seed {options.seed}: {result.closing_line()}")
    return 1 if result.double or result.lost or result.wrong or result.payments < result.wanted else 0


if __name__ == "__main__":
    with KEPT:
        code = main()
    sys.exit(code)

"""How long a withdrawal takes, from the player's request to the provider's word that it is paid.

Verified players ask for amounts below the review at the pages of a complete installation, evenly over time.
The payment service is the sandbox, which errs here: it refuses requests, loses answers that it has acted on,
and loses, doubles and reorders notifications. Some payouts fail, and their money goes back.

`PAYOUTS=150` is their number, `PAYOUTS_A_SECOND=2` the rate. The seconds come from the record.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID, uuid4

import psutil
import requests

from players.wallet.cashier.sandbox.server import RequestHandler, SandboxServer
from players.wallet.cashier.sandbox.state import FAILING_CENTS, Row, SandboxState
from tests.bench import environment
from tests.bench.measure import CLOCK, detail, goal, percentile
from tests.running import RunningHouse

PAYOUTS = int(os.environ.get("PAYOUTS", "150"))
A_SECOND = float(os.environ.get("PAYOUTS_A_SECOND", "2"))
PLAYERS = 250
START_CENTS = 100_000
CENTS = 2_000
# One payout of so many fails at the bank.
ONE_FAILS_OF = 50
# The share of requests and of notifications that each fault befalls.
REFUSED = ANSWER_LOST = NOTIFICATION_LOST = 0.01
DOUBLED = REORDERED = 0.05
MOST_SECONDS = 10.0
CLIENTS = 8
# Until a payout that met several faults must have ended.
PATIENCE = 180.0
CSRF = "c" * 32


class InMemory(SandboxState):
    def save(self) -> None:
        """Writing everything after each change is right for a person and would be measured here."""


class ErringHandler(RequestHandler):
    server: ErringSandbox

    def do_GET(self) -> None:
        if not self._is_refused():
            super().do_GET()

    def do_POST(self) -> None:
        if not self._is_refused():
            super().do_POST()

    def _is_refused(self) -> bool:
        if not self.server.meets("requests refused", REFUSED):
            return False
        self.close_connection = True  # the body was not read
        self.send_error(503)
        return True

    def _send(self, status: int, content_type: str, body: bytes, headers: dict[str, str]) -> None:
        if self.server.meets("answers lost", ANSWER_LOST):
            self.close_connection = True
        else:
            super()._send(status, content_type, body, headers)


class ErringSandbox(SandboxServer):
    def __init__(self, place: Path) -> None:
        super().__init__(InMemory(place / "sandbox.json"), "", {})
        self.RequestHandlerClass = ErringHandler
        self.random, self.lock, self.faults = Random(1), threading.Lock(), Counter[str]()

    def meets(self, fault: str, share: float) -> bool:
        with self.lock:
            is_met = self.random.random() < share
            self.faults[fault] += is_met
        return is_met

    def send(self, notification: Row) -> bool:
        if self.meets("notifications lost", NOTIFICATION_LOST):
            return True
        if self.meets("notifications doubled", DOUBLED):
            super().send(notification)
        if not notification.get("is_late") and self.meets("notifications reordered", REORDERED):
            with self.state.lock:
                late = {**notification, "due": self.state.now() + 1, "is_late": True}
                self.state.data["notifications"].append(late)
            return True
        return super().send(notification)


@contextmanager
def erring_sandbox() -> Iterator[ErringSandbox]:
    """It listens at once. Its keys and the address of the house are known once the house is open."""
    with tempfile.TemporaryDirectory() as place:
        sandbox = ErringSandbox(Path(place))
        sandbox.server_bind()
        sandbox.server_activate()
        try:
            yield sandbox
        finally:
            sandbox.shutdown()
            sandbox.server_close()


def payouts() -> None:
    with erring_sandbox() as sandbox:
        address = f"http://127.0.0.1:{sandbox.server_address[1]}"
        with environment.house(GATEWAY_URL=address) as house:
            sandbox.house = house.url.rstrip("/")
            names = {"gateway": "gateway_key", "payout": "payout_key"}
            for who, name in names.items():
                sandbox.keys[who] = bytes.fromhex((house.folder / "keys" / name).read_text().strip())
            threading.Thread(target=sandbox.serve, daemon=True).start()
            _measure(house, sandbox)


def _measure(house: RunningHouse, sandbox: ErringSandbox) -> None:
    players, cookies = _players()
    before, begun = _processor_seconds(house), time.monotonic()
    asked = _ask(house.url.rstrip("/"), cookies)
    detail(
        f"{PAYOUTS:,} withdrawals asked for in {time.monotonic() - begun:.0f} s, {A_SECOND:g} a second wanted"
    )
    unfinished = _wait(asked)
    detail(", ".join(f"{count} {fault}" for fault, count in sorted(sandbox.faults.items())))
    _report(players, asked, unfinished)
    spent = {name: seconds - before.get(name, 0.0) for name, seconds in _processor_seconds(house).items()}
    shares = ", ".join(f"{1000 * seconds / PAYOUTS:.0f} ms {name}" for name, seconds in sorted(spent.items()))
    detail(f"processor time of a payout, with all that the house does meanwhile: {shares}")
    detail(f"load {os.getloadavg()[0]:.1f}")


def _processor_seconds(house: RunningHouse) -> dict[str, float]:
    """Of the processes that a payout passes. This bench is the sandbox and the browsers of the players."""
    spent = {"this bench": time.process_time()}
    for name in ("web", "worker", "beat", "postgres", "valkey"):
        process = psutil.Process(house.process_id(name))
        family = [process, *process.children(recursive=True)]
        spent[name] = sum(map(_seconds_of, family))
    return spent


def _seconds_of(process: psutil.Process) -> float:
    try:
        return sum(process.cpu_times()[:4])
    except psutil.NoSuchProcess:  # a child of PostgreSQL has ended meanwhile
        return 0.0


def _players() -> tuple[list[Any], list[str]]:
    """People who have withdrawn before: a first withdrawal is always reviewed."""
    from players.shared import clock
    from players.wallet.cashier.models import Payment
    from tests.live_table import players_with
    from tests.proofs.chaos_staff_attacker import fresh_cookie
    from tests.sandbox_cashier import IBAN, known

    players = [known(player) for player in players_with(START_CENTS, PLAYERS)]
    earlier = clock.now() - timedelta(days=40)
    Payment.objects.bulk_create(
        Payment(
            id=uuid4(), player=player, direction="withdrawal", status="paid", cents=CENTS,
            method="sepa-instant", iban=IBAN, holder="Ana Martins", made=earlier, changed=earlier,
            credited=earlier,
        )
        for player in players
    )  # fmt: skip
    return players, [fresh_cookie(player.person) for player in players]


def _ask(url: str, cookies: list[str]) -> list[UUID]:
    """Evenly over time, whatever the answers take; a player's next request comes after all others'."""
    asked = [uuid4() for _ in range(PAYOUTS)]
    begun = time.monotonic()
    local = threading.local()

    def ask(index: int) -> None:
        time.sleep(max(0.0, begun + index / A_SECOND - time.monotonic()))
        browser = local.__dict__.setdefault("browser", requests.Session())
        cents = CENTS + FAILING_CENTS * (index % ONE_FAILS_OF == 0)
        answer = browser.post(
            f"{url}/account/withdraw/",
            data={"amount": f"{cents // 100},{cents % 100:02}", "payment": str(asked[index])},
            headers={
                "Cookie": f"{cookies[index % len(cookies)]}; csrftoken={CSRF}",
                "X-CSRFToken": CSRF,
                "Origin": url,
            },
            timeout=60,
            allow_redirects=False,
        )
        if answer.status_code != 302 or str(asked[index]) not in answer.headers["Location"]:
            raise AssertionError(f"the page answered {answer.status_code}: {answer.text[:400]}")

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(ask, range(PAYOUTS)))
    return asked


def _wait(asked: list[UUID]) -> int:
    from players.wallet.cashier.models import Payment

    unfinished = Payment.objects.filter(pk__in=asked).exclude(status__in=("paid", "failed"))
    end = time.monotonic() + PATIENCE
    while (left := unfinished.count()) and time.monotonic() < end:
        time.sleep(0.5)
    return left


def _report(players: list[Any], asked: list[UUID], unfinished: int) -> None:
    from players.shared import clock
    from players.wallet.cashier.models import Payment
    from players.wallet.cashier.payout_clock import payout_times
    from players.wallet.models import Account

    rows = list(Payment.objects.filter(pk__in=asked))
    paid = [row for row in rows if row.status == "paid"]
    seconds = [(row.credited - row.made).total_seconds() for row in paid if row.credited]
    failed = sum(row.status == "failed" for row in rows)
    detail(
        f"{len(paid)} paid, {failed} failed at the bank as they should; "
        f"median {percentile(seconds, 0.5):.1f} s, p99 {percentile(seconds, 0.99):.1f} s, "
        f"longest {max(seconds, default=float('nan')):.1f} s"
    )
    for times in payout_times(clock.now()):
        detail(f"published for {times.method}: median {times.median.total_seconds():.1f} s, "
               f"p95 {times.p95.total_seconds():.1f} s of {times.count}")  # fmt: skip
    out = Counter[int]()
    for row in paid:
        out[row.player_id] += row.cents
    wallets = Account.objects.filter(player__in=players, kind="wallet", currency="EUR")
    wrong = sum(
        balance != START_CENTS - out[player] for player, balance in wallets.values_list("player", "balance")
    )
    unlike = abs(failed - -(-PAYOUTS // ONE_FAILS_OF))
    goal("payouts.unfinished", unfinished, most=0, beside="the record")
    goal("payouts.wrong-balances", wrong, most=0, beside="the record")
    goal("payouts.not-as-the-bank-says", unlike, most=0, beside="the sandbox")
    goal("payouts.p95-s", percentile(seconds, 0.95), most=MOST_SECONDS, beside="no peer", machine=CLOCK)

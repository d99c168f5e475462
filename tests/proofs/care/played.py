"""A case of harm, played: somebody registers, sets limits, pays, plays and leaves, while the house looks on.

Registration, limits, deposits and withdrawals go through the pages of the site, with the rights of its
process and the sandbox of the gateway behind them. Bets are commands to the croupier's transaction, with the
rights of the croupier, at a table of roulette for one. The seed of each round is one that lets a black number
fall: what lies on red is lost, and what lies on odd and even together comes back. The worker follows the
record after each thing that is done, with its own rights. Only the clock is moved; no row of the record is
written here.

The case ends where its rule speaks, or where it is too late.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from msgspec import Struct

from casino.compliance.monitoring import following
from casino.compliance.monitoring.fold import TIME, Event
from casino.compliance.monitoring.models import Alert
from casino.compliance.monitoring.models import Case as OfficersCase
from casino.compliance.monitoring.record import events_by_player, microseconds, moment_of
from casino.compliance.monitoring.rules import EVENTS, MICROSECONDS
from games.draw import generator
from games.draw.seal_key import SealKey
from games.rules.roulette.layout import RED, WHEELS
from games.rules.shared.refusals import Refusal
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.commands import CommandRequest
from games.tables.domain.state import Live
from games.tables.transport import protocol
from players.identity.models import Identity
from players.identity.verification import verification
from players.models import Player, PlaySession
from players.protection.models import CareMessage
from players.protection.play_time import enforce_time_limits
from players.shared.amount_field import format_for_input
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.models import Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.methods import wire
from tests.live_table import CroupierTransaction, LimitsNotedLater, balance, bet, do, seal_key, table_open
from tests.players.identity.applicant import PASSWORD, Applicant
from tests.proofs.care.cases import BEGINNING, Case
from tests.proofs.care.moved_clock import MovedClock
from tests.sandbox_cashier import KEYS

LARGEST_DEPOSIT = 1_000_000  # cents, of the cashier
MOST_TIMES, LEAST, STEP = 540, 50, 10  # an even chance takes so many times the minimum of its table
WHEEL = WHEELS["37"]
BLACK = frozenset(WHEEL) - RED - {"0"}
MINUTE, A_MINUTE = timedelta(minutes=1), 60 * MICROSECONDS
# Who has no day of registration in the case registers before it, and pays in what will be played.
REGISTERED, PAID_IN = timedelta(days=41), timedelta(days=40)
YEAR = 2026  # of the cases
STAYS = timedelta(minutes=3)  # who pauses for longer between two rounds leaves, before the house asks
LOOKS = timedelta(seconds=5)  # until the worker follows what was done
WHILE_DONE = MINUTE  # what a round takes
SMALL, PURSE = 200, 20_000  # cents: a stake that comes back, and the wallet of somebody whose hours matter
TIME_LIMIT = 30  # minutes
LIMIT, RAISED_BY = 20_000, 10_000  # cents
# Of a day. The house names the limit that has the least left: losses, and stakes after a bet that came back.
LOSS_LIMIT, STAKE_LIMIT, OVER_LIMITS = 2_100, 2_200, 2_300
SIGN_IN, CONFIRM = "/account/sign-in/", "/account/confirm/"
USUAL_CARD, NEW_CARD = "4000000000064321", "400000000006{:04}"


class Noticed(Struct, frozen=True):
    """How the house noticed a case that was played."""

    case: Case
    alert: Alert
    done: int  # of what the case does, until then

    @property
    def is_in_time(self) -> bool:
        """The rule was met soon enough, and the alert raised by the first pass after that. What time
        alone brings is seen when the person does something again.
        """
        late = self.alert.made - self.alert.at
        most = LOOKS + WHILE_DONE + (STAYS if self.alert.event == TIME else timedelta())
        return microseconds(self.alert.at - WHILE_DONE) <= self.case.latest and late <= most

    @property
    def followed(self) -> set[str]:
        """What the player reads, and whether an officer has a case."""
        player = self.alert.player_id
        cards = CareMessage.objects.filter(player=player, answered=None).values_list("kind", flat=True)
        has_case = OfficersCase.objects.filter(player=player, kind="care").exists()
        return {*cards, *(["case"] if has_case else [])}

    @property
    def missing(self) -> set[str]:
        """What the rule says follows its first alert, and did not."""
        return {follow.kind for follow in self.alert.rule.follows_at(1)} - self.followed

    def __str__(self) -> str:
        after = self.alert.at - moment_of(BEGINNING)
        return (
            f"{self.alert.version.name:13} after {after}, {self.done} things done, alert "
            f"{(self.alert.made - self.alert.at).seconds} s later: {', '.join(sorted(self.followed))}"
        )


def plan(case: Case) -> list[Event]:
    """What is done, in order. Who only is at a table plays there for small stakes that come back."""
    begun = [event.at for event in case.events if event.kind == "session-begun"]
    ended = [event.at for event in case.events if event.kind == "session-ended"]
    stays = list(zip(begun, ended, strict=True))
    stopped = [event.at for event in case.events if event.kind == "limit-reached"]
    stays += [(at - (TIME_LIMIT + 1) * A_MINUTE, at - A_MINUTE) for at in stopped]
    rounds = [
        Event(at, "round", SMALL, 0, "")
        for since, until in stays
        for at in range(since, until, STAYS // timedelta(microseconds=1))
    ]
    return sorted([*case.events, *rounds])


def funds(case: Case, planned: Iterable[Event]) -> int:
    """What must be in the wallet for all that is done until the rule has to have spoken."""
    needed = [event for event in planned if event.at <= case.latest]
    staked = [event.cents for event in needed if event.kind == "round"]
    taken = [event.cents for event in needed if event.kind == "withdrawal-cancelled"]
    lost = sum(event.lost for event in needed if event.kind == "round")
    return max(PURSE, lost + max(staked, default=0), *taken) if staked or taken else 0


def least_at_table(planned: Iterable[Event]) -> int:
    """The minimum of a table at which the largest stake may lie on one even chance."""
    largest = max((event.cents for event in planned if event.kind == "round"), default=0)
    return max(LEAST, -(-largest // (MOST_TIMES * STEP)) * STEP)


def black_seed(steps: AutomaticSteps, round_number: int) -> bytes:
    """A seed as the house makes them, with which a black number falls if nobody adds a share."""
    while True:
        seed = generator.new_seed()
        draw = generator.Draw(generator.key(seed, steps.table, round_number, {}))
        if WHEEL[draw.below(len(WHEEL))] in BLACK:
            return seed


class Played:
    """A case that is played: one person, one table, and the worker."""

    def __init__(self, case: Case, sandbox: SandboxServer, folder: Path, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(AutomaticSteps, "new_seed", black_seed)
        self.case, self.sandbox, self.planned = case, sandbox, plan(case)
        self.begins = moment_of(self.planned[0].at)
        self.is_new = any(event.kind.startswith("account-") for event in self.planned)
        self.clock = MovedClock(self.begins - (5 * MINUTE if self.is_new else REGISTERED))
        table = table_open(mode="individual", minimum=least_at_table(self.planned))
        self.croupier = CroupierTransaction(table.pk, SealKey(seal_key(folder)))
        self.applicant = Applicant(person={"birth": f"{YEAR - case.age}-01-01"})
        self.client: Client = self.applicant.client
        self.player = Player()
        self.limits: dict[str, str] = {}
        self.monthly_limit = 0
        self.cards = itertools.count(1)
        self.is_seated = False

    def play(self) -> Noticed:
        if not self.is_new:
            self.register()
            self.clock.move_to(self.begins - PAID_IN)
            self.pay_in(funds(self.case, self.planned))
        for number, event in enumerate(self.planned):
            if event.at > self.case.latest:
                break
            self.clock.move_to(moment_of(event.at))
            self.do(event)
            self.leave_before(self.planned[number + 1 : number + 2])
            if alert := self.look():
                return Noticed(self.case, alert, number + 1)
        self.clock.move_to(moment_of(self.case.latest))
        alert = self.look()
        assert alert, f"{self.case.rule} says nothing within {self.case.within}; the record: {self.record()}"
        return Noticed(self.case, alert, len(self.planned))

    def do(self, event: Event) -> None:
        cents, lost = event.cents, event.lost
        doing: dict[str, Callable[[], object]] = {
            "account-opened": self.register,
            "account-activated": self.register,
            "deposit": lambda: self.pay_in(cents),
            "instrument-new": lambda: self.pay_in(cents, NEW_CARD.format(next(self.cards))),
            "deposit-failed": lambda: self.fail_to_pay(cents),
            "deposit-over-limit": lambda: self.deposit_over_limit(cents),
            "withdrawal-cancelled": lambda: self.take_back(cents),
            "limit-raise-asked": self.ask_for_more,
            "session-begun": self.sit,
            "round": lambda: self.play_round(cents, lost),
            "bet-over-limit": self.bet_over_limit,
            "limit-reached": self.reach_time_limit,
            "session-ended": self.leave,
        }
        doing[event.kind]()

    # --- the worker

    def look(self) -> Alert | None:
        """Follows the record, as the worker does every few seconds."""
        self.clock.move_to(self.clock.now() + LOOKS)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE house_worker")
            following.follow()
            cursor.execute("RESET ROLE")
        alerts = Alert.objects.filter(
            player=self.player, version__name=self.case.rule, at__gte=self.begins - 5 * MINUTE
        )
        return alerts.select_related("version").order_by("at").first()

    def record(self) -> list[Event]:
        events = dict(
            events_by_player(self.begins, self.clock.now(), events=EVENTS, players=[self.player.pk])
        )
        return events.get(self.player.pk, [])

    # --- the pages of the site

    def post(self, page: str, **fields: str) -> Any:
        """Whoever was away for long signs in again, and gives the password where the page wants it."""
        for _ in range(3):
            answer = self.client.post(f"/account/{page}", fields)
            place = answer.get("Location", "").partition("?")[0]
            if place not in (SIGN_IN, CONFIRM):
                break
            cache.clear()  # attempts are counted by the clock of the processor, which was not moved
            known = {"login": self.applicant.email, "password": PASSWORD}
            assert self.client.post(place, known).status_code == 302, place
        assert answer.status_code in (302, 422) and place not in (SIGN_IN, CONFIRM), (page, answer)
        return answer

    def register(self) -> None:
        assert self.applicant.open().status_code == 302
        self.player = Player.objects.get(person__email=self.applicant.email)
        verification.check_identity(Identity.objects.get(player=self.player).pk)
        self.player.refresh_from_db()
        assert self.player.status == Player.Status.ACTIVE
        self.set_limits()

    def set_limits(self) -> None:
        """What the case speaks of has been set before. Everybody else wants none."""
        refused = [event.cents for event in self.planned if event.kind == "deposit-over-limit"]
        kinds = {event.kind for event in self.planned}
        if refused or "limit-raise-asked" in kinds:
            self.monthly_limit = min(refused, default=LIMIT + STEP) - STEP
            self.limits["deposit-month"] = format_for_input(self.monthly_limit)
        if "bet-over-limit" in kinds:
            self.limits["loss-day"] = format_for_input(LOSS_LIMIT)
            self.limits["stake-day"] = format_for_input(STAKE_LIMIT)
        if "limit-reached" in kinds:
            self.limits["time-day"] = f"{TIME_LIMIT} min"
        answer = self.post("limits/first/", **self.limits) if self.limits else self.post("limits/none/")
        assert answer.status_code == 302

    def ask_for_deposit(self, cents: int) -> Payment:
        number = uuid4()
        self.post(
            "deposit/", amount=format_for_input(cents), payment=str(number), method="card", protection="on"
        )
        return Payment.objects.get(pk=number)

    def end_at_gateway(self, payment: Payment, status: str, **how: str) -> str:
        """The gateway says how the payment ended, and the worker asks it whether that is so."""
        self.sandbox.state.end(str(payment.pk), status, **how)
        for due in self.sandbox.state.due_notifications():
            body, sealed = wire.seal_notification(
                wire.notification_key(KEYS["gateway"]), msgspec.Raw(msgspec.json.encode(due["body"]))
            )
            answer = Client().post(
                "/account/cashier/notifications/", body, content_type="text/plain", headers=sealed
            )
            assert answer.status_code == 200
        gateway_requests.reconcile_payments()
        payment.refresh_from_db()
        return payment.status

    def pay_in(self, cents: int, card: str = USUAL_CARD) -> None:
        while cents > 0:
            payment = self.ask_for_deposit(min(cents, LARGEST_DEPOSIT))
            assert self.end_at_gateway(payment, "paid", card=card) == "paid", payment.reason
            cents -= LARGEST_DEPOSIT

    def deposit_over_limit(self, cents: int) -> None:
        assert self.ask_for_deposit(cents).reason.startswith("limit-")

    def fail_to_pay(self, cents: int) -> None:
        payment = self.ask_for_deposit(cents)
        assert self.end_at_gateway(payment, "failed", reason="declined-bank") == "failed"

    def take_back(self, cents: int) -> None:
        number = uuid4()
        self.post("withdraw/", amount=format_for_input(cents), payment=str(number))
        self.post(f"payments/{number}/cancel/")
        assert Payment.objects.get(pk=number).status == Payment.Status.CANCELLED

    def ask_for_more(self) -> None:
        """A higher limit of deposits, each time."""
        self.monthly_limit += RAISED_BY
        self.limits["deposit-month"] = format_for_input(self.monthly_limit)
        assert self.post("limits/", **self.limits).status_code == 302

    # --- the table

    @property
    def live(self) -> Live:
        assert self.croupier.loaded is not None
        return self.croupier.loaded.live

    def say(self, command: protocol.PlayerCommand) -> None:
        request = CommandRequest(self.player.pk, command, ("test", 1))
        (result,) = self.croupier.execute([request]).results
        assert result.refused is None, result.refused

    def wait_for(self, kind: str) -> None:
        """Moves the clock to each step of the table that is due, until this has happened."""
        for _ in range(8):
            due = self.live.due
            assert due is not None, f"the table waits for nothing, and not for {kind}"
            self.clock.move_to(datetime.fromtimestamp(due / 1000, UTC) + timedelta(milliseconds=1))
            if kind in [step.event.__struct_config__.tag for step in self.croupier.execute([]).steps]:
                return
        raise AssertionError(f"{kind} did not happen")

    def sit(self) -> None:
        if not self.is_seated:
            self.say(protocol.Sit(uuid4()))
            self.is_seated = True

    def open_round(self) -> None:
        self.sit()
        if not self.live.running:
            self.wait_for("bets-opened")

    def play_round(self, staked: int, lost: int) -> None:
        """What is to be lost lies on red; half of the rest on odd and half on even."""
        self.open_round()
        half = (staked - lost) // 2
        on = {"red": lost, "odd": half, "even": half}
        before = balance(self.player)
        self.say(bet(self.live.round, {place: cents for place, cents in on.items() if cents}))
        self.say(do(self.live.round, {"t": "launch"}))
        self.wait_for("round-ended")
        assert before - balance(self.player) == lost

    def bet_over_limit(self) -> None:
        """The bet is refused, which the croupier notes. Then a small one follows, and comes back."""
        if balance(self.player) < OVER_LIMITS:
            self.pay_in(2 * OVER_LIMITS)
        self.open_round()
        too_high = CommandRequest(self.player.pk, bet(self.live.round, {"red": OVER_LIMITS}), ("test", 1))
        results = self.croupier.execute([too_high]).results
        assert results[0].refused is not None and results[0].refused.code is Refusal.LIMIT, results
        limits = LimitsNotedLater()
        limits.note(results)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE house_croupier")
            assert limits.write_all() == 1
            cursor.execute("RESET ROLE")
        self.play_round(SMALL, 0)

    def leave(self) -> None:
        if self.is_seated:
            self.say(protocol.Leave(uuid4()))
            self.is_seated = False

    def leave_before(self, later: list[Event]) -> None:
        """Nobody stays at the table who does nothing there for long; whom the house stops does not leave."""
        stays = later and later[0].kind == "limit-reached"
        if not stays and (not later or moment_of(later[0].at) - self.clock.now() > STAYS):
            self.leave()

    def reach_time_limit(self) -> None:
        """The house finds that the time of the day is over, and ends the stay."""
        assert enforce_time_limits() == 1
        command = protocol.EndStay(self.player.pk, "time")
        self.croupier.execute([CommandRequest(0, command, ("house", 0))])
        self.is_seated = PlaySession.objects.filter(player=self.player, ended=None).exists()
        assert not self.is_seated

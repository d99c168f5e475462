"""Data for the public and account pages: rounds of every game, payments, limits, a complaint."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from msgspec import Struct, structs

from casino.compliance.monitoring.what_follows import texts_of
from casino.players_funds.publishing import publish_day
from games.floor.changes import propose_change
from games.models import Round, Table
from games.rulebook.changes import begin_rule_change
from games.tables import sheet_selectors
from players.audit.models import Line
from players.history.models import DailyMovement, DailyPlay, FoldedUntil, Statement
from players.history.own_past import own_past
from players.identity.models import PaymentAccount
from players.inbox import send_message
from players.inbox.complaints import answer_complaint, open_complaint
from players.inbox.models import Complaint, Message
from players.models import Person, Player, PlaySession
from players.protection.limits import set_limits
from players.protection.models import CareMessage, LimitsQuestion
from players.shared import clock
from players.wallet.cashier.deposits import deposit_paid, request_deposit
from players.wallet.cashier.funds_protection import confirm_protection
from players.wallet.cashier.models import Payment
from players.wallet.cashier.withdrawals import request_withdrawal
from players.wallet.models import Account
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.gallery.dealer import Dealer
from tests.gallery.round import BETS, TABLES, table_of

ROUNDS = 3


class PlayerData(Struct, frozen=True):
    """The numbers of what the pages are about."""

    rounds: dict[str, int]
    session: int
    deposit: str
    withdrawal: str
    complaint: str
    message: int
    statement: int
    change: int
    setting_change: int
    player: int


def played(dealer: Dealer, system: str) -> int:
    """Some rounds without a browser, after which everybody leaves; the last of them."""
    table = table_of(system)
    people = [Player.objects.get(alias=alias) for alias in ("Ana", "Bruno", "Carla")]
    for player in people:
        dealer.send_command(table, player, {"t": "sit"})
    for number in range(ROUNDS):
        while not dealer.live(table).running:
            dealer.step(table)
        if system != "holdem" or not number:
            for player, bet in zip(people, BETS[system], strict=True):
                dealer.do(table, player, bet(dealer.live(table).players[player.pk]))
        for _ in range(300):
            live = dealer.live(table)
            if live.ended > live.opened:
                break
            dealer.step(table)
    for player in people:
        dealer.send_command(table, player, {"t": "leave"})
    for _ in range(300):
        if not dealer.live(table).seats:
            break
        dealer.step(table)
    return int(
        Round.objects.filter(table=table, status=Round.Status.ENDED, stakes__player=people[0])
        .latest("number")
        .pk
    )


def create_data(dealer: Dealer) -> PlayerData:
    ana = Player.objects.select_related("person").get(alias="Ana")
    staff = {name: Person.objects.get(email=f"{name}@feltro.example") for name in ("autor", "apoio", "mesas")}
    rounds = {system: played(dealer, system) for system in TABLES}
    settings.GATEWAY_URL = (
        settings.GATEWAY_URL or "http://127.0.0.1"
    )  # asked by the worker, which knows where it is
    with transaction.atomic():
        set_limits(
            ana, {("deposit", "day"): 20_000, ("deposit", "month"): 100_000, ("stake", "week"): 500_000}
        )
        set_limits(ana, {("deposit", "day"): 30_000})  # counts in a day
        set_limits(Player.objects.get(alias="Carla"), {("deposit", "day"): 20_000})  # has deposited nothing
        confirm_protection(ana)
        deposit = request_deposit(ana, uuid4(), 5_000)
        deposit_paid(Payment.objects.select_for_update().get(pk=deposit.pk))
        # A card takes money back, and the bank has the account under a similar name.
        Payment.objects.filter(pk=deposit.pk).update(instrument="···· 4321", token="tok-4321")
        account = PaymentAccount.objects.get(player=ana, until=None)
        account.owner, account.owner_name = "close-match", "ANA M DEMONSTRAÇÃO"
        account.owner_answered = clock.now()
        account.save(update_fields=["owner", "owner_name", "owner_answered"])
        request_deposit(ana, uuid4(), 2_500)
        withdrawal = request_withdrawal(ana, uuid4(), 12_000)
        another = request_deposit(ana, uuid4(), 3_000)
        deposit_paid(Payment.objects.select_for_update().get(pk=another.pk))
        Payment.objects.filter(pk=another.pk).update(instrument="···· 9876", token="tok-9876")
        complaint = open_complaint(
            player=ana, category=next(iter(Complaint.Category)),
            text="O prémio da ronda não me parece certo.", round=rounds["blackjack"],
            table=table_of("blackjack"),
        )  # fmt: skip
        answer_complaint(
            complaint=complaint,
            person=staff["apoio"],
            text="Estamos a rever a ronda e respondemos ainda hoje.",
        )
        send_message(ana, "access-new-device", device="Firefox, Linux", address="192.0.2.7")
        sheet = begin_rule_change(system="blackjack", person=staff["autor"], title="Três lugares por jogador")
        table = Table.objects.select_related("setting").get(pk=table_of("american-roulette"))
        setting = sheet_selectors.setting_of(table.system, table.setting)
        change = propose_change(
            table=table,
            setting=structs.replace(setting, minimum=100),
            author=staff["mesas"],
            reason="Noite de sábado",
        )
        david = Player.objects.get(alias="David")
        lived(david)
        asked_about_play(david)
        LimitsQuestion.objects.create(player=Player.objects.get(alias="Eva"), due=clock.now())
    money_published()
    return PlayerData(
        rounds=rounds,
        session=int(PlaySession.objects.filter(player=ana, ended__isnull=False).latest("pk").pk),
        deposit=str(deposit.pk),
        withdrawal=str(withdrawal.pk),
        complaint=complaint.number,
        message=int(Message.objects.filter(player=ana).latest("pk").pk),
        statement=stated(ana),
        change=int(sheet.pk),
        setting_change=int(change.pk),
        player=int(ana.pk),
    )


def lived(player: Player) -> None:
    """Half a year of evenings at the tables, more of them lately; limits reached, and what was noticed."""
    now = clock.now()
    today, table = clock.day_of(now), Table.objects.get(pk=table_of("blackjack"))
    Player.objects.filter(pk=player.pk).update(since=now - timedelta(days=190))
    wallet = Account.objects.get(player=player, kind=Account.Kind.WALLET, currency="EUR")
    for days in (*range(1, 28, 2), *range(33, 180, 9)):
        day = today - timedelta(days=days)
        evening = clock.midnight(day) + timedelta(hours=20)
        PlaySession.objects.create(
            player=player, table=table.pk, table_name=table.name, system=table.system, currency="EUR",
            started=evening, ended=evening + timedelta(minutes=45 + days), cause="player",
        )  # fmt: skip
        DailyPlay.objects.create(
            player=player, day=day, table=table.pk, system=table.system, currency="EUR", rounds=40,
            staked=42_000, returned=42_000 - (16_137 if days < 30 else 9_137) + 31 * days,
        )  # fmt: skip
        DailyMovement.objects.create(
            account=wallet, day=day, kind="deposit", play=False, moves=1, came=10_000, went=0
        )
    FoldedUntil.objects.all().delete()
    FoldedUntil.objects.create(upto=today)
    set_limits(player, {("loss", "month"): 50_000, ("time", "day"): 180})
    for days in (3, 12):
        Line.objects.create(kind="limits.time-reached", player=player, at=now - timedelta(days=days))
    Line.objects.create(
        kind="limits.loss-reached", player=player, at=now - timedelta(days=6), details={"period": "month"}
    )
    earlier = raised_alert(player, "long", {"minutes": 400, "minutes_least": 360})
    message = next(follow for follow in earlier.rule.follows if follow.is_spoken)
    texts = texts_of(earlier.rule, message, earlier.figures)
    CareMessage.objects.create(
        player=player, alert=earlier.pk, kind=message.kind, texts=texts, at=now - timedelta(days=20),
        answered=now - timedelta(days=19), answer=CareMessage.Answer.READ,
    )  # fmt: skip


def asked_about_play(player: Player) -> None:
    """The card that follows the second alert of growing losses, with the figures of the player's own page."""
    past = own_past(player)
    usual = max(0, -sum(stretch.net for stretch in past.earlier[:3]) // 3)
    figures = {"lost": -past.latest.net, "usual": usual, "times": 2, "least": 200_000}
    assert figures["lost"] >= max(figures["least"], 2 * usual), "the rule is met"
    alert = raised_alert(player, "losses", figures)
    question = next(follow for follow in alert.rule.follows if follow.kind == "question")
    CareMessage.objects.create(
        player=player, alert=alert.pk, kind="question", texts=texts_of(alert.rule, question, figures)
    )


def money_published() -> None:
    """The total of a day in which these players had money, as the worker publishes it after midnight."""
    today = clock.day_of(clock.now())
    assert publish_day(today, "EUR", clock.midnight(today + timedelta(days=2)))


def stated(player: Player) -> int:
    """A statement of last month, as the worker makes one when a month is over."""
    last = clock.months_after(clock.day_of(clock.now()).replace(day=1), -1)
    figures = {"rounds": 22, "staked": 4_200, "returned": 3_900}
    days = [
        {"day": (last + timedelta(days=number)).isoformat(), "system": system, **figures}
        for number, system in ((2, "blackjack"), (9, "american-roulette"), (17, "baccarat"))
    ]
    flows = [{"kind": "deposit", "play": False, "moves": 2, "came": 20_000, "went": 0},
             {"kind": "stake", "play": True, "moves": 66, "came": 0, "went": 12_600},
             {"kind": "prize", "play": True, "moves": 21, "came": 11_700, "went": 0}]  # fmt: skip
    data: dict[str, Any] = {"opening": 150_000, "flows": flows, "closing": 169_100, "days": days}
    return int(
        Statement.objects.create(player=player, currency="EUR", month=last, data=data, digest="0" * 64).pk
    )

"""Data for the back office: rule changes in every state, changed tables, one table on hold, corrections."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import time, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models.functions import Now
from django.http import QueryDict
from msgspec import Struct, structs
from PIL import Image, ImageDraw

from casino.backoffice import filters, roster, shifts, work_actions
from casino.backoffice.models import SavedFilter, StaffChange
from casino.backoffice.staff_changes import propose_staff_change
from casino.extras.webhooks.models import WebhookAddress, WebhookAttempt, WebhookMessage
from casino.players_funds.models import DayTotal
from casino.services.folder import Folder
from games.floor import incidents
from games.floor.changes import propose_change
from games.floor.suspensions import release_table, suspend_table
from games.floor.table_sessions import announce_session, hours_of, register
from games.models import Incident, Round, Stake, Table, TableSession
from games.rulebook import changes, impact
from games.rulebook.models import Impact, RuleChange
from games.tables import sheet_selectors
from players.audit.models import Line
from players.decisions.deciding import take_step
from players.identity.models import Identity, IdentityState
from players.identity.verification.uploads import store_document
from players.inbox.complaints import open_complaint
from players.inbox.models import Complaint
from players.models import Person, Player
from players.shared import clock
from players.wallet.bank.chargebacks import propose_recovery
from players.wallet.bank.deciding import decide_match
from players.wallet.bank.importing import read_waiting_files, receive_file
from players.wallet.bank.models import (
    BankFile,
    Chargeback,
    FundsDay,
    Match,
    PayoutBatch,
    PayoutOrder,
    Statement,
)
from players.wallet.bank.pain import Debtor, Payout, write_payouts
from players.wallet.bank.reconciling import reconcile
from players.wallet.cashier.adjustments import ADJUSTMENT, request_adjustment
from players.wallet.cashier.ceilings import CEILING, ceiling, propose_ceiling
from players.wallet.cashier.models import Adjustment, Ceiling, GatewayRequest, Payment
from tests.gallery.dealer import Dealer
from tests.gallery.round import BETS
from tests.games.floor.decisions import confirm_change
from tests.players.wallet.bank import files

SUSPENDED = "Aveiro"
HELD = "Porto"  # the table that stands still with stakes on it; nothing else is shown of it
PAPER = b"%PDF-1.7\n% of the regulator\n"
KEPT = (
    ("Baccarat a dinheiro", "table__currency__exact=EUR&table__system__exact=baccarat"),
    ("Jogadas nulas", "status__exact=void"),
)


class BankPages(Struct, frozen=True):
    """The numbers of the bank's pages."""

    day: str
    statement: int
    match: int
    decided: int
    chargeback: int
    batch: int
    refused: int
    total: int


class Office(Struct, frozen=True):
    """The numbers of what the pages are about."""

    counted: int
    scheduled: int
    held: int
    incident: int
    meeting: int
    deferred: int
    filtered: str
    complaint: int
    identity: int
    line: int
    person: int
    staff_change: int
    by_sessions: int
    suspended: int
    documents: int
    adjustment: int
    ceiling: int
    disputed: int
    webhook: int
    request: int  # to the payment gateway
    bank: BankPages


def staff(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def create_data(dealer: Dealer) -> Office:
    with transaction.atomic():
        counted = baccarat_charges_otherwise()
        scheduled = royal_flush_from_next_month()
        deferred = jackpot_waits_for_its_win()
        meeting = poker_night()
        corrections()
        for name, query in KEPT:
            query_string = filters.normalise_query(QueryDict(query))
            SavedFilter.objects.create(
                person=staff("direcao"), place="games.round", name=name, query=query_string
            )
    impact.compute(impact.request_impact(scheduled))
    table, incident = stands_still(dealer)
    talked(dealer)
    worked()
    return Office(
        counted=int(counted.pk),
        scheduled=int(scheduled.pk),
        held=table,
        incident=incident,
        meeting=int(meeting.pk),
        deferred=deferred,
        filtered=KEPT[0][1],
        complaint=int(Complaint.objects.latest("pk").pk),
        identity=int(Identity.objects.get(player__alias="Ana").pk),
        line=int(Line.objects.filter(kind="limits.deposit-raise-asked").latest("pk").pk),
        person=int(staff("mesas").pk),
        staff_change=staff_change(),
        by_sessions=int(meeting.table_id),
        suspended=suspended_table(),
        documents=documents_sent(),
        adjustment=int(Adjustment.objects.filter(status="asked").latest("pk").pk),
        ceiling=ceilings(),
        disputed=disputed_round(),
        webhook=webhooks(),
        request=requests_to_the_gateway(),
        bank=bank_pages(),
    )


def staff_change() -> int:
    """A new cashier, proposed by the management and waiting for the compliance officer."""
    propose_staff_change(
        kind="hire", email="caixa.noite@feltro.example", role=Group.objects.get(name="cashier"),
        person=staff("direcao"), reason="Reforço do turno da noite em dezembro.",
    )  # fmt: skip
    return int(StaffChange.objects.latest("pk").pk)


def webhooks() -> int:
    """Messages that arrived, one that was given up, one that waits, and one whose receiver failed twice."""
    WebhookAddress.objects.create(name="armazem", host="armazem.example", events=["payment", "alert"])
    now = clock.now()
    for number in range(1, 6):
        key, sent = f"{number:08} paid", now - timedelta(minutes=number)
        arrived = WebhookMessage.objects.create(
            address="armazem", event="payment", key=key, tries=1, made=sent, sent=sent
        )
        WebhookAttempt.objects.create(message=arrived, milliseconds=80 + number, at=sent)
    WebhookMessage.objects.create(
        address="armazem", event="payment", key="00000007 held", tries=12, made=now - timedelta(hours=9),
        trouble="ConnectionRefusedError: [Errno 111] Connection refused",
    )  # fmt: skip
    WebhookMessage.objects.create(
        address="armazem", event="alert", key="table-held 1", made=now + timedelta(minutes=1)
    )
    trouble = "UnexpectedStatus: status 503"
    waits = WebhookMessage.objects.create(
        address="armazem", event="payment", key="00000006 paid", tries=2, trouble=trouble, made=now,
        content={"currency": "EUR", "cents": 5000, "direction": "withdrawal", "status": "paid"},
        next_try=now + timedelta(hours=1),
    )  # fmt: skip
    for seconds in (10, 30):
        at = now + timedelta(seconds=seconds)
        WebhookAttempt.objects.create(message=waits, milliseconds=15_012, at=at, trouble=trouble)
    return int(waits.pk)


def requests_to_the_gateway() -> int:
    """One that nobody answered, and one whose answer did not fit."""
    payments = Payment.objects.filter(direction=Payment.Direction.DEPOSIT).order_by("-made")[:2]
    troubles = ("HTTPError: HTTP Error 503: Service Unavailable", "the response names another amount")
    requests = [
        GatewayRequest.objects.create(
            payment=payment, kind=GatewayRequest.Kind.CANCEL, tries=3, trouble=trouble,
            next_try=clock.now() + timedelta(hours=1),
        )
        for payment, trouble in zip(payments, troubles, strict=True)
    ]  # fmt: skip
    return int(requests[0].pk)


# --- the rulebook


def drafted(system: str, title: str, reason: str, **proposed: Any) -> RuleChange:
    author = staff("autor")
    change = changes.begin_rule_change(system=system, person=author, title=title)
    sheet = structs.replace(changes.rules_of(change), **proposed)
    return changes.save_draft(change=change.pk, person=author, sheet=sheet, title=title, reason=reason)


def step(change: RuleChange, verb: str, name: str, **details: Any) -> RuleChange:
    return changes.take_change_step(
        change=change.pk, verb=verb, person=staff(name), digest=change.content.digest, **details
    )


def baccarat_charges_otherwise() -> RuleChange:
    """From commission a to b; a second person looks at it now."""
    why = "Os jogadores preferem a comissão que só se cobra quando a banca ganha com 5 ou 6."
    change = drafted("baccarat", "Comissão b em vez de a", why, commissions=("b",))
    return step(change, "submit", "autor")


def royal_flush_from_next_month() -> RuleChange:
    """Along the whole road up to its moment, with the days that it must wait and the regulator's paper.

    [MS-13]
    """
    why = "Alinhar o prémio da sequência real com o das outras casas."
    change = drafted("macau-stud", "Sequência real a 80 vezes", why, royal_times=80)
    change = step(change, "submit", "autor")
    change = step(change, "return", "aprovador", reason="Falta dizer o que acontece ao máximo da mesa.")
    change = step(change, "submit", "autor")
    change = step(change, "endorse", "aprovador")
    paper = changes.save_document(
        change=change, person=staff("regulador"), name="despacho-0417.pdf", data=PAPER
    )
    today = clock.day_of(clock.now())
    change = step(change, "authorise", "regulador", reference="SRIJ/2026/0417", dated=today, document=paper)
    first = clock.months_after(clock.day_of(clock.now()).replace(day=1), 1)
    return step(
        change, "schedule", "autor", moment=clock.midnight(first + timedelta(days=7)) + timedelta(hours=8)
    )


def impact_stands(counted: int, state: str) -> Callable[[], None]:
    """Show the figures in each state: being calculated, stopped, unavailable, and calculated for good."""
    figures: dict[str, dict[str, Any]] = {
        "counting": {"percent": 42, "doing": "after"},
        "stopped": {"percent": 42},
        "failed": {"percent": 42},
    }

    def stand() -> None:
        requested = impact.request_impact(RuleChange.objects.get(pk=counted))
        if state != "done" and requested.state != Impact.State.DONE:
            Impact.objects.filter(pk=requested.pk).update(
                **{"state": state, "doing": "", "touched": Now(), **figures[state]}
            )
        elif requested.state != Impact.State.DONE:
            Impact.objects.filter(pk=requested.pk).update(state=Impact.State.WAITING)
            impact.compute(requested)

    return stand


# --- tables


def jackpot_waits_for_its_win() -> int:
    """Players have paid into this pot for what was announced: what two people changed of it counts from the
    next win on.
    """
    table = Table.objects.select_related("setting").get(name="Coloane")
    assert table.setting is not None
    setting = sheet_selectors.setting_of(table.system, table.setting)
    jackpot = structs.replace(setting.jackpot, contribution=90, minimum=1_000_000)
    change = propose_change(
        table=table,
        setting=structs.replace(setting, jackpot=jackpot),
        author=staff("mesas"),
        reason="Pote de Natal",
    )
    return int(confirm_change(change=change.pk, person=staff("direcao")).pk)


def poker_night() -> TableSession:
    table = Table.objects.select_related("setting").get(name="Viana")
    tomorrow = clock.midnight(clock.day_of(clock.now()) + timedelta(days=2)) + timedelta(hours=21)
    later = [
        announce_session(
            table=table,
            starts=tomorrow + timedelta(days=days),
            hours=hours_of(table),
            person=staff("mesas"),
        )
        for days in (0, 2, 7)
    ]
    for alias in ("Ana", "Bruno", "Carla", "David"):
        register(session=later[0].pk, player=Player.objects.get(alias=alias))
    return later[0]


def stands_still(dealer: Dealer) -> tuple[int, int]:
    """A table whose setting changed three times, and that a fault of the house then put on hold in a round,
    stakes and all.
    """
    table = Table.objects.select_related("setting").get(name=HELD)
    for changed in ({"betting_seconds": 25}, {"minimum": 200}, {"rest_seconds": 15}):
        table = Table.objects.select_related("setting").get(pk=table.pk)
        assert table.setting is not None
        setting = structs.replace(sheet_selectors.setting_of(table.system, table.setting), **changed)
        change = propose_change(
            table=table,
            setting=setting,
            author=staff("mesas"),
            reason="Depois de uma semana a observar a mesa",
        )
        if not change.alone:
            confirm_change(change=change.pk, person=staff("direcao"))
    people = [Player.objects.get(alias=alias) for alias in ("Bruno", "Carla", "David")]
    for player in people:
        dealer.send_command(table.pk, player, {"t": "sit"})
    while not dealer.live(table.pk).running:
        dealer.step(table.pk)
    for player, bet in zip(people, BETS["american-roulette"], strict=True):
        bets = {place: cents * 4 for place, cents in bet(0)["on"].items()}
        dealer.do(table.pk, player, {"t": "bet", "on": bets})
    dealer.hold(table.pk, "system")
    incident = Incident.objects.get(table=table, closed=None)
    proposed = incidents.propose_incident(
        incident=incident.pk, person=staff("mesas"), reason="Falha de energia na sala."
    )
    # An hour ago: the time that the rule sheet allows is over.
    Incident.objects.filter(pk=proposed.pk).update(opened=Now() - timedelta(hours=1))
    assert Round.objects.filter(
        table=table, status=Round.Status.OPEN, number=dealer.live(table.pk).round
    ).exists()
    return int(table.pk), int(incident.pk)


def talked(dealer: Dealer) -> None:
    """What players write to each other at a table of hold'em, before any hand."""
    table = int(Table.objects.get(name="Póvoa").pk)
    lines = {
        "Bruno": "Boa noite a todos.",
        "Carla": "Boa noite! Esperamos por mais um?",
        "David": "Por mim começamos já.",
    }
    people = {alias: Player.objects.get(alias=alias) for alias in lines}
    for player in people.values():
        dealer.send_command(table, player, {"t": "sit"})
    for alias, text in lines.items():
        dealer.send_command(table, people[alias], {"t": "chat", "text": text})
    for player in people.values():
        dealer.send_command(table, player, {"t": "leave"})


def worked() -> None:
    """Two people on duty, a complaint that one of them works on with a note, and a handover."""
    for name in ("direcao", "apoio"):
        shifts.begin_shift(person=staff(name))
    key = str(Complaint.objects.latest("pk").pk)
    work_actions.claim_work_item(source="complaint", key=key, person=staff("apoio"))
    text = "Pedi à sala o registo da mesa; a resposta chega amanhã de manhã."
    work_actions.note_work_item(source="complaint", key=key, person=staff("apoio"), text=text)
    shifts.begin_shift(person=staff("caixa"))
    text = "O levantamento da Ana espera pela segunda pessoa."
    shifts.end_shift(person=staff("caixa"), successor=staff("direcao"), text=text)
    note = "@direcao, a mesa respondeu: a jogada foi anulada às 21h40."
    work_actions.note_work_item(source="complaint", key=key, person=staff("apoio"), text=note)
    rostered()


def rostered() -> None:
    """A week in three shifts, with a night across midnight."""
    today = clock.day_of(clock.now())
    monday = today - timedelta(days=today.weekday())
    for name, role, begins, ends in (
        ("apoio", "support", time(8), time(16)),
        ("direcao", "management", time(9), time(18)),
        ("caixa", "cashier", time(16), time(0)),
        ("mesas", "table manager", time(22), time(6)),
    ):
        spans = [roster.duty_span(monday + timedelta(days=number), begins, ends) for number in range(5)]
        group = Group.objects.get(name=role)
        roster.plan_shifts(person=staff(name), role=group, spans=spans, by=staff("direcao"))


def suspended_table() -> int:
    """One suspension that ended and one that lasts."""
    table = int(Table.objects.get(name=SUSPENDED).pk)
    suspend_table(table=table, person=staff("oficial"), reason="Falta uma ficha no tabuleiro.")
    release_table(table=table, person=staff("mesas"), reason="A ficha estava debaixo do tabuleiro.")
    suspend_table(table=table, person=staff("mesas"), reason="Revisão do leitor de cartas.")
    return table


def incident_opened(incident: int) -> Callable[[], None]:
    """A minute ago, so that time is left until the round is void."""

    def stand() -> None:
        Incident.objects.filter(pk=incident).update(opened=Now() - timedelta(seconds=45))

    return stand


# --- people


def documents_sent() -> int:
    """An identity whose document staff must examine."""
    identity = Identity.objects.get(player__alias="David")
    Identity.objects.filter(pk=identity.pk).update(state=IdentityState.DOCUMENTS)
    picture = io.BytesIO()
    card = Image.new("RGB", (856, 540), "#dfe7e3")
    ImageDraw.Draw(card).text((60, 60), "CARTAO DE CIDADAO\n\nDAVID", fill="#20302a", font_size=48)
    card.save(picture, "PNG")
    settings.FILE_KEYS_FILE = str(Folder(Path(settings.HOUSE_DIR)).file_keys())
    file = SimpleUploadedFile("cartao-frente.png", picture.getvalue(), content_type="image/png")
    store_document(player=identity.player, kind="identity", file=file)
    return int(identity.pk)


def disputed_round() -> int:
    """A complaint about a round that ended."""
    stake = Stake.objects.filter(player__alias="Ana", round__status=Round.Status.ENDED).latest("pk")
    complaint = open_complaint(
        player=stake.player, category="round", round=stake.round_id,
        text="O meu prémio parece-me mais baixo do que devia. Podem confirmar as contas desta jogada?",
    )  # fmt: skip
    return int(complaint.pk)


# --- money


def corrections() -> None:
    ana, bruno = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno"))
    done = request_adjustment(
        ana, 1_500, "T-2026-0412", "Prémio da ronda anulada por engano.", staff("caixa")
    )
    take_step(ADJUSTMENT, done.pk, "approve", person=staff("direcao"))
    refused = request_adjustment(bruno, 5_000, "T-2026-0415", "Pedido sem comprovativo.", staff("caixa"))
    take_step(ADJUSTMENT, refused.pk, "refuse", person=staff("direcao"))
    request_adjustment(
        bruno,
        -2_000,
        "T-2026-0419",
        "Depósito creditado duas vezes pelo serviço de pagamento.",
        staff("caixa"),
    )


def ceilings() -> int:
    """One in force for cashiers, and one that waits."""
    decided = propose_ceiling(
        what=Ceiling.What.TWO, cents=200_000, role=Group.objects.get(name="cashier"),
        reason="Valores mais baixos para quem começa.", person=staff("direcao"),
    )  # fmt: skip
    take_step(CEILING, decided.pk, "approve", person=staff("oficial"))
    waiting = propose_ceiling(
        what=Ceiling.What.REVIEW, cents=30_000, method="card",
        reason="Mais levantamentos para cartões.", person=staff("oficial"),
    )  # fmt: skip
    return int(waiting.pk)


# --- the bank


def bank_pages() -> BankPages:
    """A day of last week whose three sides do not agree, a chargeback, a batch, and a refused file."""
    settings.BANK_ACCOUNTS = [files.IBAN]
    yesterday = clock.day_of(clock.now()) - timedelta(days=1)
    day = yesterday - timedelta(days=7)
    deposit = Payment.objects.filter(player__alias="Ana", direction="deposit", status="paid").latest("made")
    unknown = "RF18539007547034TRANSFERENCIAINTERNACIONAL"
    entries = (
        files.entry(12_345, unknown, day=str(day)),
        files.entry(-1_000_000, "COMISSAO", day=str(day)),
    )
    cents = 12_345 - 1_000_000
    settled = (
        f"PT-7741;{day};{'7' * 32};payment;EUR;50.00;0.35;L-0412",
        f"PT-7742;{day};{'8' * 32};payment;GBP;20.00;0.35;L-0412",
        f"PT-7790;{yesterday};{deposit.pk.hex};chargeback;EUR;-5.00;0.00;L-0419",
    )
    sent = {
        "extrato-0412.xml": files.statement(
            *entries, opening=2_000_000, cents=cents, day=str(day), number="EXT-2026-0412"
        ),
        "extrato-0419.xml": files.statement(
            opening=2_000_000 + cents, day=str(yesterday), number="EXT-2026-0419"
        ),
        "liquidacao-0419.csv": files.settlement(*settled, cents=6_500, fee=70),
        "extrato-0420-incompleto-por-interrupcao-da-transferencia.xml": files.statement()[:-9],
    }
    for name, content in sent.items():
        receive_file(name=name, content=content, person=staff("caixa"))
    read_waiting_files()
    reconcile()
    two_from = ceiling(Ceiling.What.MATCH)
    large = Match.objects.filter(day=day, cents__gte=two_from).latest("pk")
    decide_match(
        large.pk, outcome="other", reason="Comissão anual da conta, fora do jogo.", person=staff("caixa")
    )
    small = Match.objects.filter(day=day, cents__lt=two_from, state="open").order_by("pk")
    decide_match(small[0].pk, outcome="claimed", reason="Pedido ao banco em 24/11.", person=staff("caixa"))
    chargeback = Chargeback.objects.get(payment=deposit)
    propose_recovery(chargeback.pk, reason="O jogador reconhece o depósito.", person=staff("caixa"))
    return BankPages(
        day=str(day),
        statement=int(Statement.objects.get(number="EXT-2026-0412").pk),
        match=int(small[0].pk),
        decided=int(large.pk),
        chargeback=int(chargeback.pk),
        batch=payout_batch(),
        refused=int(BankFile.objects.get(state="refused").pk),
        total=published_total(),
    )


def published_total() -> int:
    """The total that was published last; two earlier ones, which the bank covers, stand before it."""
    last = DayTotal.objects.latest("day")
    for number, cents in ((1, last.cents - 45_000), (2, last.cents - 31_250)):
        day = last.day - timedelta(days=number)
        DayTotal.objects.create(
            day=day, currency="EUR", instant=clock.midnight(day + timedelta(days=1)), leaves=last.leaves,
            cents=cents, jackpots=last.jackpots, root=f"{number}" * 64, entry=7_100 - number,
        )  # fmt: skip
        FundsDay.objects.create(day=day, owed=cents, held=cents + last.jackpots + 250_000)
    return int(last.pk)


def held_at_the_bank(difference: int | None) -> None:
    """What the bank says of the day of the last total, beside what is owed."""
    last = DayTotal.objects.latest("day")
    owed = last.cents + last.jackpots
    FundsDay.objects.get_or_create(day=last.day, defaults={"owed": owed})
    FundsDay.objects.filter(day=last.day).update(held=None if difference is None else owed + difference)


held_unknown = partial(held_at_the_bank, None)
held_short = partial(held_at_the_bank, -12_345)
held_level = partial(held_at_the_bank, 0)


def payout_batch() -> int:
    """A file of three payouts: one paid, one rejected, and one without an answer."""
    payments = list(Payment.objects.filter(direction="withdrawal").order_by("made")[:3])
    content = write_payouts(
        "P20261124090000A1B2C3D4E5F6",
        [Payout(payment.pk.hex, payment.cents, files.IBAN, "Ana Demonstração") for payment in payments],
        Debtor(files.IBAN, "Feltro"),
        moment=clock.now(),
        day=clock.day_of(clock.now()),
        instant=False,
    )
    batch = PayoutBatch.objects.create(
        number="P20261124090000A1B2C3D4E5F6",
        cents=sum(payment.cents for payment in payments),
        payments=len(payments),
        content=content.decode(),
    )
    answers = (("paid", ""), ("rejected", "AC04"), ("", ""))
    PayoutOrder.objects.bulk_create(
        [
            PayoutOrder(batch=batch, payment=payment, answer=answer, answer_reason=reason)
            for payment, (answer, reason) in zip(payments, answers, strict=False)
        ]
    )
    return int(batch.pk)

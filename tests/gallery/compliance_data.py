"""Data for the compliance pages: six weeks of play, regulator files, issued reports, checks, an alarm, a
poker case and player risk.
"""

from __future__ import annotations

import time
from collections import Counter
from datetime import date, timedelta
from io import StringIO
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import transaction
from django.db.models import Count
from msgspec import Struct, structs

from casino.compliance.collusion import analysis, new_hands
from casino.compliance.collusion.cases import case_key, take_step
from casino.compliance.collusion.findings import FLOW, Finding, Thresholds
from casino.compliance.collusion.models import Case, Evidence
from casino.compliance.duties.icalendar import make_feed
from casino.compliance.duties.models import ComponentSpan, Filing
from casino.compliance.duties.occurrences import add_entry, enter_occurrence
from casino.compliance.duties.questions import Condition, Query, enter_question, run_question
from casino.compliance.laundering.files import enter_measure, make_report
from casino.compliance.monitoring import following
from casino.compliance.monitoring.changing import propose_version, replay_proposals
from casino.compliance.monitoring.models import Alert
from casino.compliance.monitoring.models import Case as CareCase
from casino.compliance.monitoring.rules import shipped_rules
from casino.compliance.player_risk.models import Contact
from casino.compliance.regulator import alerts, answers, envelopes, production
from casino.compliance.regulator.models import AlertFile, Envelope, RegulatorAnswer, RegulatorFile
from casino.compliance.regulator.sealing import content_of_envelope
from casino.compliance.reports import daily_totals, issuing
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.returning.finding import refresh_blocked, waits_for_a_person
from casino.compliance.returning.models import Resemblance
from casino.compliance.rtp_monitoring import daily_returns as control
from casino.compliance.rtp_monitoring.alarms import answer_alarm, raise_alarms
from casino.compliance.rtp_monitoring.models import Alarm, Day
from casino.compliance.screening.lists import import_list
from casino.compliance.screening.models import Match
from casino.compliance.screening.running import screen
from casino.demo.simulated_past import rare_events
from casino.generator import system_changes as changes_of_the_system
from casino.generator.hardware import enter_hardware
from casino.generator.manifests import record_manifest
from casino.record_checks import anchors, chain_check, check_states, checks, program_files, record_roots
from games.models import Round, RuleSheet, Table
from games.odds import blackjack_spread
from players.audit import note, seals
from players.audit.models import Line
from players.history import daily_totals as history
from players.history.models import DailyPlay
from players.identity.models import Document, Identity
from players.identity.staff.legal_holds import propose_hold
from players.identity.verification.account_status import suspend_player
from players.identity.verification.identifiers import nif_from_digits
from players.models import Person, Player
from players.protection.care_messages import answer_message
from players.protection.exclusions import begin_exclusion
from players.protection.limits import set_limits
from players.protection.models import CareMessage, DepositHold, Report
from players.shared import clock
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.funds_protection import confirm_protection
from players.wallet.cashier.withdrawals import cancel_withdrawal, request_withdrawal
from tests.gallery.office_data import staff
from tests.sandbox_regulator.collection import Regulator
from tests.sandbox_regulator.reading import Licensee
from tests.stored_files import regulator_path

DAYS, ROUNDS, PEOPLE, SEED = 42, 2_000, 60, 11
WAITS_FROM = 23  # the hour of that day without files
WHY = "saldo: o saldo inicial da conta 1042 não continua o final do ficheiro anterior"

LAUNDERING_OFFICER = "autor"


class Compliance(Struct, frozen=True):
    """The numbers of what the pages are about."""

    since: date
    yesterday: date
    files: date
    today: date
    issue: int
    delivered: int
    failed: int
    due: int
    laid_down: int
    accepted: int
    rejected: int
    case: int
    hand: int
    cared: int
    cared_case: int
    occurrence: int
    question: int
    system_change: int
    replayed: int
    waiting: int
    match: int
    returning: int
    report: int  # to the national list
    filed: int
    order: int
    alarm: str
    answered: str
    chart: str


def create_data() -> Compliance:
    today = clock.day_of(clock.now())
    since, yesterday = today - timedelta(days=DAYS - 1), today - timedelta(days=1)
    weeks_of_play()
    alarm, answered = alarms()
    sealed()
    day = clock.day_of(
        Round.objects.filter(ended__lt=clock.midnight(today), table__currency="EUR").latest("ended").ended
    )
    laid_down, accepted, rejected = answered_days(day)
    delivered, failed, due = files_of(day)
    case, hand = poker_case()
    alerts_sent()  # those of player protection come later, and wait
    care = cared()
    replayed, waiting = rules_proposed()
    match = matched()
    compliance = Compliance(
        since=since,
        yesterday=yesterday,
        files=day,
        today=today,
        issue=issue(since, yesterday),
        delivered=delivered,
        failed=failed,
        due=due,
        laid_down=laid_down,
        accepted=accepted,
        rejected=rejected,
        case=case,
        hand=hand,
        cared=care,
        cared_case=case_of_care(care),
        occurrence=occurrences_and_times(today),
        question=questions_of_the_regulator(today),
        system_change=system_changes(today),
        replayed=replayed,
        waiting=waiting,
        match=match,
        returning=returning(),
        report=int(Report.objects.get(tries=4).pk),
        filed=filed(match),
        order=ordered(match),
        alarm=alarm,
        answered=answered,
        chart="game:american-roulette",
    )
    hardware()
    proved()
    return compliance


def weeks_of_play() -> None:
    """Through the house's own engines and ledger, at tables of their own; then each night's work on it, all
    at once.
    """
    rare_events.USUAL = structs.replace(rare_events.USUAL, void_in=90, stopped_in=120)
    # Half a minute's count of blackjack, known beforehand: what comes back of a bet, and its variance.
    blackjack_spread.moments = lambda *_: (0.9945, 1.32)
    options: dict[str, Any] = {"rounds": ROUNDS, "players": PEOPLE, "seed": SEED, "days": DAYS, "jobs": 1}
    call_command("simulate_house", **options, stdout=StringIO(), stderr=StringIO())
    history.update_totals()
    daily_totals.fold()
    control.fold()
    following.start_over()
    following.follow(seconds=3600)
    first, second, third = Player.objects.filter(person__email__startswith="sim", testing=False).order_by(
        "-pk"
    )[:3]
    begin_exclusion(first, 6)
    begin_exclusion(second, None)
    reported_late(first, second)
    suspend_player(third, "Documento de identificação caducado.", staff("identidade"))


def reported_late(first: Player, second: Player) -> None:
    """One exclusion is known to the national list, the other is not: its server does not answer."""
    Report.objects.filter(exclusion__player=first).update(tries=1, sent=clock.now())
    trouble = "URLError: <urlopen error [Errno 111] Connection refused>"
    Report.objects.filter(exclusion__player=second).update(tries=4, trouble=trouble)


def hardware() -> None:
    """A machine of the house's own, and rooms of a provider."""
    own = {"environment": "own", "is_certified": False, "number": "HW-01", "name": "Base de dados",
           "features": "N.º de série 7XK29Q3", "place": "Lisboa, sala 2, bastidor 14"}  # fmt: skip
    rented = {"environment": "public", "is_certified": True, "number": "HW-02",
              "name": "Servidores da aplicação", "features": "4 máquinas virtuais, imagem 2026-11",
              "place": "Frankfurt, salas a e b"}  # fmt: skip
    for values in (own, rented):
        enter_hardware(
            person=staff("oficial"), version="2026.2", holder="Responsável de sistemas", is_redundant=True,
            confidentiality=2, integrity=3, availability=3, traceability=2, is_removed=False,
            reason="Instalação inicial.", **values,
        )  # fmt: skip


def alarms() -> tuple[str, str]:
    """A wheel that gave two points too much for six weeks, as its days would tell it; of its charts one alarm
    is answered.
    """
    table = Table.objects.get(name="Sintra")
    sheet = RuleSheet.objects.get(system=table.system, status=RuleSheet.Status.IN_FORCE)
    today = clock.day_of(clock.now())
    figures = {
        "rounds": 5_000,
        "staked": 500_000,
        "expected": 500_000 * 36 / 37,
        "variance": 5_000 * 10_000.0,
        "squares": 0.0,
    }
    Day.objects.bulk_create(
        Day(
            day=today - timedelta(days=back), table=table.pk, system=table.system, sheet=sheet.pk, bet="",
            spread=5e11, returned=494_000 + 1_500 * (back % 5), **figures,
        )
        for back in range(DAYS, 0, -1)
    )  # fmt: skip
    raise_alarms()
    by_scope = {alarm.scope: alarm for alarm in Alarm.objects.all()}
    whole, own = f"game:{table.system}", f"table:{table.pk}"
    answer_alarm(alarm=by_scope[own], person=staff("oficial"), reason="O cilindro foi medido e equilibrado.")
    return whole, own


def sealed() -> None:
    for _ in range(200):
        if seals.seal():
            return
        time.sleep(0.02)
    raise AssertionError("the record was not sealed")


def answered_days(last: date) -> tuple[int, int, int]:
    """The two days before this one: the envelopes of both were laid down, and the regulator has answered the
    first and rejected a file of it. Returns a file that waits for its answer, one that was accepted, and that
    one.
    """
    first, second = last - timedelta(days=2), last - timedelta(days=1)
    while production.make_files(seconds=60, since=clock.midnight(first), until=clock.midnight(last)):
        pass
    envelopes.send_envelopes()
    envelope = Envelope.objects.get(day=first)
    inside = [row.file for row in envelope.files.select_related("file").order_by("-file__rows", "file__pk")]
    rejected = next(file for file in inside if file.family == "TRAN")
    accepted = next(file for file in inside if file.family == "AJOG")
    verdicts = {f"{file.name}.xml": (file.digest, WHY if file == rejected else "") for file in inside}
    with TemporaryDirectory() as place:
        regulator = Regulator(Path(settings.REGULATOR_SANDBOX_KEYS), Path(place), Licensee("1", "1AA", ""))
        answer = regulator.answer(envelope.name, content_of_envelope(envelope), verdicts)
        (Path(place) / "resposta.zip").write_bytes(answer)
        folder, settings.REGULATOR_ANSWERS = settings.REGULATOR_ANSWERS, place
        assert answers.read_answers(settled=-1) == 1
        settings.REGULATOR_ANSWERS = folder
    assert RegulatorAnswer.objects.get().outcome == "taken"
    waiting = RegulatorFile.objects.filter(day=second, family="AJOG").order_by("-rows", "pk")[0]
    return int(waiting.pk), int(accepted.pk), int(rejected.pk)


def files_of(day: date) -> tuple[int, int, int]:
    """Of the last day with play: delivered but for one that was changed on the disk before it left, and an
    hour that nobody has made.
    """
    begins, ends = clock.midnight(day), clock.midnight(day + timedelta(days=1))
    way, settings.REGULATOR_DELIVERY = settings.REGULATOR_DELIVERY, ""
    while production.make_files(
        seconds=60, since=begins, until=clock.midnight(day) + timedelta(hours=WAITS_FROM)
    ):
        pass
    settings.REGULATOR_DELIVERY = way
    of_day = RegulatorFile.objects.filter(day=day)
    spoilt = of_day.filter(family="TRAN").order_by("-rows", "-since").first()
    assert spoilt is not None
    path: Path = regulator_path(spoilt)
    path.write_bytes(path.read_bytes().replace(b"<saldo_mov>", b"<saldo_mov>9", 1))
    while production.make_files(
        seconds=60, since=begins, until=clock.midnight(day) + timedelta(hours=WAITS_FROM)
    ):
        pass
    production.expect(since=begins, until=ends)
    production._note_late()
    delivered = of_day.filter(state="delivered", family="AJOG").order_by("-rows", "-since").first()
    assert delivered is not None
    due = of_day.filter(state="due", family="AJOG").latest("since")
    return int(delivered.pk), int(spoilt.pk), int(due.pk)


def alerts_sent() -> None:
    """The data behind the alerts so far have waited for their hour, and were laid down."""
    with clock.at(clock.now() + 2 * alerts.GATHERED_FOR):
        envelopes.send_envelopes()
    assert AlertFile.objects.filter(envelope__laid_down__isnull=False).exists()


def issue(since: date, until: date) -> int:
    """Two reports as they were sent: one of them is looked at."""
    issuing.issue("tax", ReportChoice(since, until), by=staff("oficial"), reason="Entrega mensal")
    made = issuing.issue(
        "gross",
        ReportChoice(since, until, step="week"),
        by=staff("oficial"),
        reason="Pedido do regulador de 20 de novembro",
    )
    return int(made.pk)


def questions_of_the_regulator(today: date) -> int:
    """One that was run, and one that waits for a second person."""
    officer, since = staff("oficial"), today - timedelta(days=60)
    query = Query("payments", since, today, ("method", "status", "players", "times", "amount"))
    ran = enter_question(
        reference="SRIJ-2026/204",
        purpose="Métodos de pagamento usados nos últimos dois meses, para a análise do setor.",
        asked=today - timedelta(days=3),
        due=today + timedelta(days=7),
        query=query,
        person=officer,
    )
    run_question(question=ran, file_format="page", person=officer)
    enter_question(
        reference="SRIJ-2026/211",
        purpose="Jogadores com depósitos superiores a 5 000 euros, pedidos num processo de supervisão.",
        asked=today - timedelta(days=1),
        due=today + timedelta(days=2),
        query=Query(
            "payments", since, today, ("player", "alias", "amount"), (Condition("amount", "from", 500_000),)
        ),
        person=officer,
    )
    return int(ran.pk)


def system_changes(today: date) -> int:
    """A change of the data model that the regulator was shown, and a proposal."""
    officer, head = staff("oficial"), staff("direcao")
    values = {
        "description": "O ficheiro JGDR passa a ter o telefone, como o modelo de dados pede.",
        "reason": "O regulador pediu o campo na última auditoria.", "category": "ordinary",
        "others": "Manual dos ficheiros; nenhum outro componente.",
        "effect": "Mais um elemento em cada registo de jogador.",
        "risk": "Um telefone em falta faria o ficheiro ser recusado.",
        "conformity": "Cumpre melhor o anexo 1 do regulamento.", "confidentiality": 2, "integrity": 3,
        "availability": 1, "traceability": 1, "changes_data_model": True,
        "examples": "Pasta exemplos/2026-12 no Safe", "planned": today + timedelta(days=20),
    }  # fmt: skip
    shown = changes_of_the_system.propose_system_change(
        person=officer, title="Telefone no ficheiro JGDR", components=["SIS-08"], **values
    )
    for kind, text, person in (
        ("approved", "Avaliada com o responsável do componente.", head),
        ("notified", "Enviada com dois exemplos.", officer),
    ):
        changes_of_the_system.take_step(
            change=shown, kind=kind, text=text, reference="SRIJ-2026/230", person=person
        )
    changes_of_the_system.propose_system_change(
        person=officer, title="Caixa de mensagens mais rápida", components=["SIS-12"],
        **{**values, "changes_data_model": False, "examples": "", "integrity": 2},
    )  # fmt: skip
    return int(shown.pk)


def occurrences_and_times(today: date) -> int:
    """A loss of data that was reported and solved, and one that was not yet; and what was down this month."""
    now, officer = clock.now(), staff("oficial")
    lost = enter_occurrence(
        kind="loss",
        title="Ficheiros de quarenta minutos perdidos",
        facts="Uma unidade de disco avariou. Perderam-se os ficheiros das 14 h; o registo está completo.",
        occurred=now - timedelta(hours=30),
        noticed=now - timedelta(hours=29),
        incident=None,
        person=officer,
    )
    entries = (
        ("reported", "Comunicado por correio eletrónico, com a avaliação e o plano.", "SRIJ-2026/118"),
        ("plan", "Voltar a extrair os ficheiros da hora em falta até amanhã.", ""),
        ("cause", "Avaria de uma unidade sem cópia.", ""),
        ("solution", "Ficheiros extraídos de novo e entregues; a unidade tem agora cópia.", ""),
    )
    for kind, text, reference in entries:
        add_entry(
            occurrence=lost, kind=kind, text=text, reference=reference, done=now - timedelta(hours=28),
            person=officer,
        )  # fmt: skip
    enter_occurrence(
        kind="security",
        title="Tentativas de entrada com credenciais roubadas",
        facts="Duzentas tentativas em dez minutos. Nenhuma conta foi aberta; o bloqueio funcionou.",
        occurred=None,
        noticed=now - timedelta(hours=3),
        incident=None,
        person=officer,
    )
    Filing.objects.create(
        duty="month-closing", period=clock.months_after(today.replace(day=1), -1), dated=today,
        reference="Assinado por duas pessoas; recibo GJ-2026/77", person=officer,
    )  # fmt: skip
    begin = now - timedelta(hours=9)
    times = (
        ("gateway", True, 0, 540), ("capture", True, 0, 300), ("capture", False, 300, 427),
        ("capture", True, 427, 540),
    )  # fmt: skip
    for component, is_up, first, last in times:
        ComponentSpan.objects.create(
            component=component, is_up=is_up, since=begin + timedelta(minutes=first),
            until=begin + timedelta(minutes=last),
        )  # fmt: skip
    make_feed(officer)
    return lost.pk


def poker_case() -> tuple[int, int]:
    """The pair that met most often, and of which one lost to the other; an officer has taken the case up."""
    run = analysis.run_analysis(structs.replace(Thresholds(), hands=20))
    assert run is not None
    statistics = new_hands.statistics_since(clock.day_of(clock.now()) - timedelta(days=DAYS))
    met = Counter(pair for hand in statistics.hands for pair in combinations(sorted(hand.players), 2))
    ways = {pair: analysis.net_flow(statistics, *pair) for pair, _hands in met.most_common(12)}
    (one, two), cents = max(ways.items(), key=lambda item: abs(item[1]))
    giver, taker = (one, two) if cents > 0 else (two, one)
    evidence = {
        "giver": giver,
        "taker": taker,
        "beyond": abs(cents) / 100 * 0.8,
        "went": abs(cents) / 100,
        "hands": met[one, two],
    }
    finding = analysis.add_finding(Finding(one, two, FLOW, 2e-8, evidence), statistics, run)
    assert isinstance(finding, Evidence)
    rates = {"done": 3, "came": 41, "rate": 3 / 41, "expected": 0.38, "score": 4.6}
    analysis.add_finding(Finding(one, two, "soft", 4e-6, rates), statistics, run)
    case = Case.objects.get(key=case_key([one, two]))
    officer = staff("oficial")
    take_step(case=case.pk, verb="take", person=officer, reason="As mãos de novembro, uma a uma.")
    take_step(
        case=case.pk,
        verb="note",
        person=officer,
        reason="Jogam sempre à mesma mesa e saem com minutos de diferença.",
    )
    return int(case.pk), int(finding.rounds[0])


def rules_proposed() -> tuple[int, int]:
    """A change that was replayed, and one that waits for its replay."""
    versions = []
    for name, old, new in (
        ("cancelled", "value = 3", "value = 4"),
        ("chasing", "value = 20000", "value = 15000"),
    ):
        version = propose_version(
            source=shipped_rules()[name].replace(old, new),
            reason="A marca assinala quem joga como de costume.",
            person=staff("oficial"),
        )
        versions.append(version.pk)
        if len(versions) == 1:
            replay_proposals()
    return versions[0], versions[1]


def matched() -> int:
    """A player of the demonstration who may be on its list of invented people."""
    for name, source in settings.SCREENING_LISTS.items():
        import_list(name, source)
    screen()
    Person.objects.get(email=f"{LAUNDERING_OFFICER}@feltro.example").groups.add(
        Group.objects.get(name="laundering officer")
    )
    return int(Match.objects.filter(state=Match.State.OPEN).latest("pk").pk)


def returning() -> int:
    """A new player who resembles one whose account is suspended, found as the house finds them: the name has
    a word more and the birth date is the same, the rest is not.
    """
    suspended = Identity.objects.filter(player__status=Player.Status.SUSPENDED, player__testing=False)
    blocked = suspended.latest("pk")
    name = f"{blocked.name} Gonçalves"
    person = Person.objects.create(email="novo.registo@correio.example", language="pt-pt")
    player = Player.objects.create(person=person, alias="Novo registo", status=Player.Status.PENDING)
    identity = Identity.objects.create(
        player=player, name=name, birth=blocked.birth, nationality="PT", profession="Comerciante",
        address="Rua do Arco, 77", postcode="4000-111", town="Porto", country="PT",
        document_kind=Document.PASSPORT, document_country="PT", document_number="XY778899",
        nif=nif_from_digits("25778899"), due=clock.now(),
    )  # fmt: skip
    refresh_blocked()
    assert waits_for_a_person(identity), "nobody was found"
    return int(Resemblance.objects.get(player=player).pk)


def filed(match: int) -> int:
    """A player with a risk class, an open diligence and a report of suspicion."""
    player, officer = Match.objects.get(pk=match).player, staff(LAUNDERING_OFFICER)
    due = clock.now() + timedelta(days=20)
    for kind, level, text in (
        ("risk", "high", "Depósitos de vários meios de pagamento, quase sem jogo."),
        ("diligence", "", "Comprovativo da origem dos fundos dos depósitos de outubro."),
    ):
        enter_measure(player=player, person=officer, request=None, kind=kind, level=level, text=text, due=due)
    make_report(
        player=player, person=officer, request=None, since=date(2026, 10, 1), until=date(2026, 10, 31),
        activity="Declarou ser estudante.", procedures="Comparámos os depósitos com as apostas.",
        operations="Sete depósitos e seis levantamentos em três dias.", factors="Quase nada foi apostado.",
    )  # fmt: skip
    return int(player.pk)


def cared() -> int:
    """A regular who tries to deposit more than the limit allows, raises it and cancels withdrawals; an
    officer contacted the player.
    """
    played = DailyPlay.objects.filter(currency="EUR", player__testing=False, player__status="active").values(
        "player"
    )
    regular = played.annotate(days=Count("day", distinct=True)).order_by("-days", "player").first()
    assert regular is not None
    player = Player.objects.get(pk=regular["player"])
    set_limits(player, {("deposit", "week"): 20_000})
    confirm_protection(player)
    for number in range(1, 5):
        request_deposit(player, uuid4(), 20_000 + number * 5_000)
        set_limits(player, {("deposit", "week"): 20_000 + number * 10_000})
        taken = request_withdrawal(player, uuid4(), 1_000 * number)
        cancel_withdrawal(player, taken.pk)
    following.follow(until=clock.now())
    person = staff("oficial")
    for method, text in (
        (Contact.Method.CALL, "Não atendeu; volta-se a ligar amanhã à tarde."),
        (
            Contact.Method.CALL,
            "Falámos dos limites. Vai baixar o limite semanal de depósitos e pediu informação sobre a pausa.",
        ),
    ):
        with transaction.atomic():
            new = Contact.objects.create(player=player, person=person, method=method, notes=text)
            note("care.contact-noted", person=person, player=player, about=f"contact:{new.pk}", road=method)
    return int(player.pk)


def case_of_care(player: int) -> int:
    """What a second alert would bring, the player's answer among it."""
    alert = Alert.objects.filter(player=player, kind="care").latest("at")
    for message in CareMessage.objects.filter(player=player, answered=None):
        answer_message(message.player, message.pk, "read")
    DepositHold.objects.create(player_id=player, alert=alert.pk)
    case, _ = CareCase.objects.get_or_create(
        player_id=player, kind="care", closed=None, defaults={"alert": alert, "since": alert.at}
    )
    return case.pk


def proved() -> None:
    """The proofs of a night: the record played again, its chains checked and anchored, the files of the house
    recorded.
    """
    call_command("prove", jobs=1, stdout=StringIO(), stderr=StringIO())
    record_roots.make_roots()
    anchors.write_anchor()
    chain_check.prove_chains()
    record_manifest(reason="Versão 1.0, aprovada", person=staff("oficial"))
    program_files.check_files()


# --- how the watch stands while a picture is taken


def calm() -> None:
    """All is as it should be: looked at just now."""
    for alarm in Alarm.objects.filter(answer=None):
        answer_alarm(
            alarm=alarm, person=staff("oficial"), reason="Contado outra vez com a roda parada: está certo."
        )
    replays = Line.objects.filter(kind=checks.REPLAY).order_by("-pk")
    if (replays.values_list("details", flat=True).first() or {}).get("differences"):
        note(checks.REPLAY, tables=23, rounds=812, differences=0)
    watched()


def alarmed() -> None:
    """The last proof of the record has found something."""
    note(checks.REPLAY, tables=23, rounds=812, differences=2)
    watched()


def watched() -> None:
    checks.run_checks({**checks.MINUTE_CHECKS, **checks.HOURLY_CHECKS})
    check_states.store_state("watch", True)


def ordered(match: int) -> int:
    """An order to keep the data of a player, which waits for a second person."""
    order = propose_hold(
        player=Match.objects.get(pk=match).player, person=staff("caixa"),
        authority="Tribunal Central de Instrução Criminal", reference="1204/26.5TELSB",
        ordered=date(2026, 11, 12), reason="Despacho recebido por ofício.",
    )  # fmt: skip
    return int(order.pk)

"""What waits for a second person: how an item of each source of the work queue begins."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from django.contrib.auth.models import Group
from msgspec import structs

from casino.backoffice.staff_changes import propose_staff_change
from casino.compliance.collusion.cases import get_or_open_case
from casino.compliance.collusion.cases import take_step as take_case_step
from casino.compliance.duties.questions import Query, enter_question
from casino.compliance.monitoring.changing import propose_version
from casino.compliance.monitoring.models import RuleReplay
from casino.compliance.monitoring.rules import shipped_rules
from casino.compliance.returning.models import Resemblance
from casino.compliance.screening.models import Entry, ListImport
from casino.compliance.screening.models import Match as ListMatch
from casino.generator.system_changes import propose_system_change
from games.floor.bulk import propose_bulk_change
from games.floor.changes import propose_change
from games.floor.incidents import propose_incident
from games.models import Incident, Table
from games.tables.sheet_selectors import setting_of
from players.identity.models import Erasure
from players.identity.staff.legal_holds import propose_hold
from players.inbox.bulk_notices import propose_notice
from players.inbox.notice_groups import GroupKind, NoticeGroup
from players.inbox.notice_texts import NoticeText
from players.languages import LANGUAGES
from players.models import Person, Player
from players.shared import clock
from players.wallet.bank.chargebacks import propose_recovery
from players.wallet.bank.deciding import decide_match
from players.wallet.bank.models import BankFile, Chargeback, Match, ReconciliationDay, SettlementLine
from players.wallet.cashier.adjustments import request_adjustment
from players.wallet.cashier.ceilings import ceiling, propose_ceiling
from players.wallet.cashier.models import Ceiling, Payment
from players.wallet.cashier.withdrawals import decide_withdrawal
from tests.games.rulebook.people import Signers, advance_to, create_draft, take_step


def named(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


WHY = "there is a reason for this"


def release_once(person: Person) -> None:
    now = clock.now()
    payment = Payment.objects.create(
        id=uuid4(), player=Player.objects.get(alias="Ana"), direction="withdrawal",
        cents=ceiling(Ceiling.What.TWO), status="held", reason="two-people", held="two-people", made=now,
        changed=now,
    )  # fmt: skip
    assert decide_withdrawal(payment.pk, person, "release", WHY).status == "held", "a second person is needed"


def request_correction(person: Person) -> None:
    request_adjustment(Player.objects.get(alias="Ana"), 500, "T-1", WHY, person)


def propose_lower_ceiling(person: Person) -> None:
    propose_ceiling(what=Ceiling.What.REVIEW, cents=25_000, reason=WHY, person=person)


def ask_for_erasure(person: Person) -> None:
    Erasure.objects.create(
        player=Player.objects.get(alias="Ana"), reason=WHY, requested_at=clock.now(), requested_by=person
    )


def propose_release(person: Person) -> None:
    incident = Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=clock.now())
    propose_incident(incident=incident.pk, person=person, reason=WHY)


def propose_table_change(person: Person) -> None:
    table = Table.objects.select_related("setting").get(name="Lisboa")
    assert table.setting is not None
    setting = setting_of(table.system, table.setting)
    lower = structs.replace(setting, seats=setting.seats - 1)
    propose_change(table=table, setting=lower, author=person, reason=WHY)


def propose_steps(person: Person) -> None:
    Table.objects.filter(name="Lisboa").update(status="open")
    tables = list(Table.objects.filter(name="Lisboa").values_list("pk", flat=True))
    propose_bulk_change(kind="drain", tables=tables, source=None, person=person, reason=WHY)


def propose_decision(person: Person) -> None:
    case = get_or_open_case("one", [Player.objects.get(alias="Ana").pk])
    take_case_step(case=case.pk, verb="take", person=person, reason=WHY)
    take_case_step(case=case.pk, verb="propose", person=person, reason=WHY, decision="no-finding")


def write_notice(person: Person) -> None:
    group = NoticeGroup(GroupKind.STATUS, statuses=("active",))
    texts = {language: NoticeText("News", "This is new.") for language in dict(LANGUAGES)}
    propose_notice(purpose="service", texts=texts, group=group, person=person, reason=WHY)


def propose_suspension(person: Person) -> None:
    propose_staff_change(kind="suspend", email="caixa@feltro.example", role=None, reason=WHY, person=person)


def submit_rules(person: Person) -> None:
    people = Signers(person, named("aprovador"), named("regulador"))
    take_step(create_draft(people), "submit", people.author)


def have_rules_endorsed(person: Person) -> None:
    people = Signers(person, named("aprovador"), named("regulador"))
    advance_to("endorsed", people, create_draft(people))


def bank_match(*, people: int, reason: str = "amount", provider: tuple[int, ...] = ()) -> Match:
    day, _made = ReconciliationDay.objects.get_or_create(day=clock.day_of(clock.now()))
    two_from = ceiling(Ceiling.What.MATCH)
    return Match.objects.create(
        day=day, key=uuid4().hex, reason=reason, cents=two_from if people == 2 else two_from - 1,
        bank=[], provider=list(provider), ledger=[], state="open",
    )  # fmt: skip


def decide_about_the_bank(person: Person) -> None:
    decide_match(bank_match(people=2).pk, outcome="claimed", reason=WHY, person=person)


def recover_a_chargeback(person: Person) -> None:
    ana = Player.objects.get(alias="Ana")
    deposit = Payment.objects.create(id=uuid4(), player=ana, direction="deposit", cents=500, status="paid")
    file = BankFile.objects.create(name="s", digest=uuid4().hex, size=1, state="imported")
    line = SettlementLine.objects.create(
        file=file, transaction=uuid4().hex, day=clock.day_of(clock.now()), reference=deposit.pk.hex,
        kind="chargeback", currency="EUR", cents=-500, fee=0, batch="C",
    )  # fmt: skip
    chargeback = Chargeback.objects.create(player=ana, payment=deposit, line=line, cents=500)
    propose_recovery(chargeback.pk, reason=WHY, person=person)


def propose_rule(person: Person) -> None:
    source = shipped_rules()["cancelled"].replace("value = 3", "value = 4")
    version = propose_version(source=source, reason=WHY, person=person)
    RuleReplay.objects.filter(version=version).update(state="finished", ended=clock.now())


def find_on_a_list(person: Person) -> None:
    """The worker finds people on lists; here, to be refused as anybody, a person does."""
    officers = Group.objects.get(name="laundering officer")
    officers.user_set.add(person, named("aprovador"))
    reading = ListImport.objects.create(name="eu", state="imported")
    entry = Entry.objects.create(list_name="eu", key=uuid4().hex, kind="pep", names=["X Y"], since=reading)
    player = Player.objects.get(alias="Ana")
    ListMatch.objects.create(player=player, entry=entry, kind="pep", likeness={}, author=person)


def resemble_somebody_blocked(person: Person) -> None:
    """The worker finds who resembles blocked people; here, to be refused as anybody, a person does."""
    officers = Group.objects.get(name="laundering officer")
    officers.user_set.add(person, named("aprovador"))
    new, blocked = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno"))
    Resemblance.objects.create(player=new, blocked=blocked, cause="suspended", likeness="{}", author=person)


def order_to_keep(person: Person) -> None:
    officers = Group.objects.get(name="laundering officer")
    officers.user_set.add(person, named("aprovador"))
    propose_hold(
        player=Player.objects.get(alias="Ana"), authority="DCIAP", reference="1/26", reason=WHY,
        person=person, ordered=clock.day_of(clock.now()),
    )  # fmt: skip


# Of each source: how an item begins, who begins it, and a colleague for whom it waits.
def ask_about_people(person: Person) -> None:
    today = clock.day_of(clock.now())
    enter_question(
        reference="SRIJ-1", purpose=WHY, asked=today, due=today,
        query=Query("payments", today, today, ("alias", "amount")), person=person,
    )  # fmt: skip


def propose_faster_inbox(person: Person) -> None:
    propose_system_change(
        person=person, title="Faster inbox", components=["SIS-12"], description=WHY, reason=WHY,
        category="ordinary", others=WHY, effect=WHY, risk=WHY, conformity=WHY, confidentiality=1, integrity=2,
        availability=1, traceability=1, changes_data_model=False, examples="",
        planned=clock.day_of(clock.now()),
    )  # fmt: skip


AUTHORED: dict[str, tuple[Callable[[Person], None], str, str]] = {
    "withdrawal": (release_once, "caixa", "direcao"),
    "ceiling": (propose_lower_ceiling, "oficial", "direcao"),
    "adjustment": (request_correction, "caixa", "direcao"),
    "bank-match": (decide_about_the_bank, "caixa", "direcao"),
    "bank-recovery": (recover_a_chargeback, "caixa", "direcao"),
    "erasure": (ask_for_erasure, "identidade", "direcao"),
    "legal-hold": (order_to_keep, "identidade", "aprovador"),
    "incident": (propose_release, "mesas", "direcao"),
    "table-change": (propose_table_change, "mesas", "direcao"),
    "bulk-change": (propose_steps, "mesas", "direcao"),
    "integrity": (propose_decision, "oficial", "direcao"),
    "bulk-notice": (write_notice, "oficial", "direcao"),
    "screening-match": (find_on_a_list, "identidade", "aprovador"),
    "resemblance": (resemble_somebody_blocked, "identidade", "aprovador"),
    "rule-version": (propose_rule, "oficial", "direcao"),
    "question": (ask_about_people, "oficial", "direcao"),
    "system-change": (propose_faster_inbox, "oficial", "direcao"),
    "staff-change": (propose_suspension, "direcao", "oficial"),
    "rule-endorse": (submit_rules, "autor", "aprovador"),
    "rule-authorise": (have_rules_endorsed, "autor", "regulador"),
}

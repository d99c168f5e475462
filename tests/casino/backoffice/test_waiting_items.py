"""The overview and the work queue count only what the person may decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.utils import translation
from msgspec import structs

from casino.backoffice.staff_changes import propose_staff_change
from casino.backoffice.work_queue import summaries, waiting_items
from casino.compliance.collusion.cases import get_or_open_case
from casino.compliance.collusion.cases import take_step as take_case_step
from games.floor.bulk import propose_bulk_change
from games.floor.changes import propose_change
from games.floor.incidents import propose_incident
from games.models import Incident, Table
from games.tables.sheet_selectors import setting_of
from players import work_sources as registered
from players.identity.models import Erasure
from players.inbox.bulk_notices import propose_notice
from players.inbox.notice_groups import GroupKind, NoticeGroup
from players.inbox.notice_texts import NoticeText
from players.languages import LANGUAGES
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.adjustments import request_adjustment
from players.wallet.cashier.models import Payment
from players.wallet.cashier.withdrawals import decide_withdrawal
from players.work_sources import work_source
from tests.demo_house import signed_in
from tests.games.rulebook.people import Signers, advance_to, create_draft, take_step


def named(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def counted(name: str) -> dict[str, int]:
    with translation.override("en"):
        return {str(source.title): count for source, _items, count in waiting_items(named(name))}


WHY = "there is a reason for this"


def release_once(person: Person) -> None:
    now = clock.now()
    payment = Payment.objects.create(
        id=uuid4(), player=Player.objects.get(alias="Ana"), direction="withdrawal",
        cents=settings.WITHDRAWAL_TWO_FROM, status="held", reason="two-people", held="two-people", made=now,
        changed=now,
    )  # fmt: skip
    assert decide_withdrawal(payment.pk, person, "release", WHY).status == "held", "a second person is needed"


def request_correction(person: Person) -> None:
    request_adjustment(Player.objects.get(alias="Ana"), 500, "T-1", WHY, person)


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
    take_case_step(case=case.pk, verb="look", person=person, reason=WHY)
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


# Of each source: how an item begins, who begins it, and a colleague for whom it waits.
AUTHORED: dict[str, tuple[Callable[[Person], None], str, str]] = {
    "withdrawal": (release_once, "caixa", "direcao"),
    "adjustment": (request_correction, "caixa", "direcao"),
    "erasure": (ask_for_erasure, "identidade", "direcao"),
    "incident": (propose_release, "mesas", "direcao"),
    "table-change": (propose_table_change, "mesas", "direcao"),
    "bulk-change": (propose_steps, "mesas", "direcao"),
    "integrity": (propose_decision, "oficial", "direcao"),
    "bulk-notice": (write_notice, "oficial", "direcao"),
    "staff-change": (propose_suspension, "direcao", "oficial"),
    "rule-endorse": (submit_rules, "autor", "aprovador"),
    "rule-authorise": (have_rules_endorsed, "autor", "regulador"),
}
# Their authors have no other right in that queue: a role gives one step of a rule change.
ONE_STEP = {"rule-endorse", "rule-authorise"}
# Players, documents and programs bring these; one member of staff is enough.
WITHOUT_AUTHOR = {"complaint", "documents", "care", "self-check", "return-alarm", "regulator-file"}
# The next step is the author's own.
OWN_STEP = {"rule-finish"}


def keys(code: str, name: str) -> set[str]:
    """The items of a source that wait for this person."""
    source = work_source(code)
    assert source is not None
    return {source.describe(row).key for row in source.waiting(named(name))}


def on_home_page(code: str, name: str) -> int:
    """The number that the home page shows the person for this queue."""
    rows = signed_in(f"{name}@feltro.example", "en").get("/admin/").context["waiting"]
    return sum(row.count for row in rows if row.code == code)


def test_every_source_says_who_is_left_out() -> None:
    """A new source is listed here, with the way in which its items begin."""
    assert set(registered._sources) == {*AUTHORED, *WITHOUT_AUTHOR, *OWN_STEP}


@pytest.mark.parametrize("code", AUTHORED)
def test_what_a_person_began_waits_for_a_colleague_and_not_for_its_author(demo: None, code: str) -> None:
    begin, author, colleague = AUTHORED[code]
    before = keys(code, author), keys(code, colleague)
    counts = on_home_page(code, author), on_home_page(code, colleague)
    begin(named(author))
    assert keys(code, author) - before[0] == set()
    assert len(keys(code, colleague) - before[1]) == 1
    assert on_home_page(code, author) == counts[0]
    assert on_home_page(code, colleague) == counts[1] + 1
    source = work_source(code)
    assert source is not None and source.allows(named(author)) == (code not in ONE_STEP)


@pytest.mark.parametrize("name", ["direcao", "oficial", "regulador"])
def test_the_overview_counts_what_the_queue_lists(demo: None, name: str) -> None:
    """The overview counts all sources in one query; the queue reads each one."""
    for code, (begin, author, colleague) in AUTHORED.items():
        if colleague == name and code != "rule-authorise":
            begin(named(author))
    listed = {
        source.code: (
            count,
            min(item.since for item in items),
            min((item.due for item in items if item.due is not None), default=None),
        )
        for source, items, count in waiting_items(named(name))
        if items
    }
    assert listed or name == "regulador"
    rows = summaries(named(name), clock.now())
    assert {row.code: (row.count, row.oldest, row.due) for row in rows} == listed


def test_the_overview_of_the_head_makes_few_queries(demo: None, django_assert_max_num_queries: Any) -> None:
    """Something waits in every source with an author, and the overview asks for them together."""
    for code, (begin, author, _colleague) in AUTHORED.items():
        if code != "rule-authorise":  # a game has one open change
            begin(named(author))
    head = signed_in("direcao@feltro.example")
    head.get("/admin/")
    with django_assert_max_num_queries(24):
        assert head.get("/admin/").status_code == 200


def test_a_change_of_staff_does_not_wait_for_whom_it_concerns(demo: None) -> None:
    propose_staff_change(
        kind="suspend", email="oficial@feltro.example", role=None, reason=WHY, person=named("direcao")
    )
    assert on_home_page("staff-change", "oficial") == on_home_page("staff-change", "direcao") == 0


def test_an_incident_waits_for_everybody_until_somebody_proposes(demo: None) -> None:
    before = counted("mesas")["Incidents"]
    Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=clock.now())
    assert counted("mesas")["Incidents"] == before + 1


def test_rule_changes_wait_for_the_next_step(demo: None) -> None:
    people = Signers(named("autor"), named("aprovador"), named("regulador"))
    change = create_draft(people)
    assert counted("autor")["Rule changes to finish or schedule"] == 1
    assert counted("aprovador")["Rule changes to endorse"] == 0
    take_step(change, "submit", people.author)
    assert counted("autor")["Rule changes to finish or schedule"] == 0, "it waits for others now"
    assert counted("aprovador")["Rule changes to endorse"] == 1


@pytest.mark.parametrize("title", ["Rule changes to endorse", "Rule changes to authorise"])
def test_permissions_without_the_role_count_nothing(demo: None, title: str) -> None:
    head = named("direcao")
    head.is_superuser = True
    with translation.override("en"):
        assert title not in {str(source.title) for source, _items, _count in waiting_items(head)}

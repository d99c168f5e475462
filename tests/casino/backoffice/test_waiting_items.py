"""The overview and the work queue count only what the person may decide."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from casino.backoffice.staff_changes import propose_staff_change
from casino.backoffice.work_queue import summaries, waiting_items
from games.models import Incident, Table
from players import work_sources as registered
from players.shared import clock
from players.work_sources import work_source
from tests.demo_house import signed_in
from tests.games.rulebook.people import Signers, create_draft, take_step
from tests.home_page import work_of
from tests.proposals import AUTHORED, WHY, named


def counted(name: str) -> dict[str, int]:
    with translation.override("en"):
        return {str(source.title): count for source, _items, count in waiting_items(named(name))}


# Their authors have no other right in that queue: a role gives one step of a rule change.
ONE_STEP = {"rule-endorse", "rule-authorise"}
# Players, documents and programs bring these; one member of staff is enough.
WITHOUT_AUTHOR = {
    "complaint",
    "documents",
    "care",
    "cases-bots",
    "cases-care",
    "cases-laundering",
    "laundering-measure",
    "self-check",
    "return-alarm",
    "regulator-file",
    "occurrence",
    "other-payer",
    "bank-open",
}
# The next step is the author's own.
OWN_STEP = {"rule-finish"}


def keys(code: str, name: str) -> set[str]:
    """The items of a source that wait for this person."""
    source = work_source(code)
    assert source is not None
    return {source.describe(row).key for row in source.waiting(named(name))}


def on_home_page(code: str, name: str) -> int:
    """The number that the home page shows the person for this queue."""
    rows = work_of(signed_in(f"{name}@feltro.example", "en").get("/admin/"))["waiting"]
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
    with django_assert_max_num_queries(26):
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

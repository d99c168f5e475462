"""What a hostile web process does with matches: it makes none, changes none, and decides for nobody."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from casino.compliance.screening.models import Entry, ListImport, Match
from players.models import Person
from tests.hostile_web import UNPROVEN, answer_to_web, person_with
from tests.live_table import players_with
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
DECIDE = (
    "UPDATE screening_match SET state = %(state)s, decider_id = %(decider)s, decided = now(),"
    " answer = 'because' WHERE id = %(match)s"
)
CONTENT = "UPDATE screening_match SET kind = 'other' WHERE id = %(match)s"
HOLD = "UPDATE screening_match SET held = now() WHERE id = %(match)s"
LIST = "UPDATE screening_entry SET names = '{}' WHERE list_name = 'eu'"
INSERT = (
    "INSERT INTO screening_match"
    " (player_id, entry_id, kind, player_digest, entry_digest, likeness, state, answer)"
    " SELECT player_id, entry_id, kind, 'x', 'y', '{}', 'open', '' FROM screening_match WHERE id = %(match)s"
)


def staff(role: str) -> Person:
    person = person_with(is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


@pytest.fixture
def match() -> Match:
    record = ListImport.objects.create(name="eu", state="imported")
    entry = Entry.objects.create(list_name="eu", key="k", kind="sanction", names=["X Y"], since=record)
    return Match.objects.create(player=players_with(0, 1)[0], entry=entry, kind="sanction", likeness={})


def test_an_officer_decides_once_and_in_their_own_name(match: Match) -> None:
    officer, manager = staff("laundering officer"), staff("management")
    values = {"match": match.pk, "decider": officer.pk, "state": "confirmed"}
    assert "not confirmed" in answer_to_web(DECIDE, values, sign_in(officer, is_confirmed=False))
    assert UNPROVEN in answer_to_web(DECIDE, values | {"decider": manager.pk}, sign_in(officer))
    assert UNPROVEN in answer_to_web(DECIDE, values | {"decider": manager.pk}, sign_in(manager))
    assert answer_to_web(DECIDE, values | {"state": "gone"}, sign_in(officer)) != ""
    assert answer_to_web(DECIDE, values, sign_in(officer)) == ""
    assert answer_to_web(DECIDE, values | {"state": "open"}, sign_in(officer)) != ""


@pytest.mark.parametrize("sql", [CONTENT, HOLD, LIST, INSERT])
def test_no_web_process_writes_what_the_worker_finds(match: Match, sql: str) -> None:
    answer = answer_to_web(sql, {"match": match.pk}, sign_in(staff("laundering officer")))
    assert "permission denied" in answer

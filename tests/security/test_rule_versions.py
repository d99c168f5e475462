"""What a hostile web process does with rules over play: what people did not decide never comes in force."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from casino.compliance.monitoring.models import RuleReplay, RuleVersion
from casino.compliance.monitoring.rules import shipped_rules
from players.models import Person
from tests.hostile_web import UNPROVEN, answer_to_web, person_with
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
INSERT = (
    "INSERT INTO monitoring_ruleversion (name, number, kind, source, state, author_id, reason, answer)"
    " VALUES ('cancelled', %(number)s, 'care', 'text', %(state)s, %(author)s, 'because I say so', '')"
)
ACTIVATE = (
    "UPDATE monitoring_ruleversion SET state = 'in-force', decider_id = %(decider)s, decided = now()"
    " WHERE id = %(version)s"
)
REPLAY = "UPDATE monitoring_rulereplay SET state = %(state)s WHERE version_id = %(version)s"


def staff(role: str) -> Person:
    person = person_with(is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


def test_a_version_begins_as_the_next_proposal_of_its_author() -> None:
    officer, reader = staff("compliance officer"), staff("compliance reader")
    values = {"number": 1, "state": "proposed", "author": officer.pk}
    assert answer_to_web(INSERT, values, sign_in(officer)) == ""
    assert "not confirmed" in answer_to_web(INSERT, values, sign_in(officer, is_confirmed=False))
    assert UNPROVEN in answer_to_web(INSERT, values, sign_in(reader)), "the author is somebody else"
    assert UNPROVEN in answer_to_web(INSERT, values | {"author": reader.pk}, sign_in(reader))
    assert "next_version" in answer_to_web(INSERT, values | {"number": 7}, sign_in(officer))
    assert answer_to_web(INSERT, values | {"state": "in-force"}, sign_in(officer)) != ""


def test_a_second_person_decides_after_a_replay_that_flags_few() -> None:
    author, officer = staff("compliance officer"), staff("management")
    version = RuleVersion.objects.create(
        name="cancelled", number=1, kind="care", source=shipped_rules()["cancelled"], author=author
    )
    replay = RuleReplay.objects.create(version=version)
    values = {"version": version.pk, "decider": officer.pk}
    assert "replay_allows" in answer_to_web(ACTIVATE, values, sign_in(officer))
    RuleReplay.objects.filter(pk=replay.pk).update(state="finished", players=200, flagged=21)
    assert "replay_allows" in answer_to_web(ACTIVATE, values, sign_in(officer))
    RuleReplay.objects.filter(pk=replay.pk).update(flagged=20)
    assert UNPROVEN in answer_to_web(ACTIVATE, values | {"decider": author.pk}, sign_in(author))
    assert answer_to_web(ACTIVATE, values, sign_in(officer)) == ""


def test_a_web_process_stops_a_replay_and_never_says_that_it_is_finished() -> None:
    officer = staff("compliance officer")
    version = RuleVersion.objects.create(
        name="cancelled", number=1, kind="care", source=shipped_rules()["cancelled"], author=officer
    )
    RuleReplay.objects.create(version=version)
    values = {"version": version.pk, "state": "stopped"}
    assert answer_to_web(REPLAY, values, sign_in(officer)) == ""
    assert UNPROVEN in answer_to_web(REPLAY, values, sign_in(staff("compliance reader")))
    assert answer_to_web(REPLAY, values | {"state": "finished"}, sign_in(officer)) != ""

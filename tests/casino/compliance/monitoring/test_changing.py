"""A rule changes by a proposal, its replay over the past, and a second person; the pages show all three."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from casino.compliance.monitoring import changing, following
from casino.compliance.monitoring import replay as replaying
from casino.compliance.monitoring.changing import (
    RULE_CHANGE,
    ChangeWaits,
    FlagsTheOrdinary,
    NotReplayed,
    differences,
    propose_version,
    repeat_replay,
    replay_proposals,
    stop_replay,
)
from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.models import Alert, RuleReplay, RuleVersion
from casino.compliance.monitoring.rules import shipped_rules
from players.audit.models import Line
from players.decisions.deciding import SecondPersonRequired, take_step
from players.models import Person, Player
from players.shared import clock
from players.shared.staff_errors import MissingPermission
from tests.casino.compliance.monitoring.alerts import rule_of_laundering
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
SOURCE = shipped_rules()["cancelled"]
CHANGED = SOURCE.replace("value = 3", "value = 2")
WHY = "two are a sign already"


def named(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


@pytest.fixture(autouse=True)
def past() -> Iterator[None]:
    """Ana cancelled two withdrawals, and the rules know it."""
    ana = Player.objects.get(alias="Ana")
    for hours in (30, 29):
        moment = clock.now() - timedelta(hours=hours)
        Line.objects.create(kind="withdrawals.cancelled", player=ana, at=moment, details={"cents": 500})
    until = clock.now()
    with (
        translation.override("en"),
        mock.patch("casino.compliance.monitoring.record.settled_until", lambda: until),
    ):
        following.follow(until=until)
        yield


def proposed(source: str = CHANGED) -> RuleVersion:
    return propose_version(source=source, reason=WHY, person=named("oficial"))


def test_a_version_counts_after_its_replay_and_a_second_person() -> None:
    version = proposed()
    assert (version.number, version.state) == (2, "proposed")
    with pytest.raises(NotReplayed):
        take_step(RULE_CHANGE, version.pk, "activate", person=named("direcao"))
    assert replay_proposals() == 1
    replayed = RuleReplay.objects.get(version=version)
    assert (replayed.state, replayed.flagged, replayed.alerts) == ("finished", 1, 1)
    assert replayed.evidence[0]["figures"]["cancelled"] == 2
    assert not Alert.objects.filter(version=version).exists(), "a replay raises nothing"
    with pytest.raises(SecondPersonRequired):
        take_step(RULE_CHANGE, version.pk, "activate", person=named("oficial"))
    take_step(RULE_CHANGE, version.pk, "activate", person=named("direcao"))
    (in_force,) = [one for one in following.versions_in_force() if one.machine.rule.name == "cancelled"]
    assert in_force.pk == version.pk and in_force.since > 0
    kinds = (
        Line.objects.filter(about=f"ruleversion:{version.pk}").order_by("id").values_list("kind", flat=True)
    )
    assert list(kinds) == ["monitoring.version-proposed", "monitoring.version-activated"]


def test_a_version_that_flags_what_is_ordinary_cannot_be_in_force() -> None:
    version = proposed()
    with mock.patch.object(replaying, "PLAYERS", "SELECT 200"):
        replay_proposals()
    RuleReplay.objects.filter(version=version).update(flagged=21)
    with pytest.raises(FlagsTheOrdinary, match="21 of 200 players, more than one in 10"):
        take_step(RULE_CHANGE, version.pk, "activate", person=named("direcao"))
    RuleReplay.objects.filter(version=version).update(flagged=20)
    assert take_step(RULE_CHANGE, version.pk, "activate", person=named("direcao")).state == "in-force"


def test_a_text_that_is_no_rule_is_refused_with_the_reason() -> None:
    with pytest.raises(RuleFault, match="may be zero"):
        proposed(SOURCE.replace("cancelled >=", "cancelled / cents >="))
    assert not RuleReplay.objects.exists()


def test_a_rule_has_one_proposal_at_a_time() -> None:
    first = proposed()
    with pytest.raises(ChangeWaits):
        proposed()
    take_step(RULE_CHANGE, first.pk, "refuse", person=named("oficial"), reason=WHY)
    assert proposed().number == 3


def test_a_replay_is_stopped_and_begun_again() -> None:
    version, other = proposed(), proposed(shipped_rules()["raised"])

    def stopped_meanwhile(rules: Any, **options: Any) -> Any:
        assert stop_replay(version.pk, named("direcao"))
        return replaying.replay_rules(rules, **options)

    # It is stopped while it runs: the next time it shows its progress it finds out. The other one goes on.
    with (
        mock.patch.object(changing, "SHOWN_EVERY", 0.0),
        mock.patch.object(changing, "replay_rules", stopped_meanwhile),
    ):
        assert replay_proposals() == 1
    assert RuleReplay.objects.get(version=other).flagged == 0
    assert RuleReplay.objects.get(version=version).state == "stopped"
    assert replay_proposals() == 0, "nobody wants it"
    assert not stop_replay(version.pk, named("direcao")), "there is none"
    assert repeat_replay(version.pk, named("direcao"))
    assert replay_proposals() == 1


def test_the_worker_replays_with_its_own_rights() -> None:
    version = proposed()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        assert replay_proposals() == 1
    assert RuleReplay.objects.get(version=version).flagged == 1


def test_a_replay_that_a_dead_worker_left_begins_again() -> None:
    version = proposed()
    RuleReplay.objects.filter(version=version).update(state="running", done=7)
    assert replay_proposals() == 1


def test_who_may_not_read_a_kind_does_not_decide_about_it() -> None:
    laundering = rule_of_laundering(CHANGED, "mule")
    with pytest.raises(MissingPermission):
        proposed(laundering)
    RuleVersion.objects.create(
        name="mule", number=1, kind="laundering", source=laundering, author=named("direcao"), reason=WHY
    )
    version = RuleVersion.objects.get(name="mule")
    with pytest.raises(SecondPersonRequired):
        take_step(RULE_CHANGE, version.pk, "activate", person=named("oficial"))
    client = signed_in("oficial@feltro.example")
    assert b"mule" not in client.get(reverse("admin:monitoring_ruleversion_changelist")).content
    address = reverse("admin:monitoring_ruleversion_change", args=[version.pk])
    assert client.get(address).status_code == 404


def test_the_database_asks_for_the_replay_too() -> None:
    version = proposed()
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(v) FROM monitoring_ruleversion AS v WHERE id = %s", [version.pk])
        row = cursor.fetchone()[0]
        allows = "SELECT monitoring_replay_allows(NULL, %s::jsonb)"
        found = []
        for state, players, flagged in (
            ("waiting", 0, 0), ("finished", 199, 199), ("finished", 200, 20), ("finished", 200, 21)
        ):  # fmt: skip
            RuleReplay.objects.filter(pk=version.pk).update(state=state, players=players, flagged=flagged)
            cursor.execute(allows, [row])
            found.append(cursor.fetchone()[0])
    assert found == [False, True, True, False]


@pytest.mark.parametrize("role", ["house_web", "house_croupier"])
def test_no_other_process_writes_what_a_replay_found(role: str) -> None:
    version = proposed()
    with connection.cursor() as cursor, pytest.raises(Exception, match="denied|allows"), transaction.atomic():
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute("UPDATE monitoring_rulereplay SET flagged = 0 WHERE version_id = %s", [version.pk])


def test_differences_are_named_part_by_part() -> None:
    (found,) = differences(SOURCE, CHANGED)
    assert (found.part, found.before, found.after) == ("parameters.cancelled_least.value", "3", "2")
    added = CHANGED + "\n[parameters.more]\nvalue = 1\nleast = 0\nmost = 2\n"
    assert [one.before for one in differences(CHANGED, added)] == ["", "", ""]


def sent(client: Client, page: str, source: str, reason: str = "") -> str:
    address = reverse(f"admin:monitoring_ruleversion_{page}")
    return client.post(address, {"source": source, "reason": reason}, follow=True).content.decode()


def test_the_page_checks_a_text_and_proposes_it() -> None:
    client = signed_in("oficial@feltro.example")
    begin = client.get(reverse("admin:monitoring_ruleversion_draft") + "?rule=cancelled").content.decode()
    assert "cancelled_least" in begin
    wrong = sent(client, "draft", SOURCE.replace("cancelled >=", "cancelled / cents >="))
    assert "pode ser zero" in wrong and "cancelled / cents" in wrong, "what was typed is kept"
    assert "parameters.cancelled_least.value" in sent(client, "draft", CHANGED)
    assert not RuleVersion.objects.filter(number=2).exists()
    short = sent(client, "propose", CHANGED, "no")
    assert "cancelled_least" in short and not RuleVersion.objects.filter(number=2).exists()
    sent(client, "propose", CHANGED, WHY)
    version = RuleVersion.objects.get(number=2)
    address = reverse("admin:monitoring_ruleversion_change", args=[version.pk])
    replay_proposals()
    page = client.get(address).content.decode()
    assert "2 levantamentos" in page and "Ana" in page
    assert Line.objects.filter(kind="monitoring.evidence-seen", about=f"ruleversion:{version.pk}").exists()
    chief = signed_in("direcao@feltro.example")
    decide = reverse("admin:monitoring_ruleversion_decide", args=[version.pk])
    chief.post(decide, {"verb": "activate"})
    assert RuleVersion.objects.get(number=2).state == "in-force"


def test_a_rule_of_a_later_release_is_offered_to_whoever_may_read_its_kind() -> None:
    """The worker brings first versions to a new house only. In another one people propose them."""
    later = {
        f"later-{name}": shipped_rules()[name].replace(f'name = "{name}"', f'name = "later-{name}"', 1)
        for name in ("night", "even")
    }
    officer, address = signed_in("oficial@feltro.example"), reverse("admin:monitoring_ruleversion_draft")
    with mock.patch("casino.compliance.monitoring.admin.shipped_rules", return_value=later):
        assert "02:00-06:00" in officer.get(address + "?rule=later-night").content.decode()
        assert "round-even" not in officer.get(address + "?rule=later-even").content.decode()


def test_the_page_stops_a_replay() -> None:
    version = proposed()
    client = signed_in("direcao@feltro.example")
    steer = reverse("admin:monitoring_ruleversion_replay", args=[version.pk])
    for act, state in (("stop", "stopped"), ("nonsense", "stopped"), ("repeat", "waiting")):
        client.post(steer, {"act": act})
        assert RuleReplay.objects.get(version=version).state == state
    assert client.post(reverse("admin:monitoring_ruleversion_replay", args=[10**6])).status_code == 404

"""Cases: each kind under its own right, by urgency, decided once with a reason; people release holds."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import Error, connection, transaction
from django.test import Client
from django.urls import reverse

from casino.backoffice.roles import ROLES
from casino.compliance.monitoring.cases import (
    FEWEST,
    finished_months,
    open_cases,
    published_times,
    times_by_month,
)
from casino.compliance.monitoring.changing import (
    RULE_CHANGE,
    propose_version,
    replay_proposals,
    retired_source,
)
from casino.compliance.monitoring.following import versions_in_force
from casino.compliance.monitoring.models import Alert, Case, RuleVersion
from casino.compliance.monitoring.rules import shipped_rules
from players.audit.models import Line
from players.decisions.deciding import take_step
from players.models import Person, Player
from players.protection.models import CareMessage, DepositHold
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert, rule_of_laundering, version_in_force
from tests.demo_house import signed_in

pytestmark = pytest.mark.usefixtures("demo")
WHY = "We talked, and a limit was set."


def case_of(alias: str, kind: str = "care", hours: float = 2, rule: str = "losses") -> Case:
    player = Player.objects.get(alias=alias)
    moment = clock.now() - timedelta(hours=hours)
    alert = raised_alert(player, rule, {"lost": 250_000}, at=moment)
    if kind == "laundering":
        version = version_in_force(rule_of_laundering(shipped_rules()[rule], "mule"))
        alert = Alert.objects.create(
            version=version, player=player, kind=kind, at=moment, since=moment, event="time",
            figures={"lost": 250_000},
        )  # fmt: skip
    return Case.objects.create(player=player, kind=kind, alert=alert, since=moment)


def with_role(name: str, role: str) -> Client:
    person = Person.objects.get(email=f"{name}@feltro.example")
    person.groups.set([Group.objects.get(name=role)])
    return signed_in(person.email, "en")


def address(case: Case) -> str:
    return reverse(f"compliance_case_{case.kind}", args=[case.pk])


def decide(client: Client, case: Case, **fields: str) -> Any:
    url = reverse(f"compliance_case_decide_{case.kind}", args=[case.pk])
    return client.post(url, {"outcome": "confirmed", "reason": WHY, **fields}, follow=True)


def test_the_list_is_by_urgency_with_the_clock_and_the_month() -> None:
    young, old, held = case_of("Bruno", hours=1), case_of("Ana", hours=30), case_of("Eva", hours=2)
    DepositHold.objects.create(player=held.player, alert=held.alert_id)
    assert list(open_cases("care")) == [held, old, young]
    assert times_by_month("care", clock.now())[0].decision_median is None, "unknown is no zero"
    client = signed_in("oficial@feltro.example", "en")
    page = client.get(reverse("compliance_cases_care")).content.decode()
    assert page.index("Eva") < page.index("Ana") < page.index("Bruno") and "1 day 6 h" in page
    decide(client, old)
    times = times_by_month("care", clock.now())[0]
    assert (times.decided, times.confirmed) == (1, 1)
    assert times.decision_median and times.decision_median >= timedelta(hours=30)
    assert "Decided last" in client.get(reverse("compliance_cases_care")).content.decode()


def decided_cases_of(month: date, number: int, kind: str = "care") -> None:
    """So many cases that were decided a day after their event, in the middle of a month."""
    officer = Person.objects.get(email="oficial@feltro.example")
    closed = clock.midnight(month.replace(day=15))
    since = closed - timedelta(days=1)
    alert = raised_alert(Player.objects.get(alias="Ana"), "losses", {"lost": 250_000}, at=since, kind=kind)
    Case.objects.bulk_create(
        Case(
            player=alert.player, kind=kind, alert=alert, since=since, closed=closed, person=officer,
            outcome="dismissed", reason=WHY,
        )
        for _ in range(number)
    )  # fmt: skip


def test_the_officers_page_has_each_month_of_a_year_in_which_a_case_was_decided() -> None:
    last = clock.months_after(clock.first_day(clock.now(), "month"), -1)
    decided_cases_of(last, 2)
    decided_cases_of(clock.months_after(last, -1), 3, "laundering")
    decided_cases_of(clock.months_after(last, -12), 4)  # thirteen months ago
    months = times_by_month("care", clock.now())
    assert [one.decided for one in months] == [0, 2, *[0] * 11]
    assert months[1].month == last and months[1].decision_p95 == timedelta(days=1)
    page = signed_in("oficial@feltro.example", "en").get(reverse("compliance_cases_care")).content.decode()
    part = page[page.index("How soon, by month") :]
    part = part[: part.index("</table>")]
    assert part.count('<th scope="row">') == 1, "twelve empty months hid the one that says something"
    assert f'{last:%B %Y}</th><td class="figure">2' in part and "1 day" in part


def public_page() -> str:
    published_times.until = 0.0
    return Client().get("/responsible/", headers={"accept-language": "en"}).content.decode()


def test_the_public_page_shows_finished_months_of_ten_cases_and_nothing_of_laundering() -> None:
    this = clock.first_day(clock.now(), "month")
    assert "no finished month with at least 10 decided cases" in public_page()
    told, small, hidden = (clock.months_after(this, -number) for number in (1, 2, 3))
    decided_cases_of(told, FEWEST)
    decided_cases_of(small, FEWEST - 1)
    decided_cases_of(hidden, FEWEST, "laundering")
    assert [(one.month, one.decided) for one in finished_months(clock.now())] == [(told, FEWEST)]
    page = public_page()
    assert f"{told:%B %Y}" in page and "1 day" in page and "fewer than 10 decided cases" in page
    assert f"{small:%B %Y}" not in page and f"{hidden:%B %Y}" not in page


def test_a_case_shows_evidence_as_sentences_and_what_followed() -> None:
    case = case_of("Ana")
    texts = {"pt": {"title": "t", "text": "x", "answers": ["sim", "nunca mais"]}}
    CareMessage.objects.create(
        player=case.player,
        alert=case.alert_id,
        kind="question",
        texts=texts,
        answered=clock.now(),
        answer="2",
    )
    hold = DepositHold.objects.create(player=case.player, alert=case.alert_id)
    client = signed_in("oficial@feltro.example", "en")
    page = client.get(address(case)).content.decode()
    assert "€2,500.00 lost in thirty days" in page and "nunca mais" in page
    assert "They are still held." in page
    client.post(reverse("compliance_care_release", args=[case.player_id]), {"reason": "We talked about it."})
    hold.refresh_from_db()
    assert hold.released and hold.releaser and hold.reason == "We talked about it."
    assert "We talked about it." in client.get(address(case)).content.decode()
    assert Line.objects.filter(kind="deposits.hold-released", player=case.player).count() == 1
    client.post(reverse("compliance_care_release", args=[case.player_id]), {"reason": "Once more, please."})
    assert DepositHold.objects.get().reason == "We talked about it.", "what is released stays"


@pytest.mark.parametrize(
    "fields",
    [{"outcome": ""}, {"outcome": "guilty"}, {"reason": ""}, {"reason": " short "}, {"reason": "x" * 1001}],
)  # fmt: skip
def test_a_decision_without_outcome_or_reason_loses_nothing(fields: dict[str, str]) -> None:
    case = case_of("Ana")
    page = decide(signed_in("oficial@feltro.example", "en"), case, **fields).content.decode()
    assert 'role="alert"' in page and ("selected>confirmed" in page) is ("outcome" not in fields)
    assert ("reason" in fields) or WHY in page
    case.refresh_from_db()
    assert case.closed is None


def test_the_first_decision_counts() -> None:
    case, client = case_of("Ana"), signed_in("oficial@feltro.example", "en")
    decide(client, case)
    page = decide(client, case, outcome="dismissed").content.decode()
    case.refresh_from_db()
    assert case.outcome == "confirmed" and "in the meantime" in page
    line = Line.objects.get(kind="monitoring.care-case-closed")
    assert (line.player, line.details, line.about) == (None, {}, f"case:{case.pk}")
    with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE monitoring_case SET since = now()")


@pytest.mark.parametrize("who", ["conformidade", "regulador", "auditoria"])
def test_a_reader_sees_and_does_not_decide(who: str) -> None:
    case, client = case_of("Ana"), signed_in(f"{who}@feltro.example", "en")
    assert b"<textarea" not in client.get(address(case)).content
    assert decide(client, case).status_code == 403
    case.refresh_from_db()
    assert case.closed is None


def test_care_and_laundering_are_apart() -> None:
    care, laundering = case_of("Ana"), case_of("Bruno", "laundering")
    carer, other = with_role("mesas", "care officer"), with_role("apoio", "laundering officer")
    for client, own, theirs in ((carer, care, laundering), (other, laundering, care)):
        assert client.get(address(own)).status_code == 200
        for url in (address(theirs), reverse(f"compliance_cases_{theirs.kind}")):
            assert client.get(url).status_code == 403
        assert decide(client, theirs).status_code == 403
        wrong_kind = reverse(f"compliance_case_{own.kind}", args=[theirs.pk])
        assert client.get(wrong_kind).status_code == 404
        queue = client.get("/admin/work/").content.decode()
        assert address(own) in queue and address(theirs) not in queue
        assert decide(client, own).status_code == 200
    assert set(Case.objects.values_list("outcome", flat=True)) == {"confirmed"}


def test_no_other_role_learns_of_laundering() -> None:
    rights = {"monitoring.view_laundering_alert", "monitoring.decide_laundering_case"}
    assert [role for role, held in ROLES.items() if rights & set(held)] == ["laundering officer"]
    assert "monitoring.view_care_alert" not in ROLES["laundering officer"]


def test_a_rule_is_retired_by_two_people_and_its_alerts_stay() -> None:
    versions_before = {version.machine.rule.name for version in versions_in_force()}
    version = version_in_force(shipped_rules()["losses"])
    alert = raised_alert(Player.objects.get(alias="Ana"), "losses", {"lost": 250_000})
    assert "losses" in {one.machine.rule.name for one in versions_in_force()}
    officer = signed_in("oficial@feltro.example", "en")
    page = officer.get(reverse("admin:monitoring_ruleversion_change", args=[version.pk])).content.decode()
    assert "Retire this rule" in page
    proposed = propose_version(
        source=retired_source(version.source), reason="it flags nobody",
        person=Person.objects.get(email="oficial@feltro.example"),
    )  # fmt: skip
    replay_proposals()
    assert "losses" in {one.machine.rule.name for one in versions_in_force()}, "one person is not enough"
    take_step(RULE_CHANGE, proposed.pk, "activate", person=Person.objects.get(email="direcao@feltro.example"))
    assert {one.machine.rule.name for one in versions_in_force()} == versions_before - {"losses"}
    assert Alert.objects.get(pk=alert.pk).sentence.count("500,00") + Alert.objects.get(
        pk=alert.pk
    ).sentence.count("500.00"), "it is explained by its own version"
    page = officer.get(reverse("admin:monitoring_ruleversion_changelist")).content.decode()
    assert "retired" in page
    again = propose_version(
        source=version.source, reason="it is needed again",
        person=Person.objects.get(email="oficial@feltro.example"),
    )  # fmt: skip
    assert (again.number, RuleVersion.objects.filter(name="losses").count()) == (3, 3)

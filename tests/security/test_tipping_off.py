"""Nobody learns of a suspicion of money laundering without the right: not the player, not other staff, not by
a page, an export, a count, a search, the audit log, the metrics or a line of a log.
"""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation
from django.utils.html import escape

from casino.compliance.laundering.models import Access, Measure, Report
from casino.compliance.monitoring.cases import close_case
from casino.compliance.monitoring.models import Alert, Case
from casino.compliance.monitoring.rules import shipped_rules
from casino.extras.warehouse.schema import exported_columns
from casino.operation.metrics import HouseCollector
from players.audit.models import Line
from players.history.data_copies import content_of, make_copy
from players.history.models import Copy
from players.identity.models import LegalHold
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from players.wallet.cashier.payment_reasons import reason_text
from players.wallet.cashier.withdrawals import holds_of
from tests.casino.compliance.monitoring.alerts import rule_of_laundering, version_in_force
from tests.casino.test_authorization import ADDRESSES, OWN, ROLES, pk_of
from tests.demo_house import freshly, signed_in

CANARY = "zbranqueio"
# The roles of every run; the others in `make long`.
EVERY_RUN = ("apoio",)


@pytest.fixture
def planted(demo: None) -> Case:
    """Cases about Ana, one open and one decided, whose rule, figures and reason carry the word. Her file has
    a risk class, a diligence that holds her payouts, and a report of suspicion.
    """
    source = rule_of_laundering(shipped_rules()["losses"], CANARY)
    for text in ("Perdas que crescem", "Losses grow", "Um mês", "A month", "perdidos", "lost in thirty days"):
        assert text in source
        source = source.replace(text, f"{CANARY} {text}", 1)
    version, ana, now = version_in_force(source), Player.objects.get(alias="Ana"), clock.now()
    officer = Person.objects.get(email="autor@feltro.example")
    officer.groups.add(Group.objects.get(name="laundering officer"))
    cases = []
    for hours in (5, 3):
        at = now - timedelta(hours=hours)
        alert = Alert.objects.create(
            version=version, player=ana, kind="laundering", at=at, since=at, event="round", key=f"{CANARY}:1",
            figures={"lost": 250_000},
        )  # fmt: skip
        cases.append(Case.objects.create(player=ana, kind="laundering", alert=alert, since=at))
        if hours == 5:
            close_case(cases[0], outcome="confirmed", reason=f"{CANARY} is confirmed", person=officer)
    for kind, level in (("risk", "high"), ("diligence", "")):
        Measure.objects.create(
            player=ana,
            kind=kind,
            level=level,
            text=f"{CANARY} is asked",
            due=now + timedelta(days=9),
            author=officer,
        )
    texts = dict.fromkeys(("activity", "procedures", "operations", "factors"), f"{CANARY} is reported")
    report = Report.objects.create(
        player=ana, since=now.date(), until=now.date(), document={"reason": CANARY}, author=officer, **texts
    )
    Access.objects.create(player=ana, person=officer, what="read")
    hold = LegalHold.objects.create(
        player=ana, authority=f"{CANARY} orders", reference=CANARY, ordered=now.date(), reason=CANARY,
        author=officer,
    )  # fmt: skip
    client = signed_in(officer.email)
    for url in (
        reverse("compliance_cases_laundering"),
        reverse("compliance_case_laundering", args=[cases[1].pk]),
        reverse("compliance_laundering_file", args=[ana.pk]),
        reverse("compliance_laundering_report", args=[report.pk, "json"]),
        reverse("admin:identity_legalhold_change", args=[hold.pk]),
    ):
        page = client.get(url)
        assert page.status_code == 200 and CANARY in page.content.decode(), "who has the right reads it"
    officer.groups.remove(Group.objects.get(name="laundering officer"))
    return cases[1]


def said(client: Client, url: str) -> str:
    response: Any = client.get(url)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return f"{body.decode('utf-8', 'replace')} {dict(response.headers)}"


def faults_of(client: Client, urls: list[str], case: Case) -> list[str]:
    """The pages that hold the word, or lead to the case or the file. The addresses are no secret."""
    lists = [f'"{reverse(name)}' for name in ("compliance_cases_laundering", "compliance_laundering")]
    kept = (CANARY, *lists, f"cases/laundering/{case.pk}/", f"compliance/laundering/{case.player_id}/")
    return [url for url in urls if any(word in said(client, url) for word in kept)]


@pytest.mark.parametrize(
    "role", [pytest.param(role, marks=() if role in EVERY_RUN else pytest.mark.long) for role in ROLES]
)
def test_no_page_of_staff_without_the_right_shows_it(planted: Case, role: str) -> None:
    client = signed_in(f"{role}@feltro.example", "en")
    ana = planted.player_id
    urls = [
        address.url(pk_of(address))
        for address in ADDRESSES
        if address.name not in OWN and "laundering" not in address.name
    ]
    urls += [
        f"/admin/players/player/{ana}/change/?tab={tab}"
        for tab in ("play", "money", "protection", "identity", "links", "timeline", "notes", "log")
    ]
    urls += [f"/admin/search/?q={CANARY}", f"/admin/search/?q={planted.pk}", "/admin/work/"]
    urls += [reverse("compliance_care_of", args=[ana]), reverse("compliance_care") + "?as=csv"]
    assert faults_of(client, urls, planted) == []
    lines = Line.objects.filter(kind__regex="^(monitoring.*case|laundering)")
    assert {(line.player_id, str(line.details)) for line in lines} == {(None, "{}")}


def test_the_pages_of_cases_refuse_whoever_lacks_the_right(planted: Case) -> None:
    for role in ROLES:
        client = signed_in(f"{role}@feltro.example")
        for url in (
            reverse("compliance_cases_laundering"),
            reverse("compliance_case_laundering", args=[planted.pk]),
            reverse("compliance_laundering"),
            reverse("compliance_laundering_file", args=[planted.player_id]),
            reverse("compliance_laundering_report", args=[Report.objects.get().pk, "xml"]),
        ):
            assert client.get(url).status_code == 403, role
        act = reverse("compliance_laundering_act", args=[planted.player_id])
        assert client.post(act, {"act": "measure"}).status_code == 403
        url = reverse("compliance_case_decide_laundering", args=[planted.pk])
        assert client.post(url, {"outcome": "dismissed", "reason": "nothing to see"}).status_code == 403
    assert Case.objects.get(pk=planted.pk).closed is None


def without_arguments(patterns: list[Any], before: str = "/") -> list[str]:
    """Every address of the site that names nothing, outside the back office."""
    found = []
    for pattern in patterns:
        route = before + str(pattern.pattern).lstrip("^").rstrip("$\\Z")
        if "<" in route or "(" in route or "\\" in route or route.startswith("/admin"):
            continue
        if isinstance(pattern, URLResolver):
            found += without_arguments(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            found.append(route)
    return found


def test_no_page_of_the_player_and_no_copy_of_their_data_shows_it(planted: Case, capfd: Any) -> None:
    client = signed_in("ana@feltro.example", "en")
    freshly(client, planted.player.person, "password")
    urls = [url for url in without_arguments(get_resolver().url_patterns) if "sign-out" not in url]
    assert len(urls) > 60 and "/account/cashier/" in urls
    assert faults_of(client, urls, planted) == []
    copy = Copy.objects.create(player=planted.player)
    assert make_copy(copy.pk)
    copy.refresh_from_db()
    archive = zipfile.ZipFile(io.BytesIO(content_of(copy) or b""))
    for name in archive.namelist():
        text = archive.read(name).decode()
        for word in (CANARY, "laundering", "monitoring.case", "branqueamento"):
            assert word not in text, (name, word)
    output = capfd.readouterr()
    assert CANARY not in output.out + output.err, "nothing of it stands in a log"


@pytest.mark.parametrize("role", ["caixa", "apoio"])
def test_a_withdrawal_that_a_diligence_holds_looks_like_any_review(planted: Case, role: str) -> None:
    """To those who release withdrawals and who answer players. What players see: `test_payout_clock.py`."""
    assert holds_of(planted.player_id) == ["review"]
    payment = Payment.objects.create(
        id=uuid4(), player=planted.player, direction="withdrawal", cents=4_000, status="held",
        reason="review", held="review", method="transfer",
    )  # fmt: skip
    client = signed_in(f"{role}@feltro.example", "en")
    url = reverse("admin:cashier_payment_change", args=[payment.pk])
    with translation.override("en"):
        text = reason_text("review")
        assert text == reason_text("account-owner"), "the same as of one that a bank has to answer for"
    assert escape(text) in said(client, url)
    assert faults_of(client, [url, reverse("admin:cashier_payment_changelist")], planted) == []


def test_no_metric_and_no_export_of_the_warehouse_counts_it(planted: Case) -> None:
    assert not {table for table in exported_columns() if table.startswith(("laundering", "monitoring"))}
    told = [(metric.name, metric.documentation, metric.samples) for metric in HouseCollector().collect()]
    assert told and "launder" not in str(told) and CANARY not in str(told)

"""The file of a player: measures with a clock, reports of suspicion, and who has read it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from lxml import etree

from casino.compliance.laundering import files, holds
from casino.compliance.laundering.models import Access, Measure, Report
from players.audit.models import Line
from players.identity.models import Identity
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import freshly, signed_in
from tests.live_table import players_with

pytestmark = pytest.mark.usefixtures("demo")
WHY = "O que explicou não chega."


@pytest.fixture
def ana() -> Player:
    return Player.objects.get(alias="Ana")


@pytest.fixture
def officer() -> Person:
    person = Person.objects.get(email="autor@feltro.example")
    person.groups.set([Group.objects.get(name="laundering officer")])
    return person


@pytest.fixture
def client(officer: Person) -> Client:
    client = signed_in(officer.email, "pt")
    freshly(client, officer, "password")
    return client


def act(client: Client, player: Player, what: str, **fields: Any) -> Any:
    return client.post(reverse("compliance_laundering_act", args=[player.pk]), {"act": what, **fields})


def entered(client: Client, player: Player, kind: str, **fields: Any) -> Measure:
    due = (clock.now() + timedelta(days=30)).date().isoformat()
    answer = act(client, player, "measure", kind=kind, text="Origem do dinheiro.", due=due, **fields)
    assert answer.status_code == 302, answer.content.decode()
    return Measure.objects.latest("pk")


def ended(client: Client, measure: Measure, outcome: str, **fields: Any) -> Any:
    prefix = f"end{measure.pk}-"
    typed = {prefix + name: value for name, value in {"outcome": outcome, "answer": WHY, **fields}.items()}
    return act(client, measure.player, "end", row=measure.pk, **typed)


def test_a_file_shows_what_runs_and_records_who_read_it(client: Client, ana: Player, officer: Person) -> None:
    entered(client, ana, "risk", level="high")
    measure = entered(client, ana, "diligence")
    page = client.get(reverse("compliance_laundering_file", args=[ana.pk])).content.decode()
    assert "risco elevado" in page and str(measure) in page and "Origem do dinheiro." in page
    access = Access.objects.latest("pk")
    assert (access.player, access.person, access.what) == (ana, officer, "read")
    line = Line.objects.filter(kind="laundering.file-seen").latest("pk")
    assert (line.player_id, line.details, line.about) == (None, {}, f"access:{access.pk}")
    listed = client.get(reverse("compliance_laundering")).content.decode()
    assert ana.alias in listed


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "risk", "text": "Muitos sinais juntos.", "due": "2099-01-01"}, "classe de risco"),
        ({"kind": "diligence", "text": "Muitos sinais juntos."}, "último dia"),
        ({"kind": "diligence", "text": "curto", "due": "2099-01-01"}, "12"),
        ({"kind": "suspension", "text": "Muitos sinais juntos.", "due": "2099-01-01"}, "referência"),
        ({"kind": "diligence", "text": "Muitos sinais juntos.", "due": "2020-01-01"}, "já passou"),
        ({"kind": "risk", "level": "high", "text": "Muitos sinais juntos.", "due": "2099-01-01"}, "meio ano"),
        ({"kind": "nothing", "text": "Muitos sinais juntos."}, "Muitos sinais juntos."),
    ],
)
def test_what_is_wrong_is_said_and_stays(client: Client, ana: Player, fields: Any, sentence: str) -> None:
    answer = act(client, ana, "measure", **fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page and fields["text"] in page
    assert not Measure.objects.exists()


def test_one_diligence_at_a_time(client: Client, ana: Player) -> None:
    entered(client, ana, "diligence")
    due = (clock.now() + timedelta(days=9)).date().isoformat()
    answer = act(client, ana, "measure", kind="diligence", text="Outra vez o mesmo.", due=due)
    assert answer.status_code == 422 and Measure.objects.count() == 1


def test_money_is_explained_before_it_leaves(client: Client, ana: Player) -> None:
    measure = entered(client, ana, "diligence")
    assert ended(client, measure, "cleared").status_code == 422
    assert not holds.is_free(ana.pk, clock.now())
    explained = {"documents": "Escritura de venda.", "funds": "Venda de uma casa."}
    assert ended(client, measure, "cleared", **explained).status_code == 302
    assert holds.is_free(ana.pk, clock.now())
    assert ended(client, measure, "suspicious").status_code == 302
    measure.refresh_from_db()
    assert (measure.outcome, measure.funds) == ("cleared", "Venda de uma casa."), "it ends once"


def test_an_abstention_has_the_clock_of_the_law(client: Client, ana: Player) -> None:
    # Easter 2026: Good Friday is 3 April. Saturday 25 April is a holiday too, but no working day anyway.
    with clock.at(datetime(2026, 4, 1, 12, tzinfo=UTC)):
        assert holds.abstention_ends(clock.now()) == clock.midnight(date(2026, 4, 14))
    measure = entered(client, ana, "abstention")
    assert ended(client, measure, "expired").status_code == 422, "its time is not over"
    with clock.at(measure.due + timedelta(minutes=1)):
        assert not holds.is_free(ana.pk, clock.now()), "a clock that ran out lets nothing go by itself"
    assert ended(client, measure, "lifted").status_code == 302


@pytest.mark.parametrize("sql", [
    "UPDATE laundering_measure SET text = 'other'",
    "UPDATE laundering_report SET document = '{}'",
    "DELETE FROM laundering_access",
])  # fmt: skip
def test_no_process_changes_what_was_written(client: Client, ana: Player, sql: str) -> None:
    for role in ("house_web", "house_worker", "house_croupier"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {role}")
            cursor.execute(sql)


def report_fields() -> dict[str, Any]:
    return {
        "since": "2020-01-01", "until": "2099-12-31", "activity": "Diz que é estudante.",
        "procedures": "Vimos os movimentos.", "operations": "Entradas e saídas.",
        "factors": "Nada foi jogado.",
    }  # fmt: skip


def test_a_report_is_frozen_and_taken_out_in_both_forms(client: Client, ana: Player) -> None:
    assert act(client, ana, "report", **report_fields()).status_code == 302
    report = Report.objects.get()
    changed = Identity.objects.get(player=ana)
    changed.profession = "another"
    changed.save(update_fields=["profession"])
    as_json = client.get(reverse("compliance_laundering_report", args=[report.pk, "json"]))
    document = json.loads(as_json.content)
    assert document == report.document and document["report_code"] == "STR"
    identity = Identity.objects.filter(player=ana).first()
    assert document["person_my_client"]["full_name"] == (identity.name if identity else None)
    assert document["person_my_client"]["occupation"] != "another"
    assert len(document["transactions"]) == Payment.objects.filter(player=ana).count()
    as_xml = etree.fromstring(
        client.get(reverse("compliance_laundering_report", args=[report.pk, "xml"])).content
    )
    assert as_xml.findtext("reason") == "Nada foi jogado."
    assert [one.findtext("transactionnumber") for one in as_xml.iterfind("transactions/item")] == [
        one["transactionnumber"] for one in document["transactions"]
    ]
    assert Access.objects.filter(what="export").count() == 2
    assert client.get(reverse("compliance_laundering_report", args=[report.pk, "pdf"])).status_code == 404


def test_a_report_is_communicated_once_with_both_receipts(client: Client, ana: Player) -> None:
    wrong = act(client, ana, "report", **report_fields() | {"until": "2019-01-01"})
    assert wrong.status_code == 422 and not Report.objects.exists()
    act(client, ana, "report", **report_fields())
    report = Report.objects.get()
    one = {f"receipt{report.pk}-dciap": "D-1"}
    assert act(client, ana, "communicated", row=report.pk, **one).status_code == 422
    both = one | {f"receipt{report.pk}-uif": "U-1"}
    for receipts in (both, both | {f"receipt{report.pk}-uif": "U-2"}):
        assert act(client, ana, "communicated", row=report.pk, **receipts).status_code == 302
    report.refresh_from_db()
    assert (report.dciap, report.uif) == ("D-1", "U-1") and report.communicated is not None


@pytest.mark.parametrize("row", ["", "x", "9" * 30, "0"])
def test_an_unknown_row_is_no_fault(client: Client, ana: Player, row: str) -> None:
    assert act(client, ana, "end", row=row).status_code == 404
    assert act(client, ana, "communicated", row=row).status_code == 404
    assert act(client, ana, "nothing").status_code == 302


def test_an_unknown_identity_stands_as_unknown(client: Client) -> None:
    (nobody,) = players_with(0, 1)
    texts = report_fields() | {"since": date(2020, 1, 1), "until": date(2020, 1, 2)}
    author = Person.objects.get(email="autor@feltro.example")
    files.make_report(player=nobody, person=author, request=None, **texts)
    assert Report.objects.get().document["person_my_client"]["full_name"] is None
    assert client.get(reverse("compliance_laundering_file", args=[nobody.pk])).status_code == 200

"""One's own data: a copy of everything, private and for a week; and the end of the account."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from casino.compliance.collusion.cases import case_for
from casino.compliance.collusion.models import Case
from casino.compliance.player_risk.models import Contact, Marker
from casino.demo.sample_data import PLAYERS
from games.models import ChatMute
from players.audit import note
from players.audit.models import Line
from players.history.data_copies import copies_due, copies_expire, copy_make, tables_of
from players.history.models import Copy
from players.identity import models as identity_models
from players.inbox.complaints import complaint_answer, complaint_open
from players.inbox.models import Message
from players.models import Person, Player, PlaySession
from players.shared import clock
from players.wallet.cashier.models import Adjustment, Payment
from tests.players.conftest import signed_in


def confirmed(email: str) -> Client:
    """Signed in, and asked again a moment ago."""
    client = signed_in(email, "en")
    password = next(each.password for each in PLAYERS if each.email == email)
    assert client.post("/account/confirm/", {"password": password}).status_code == 302
    return client


@pytest.fixture
def copy(demo: Any) -> Copy:
    ana = Player.objects.get(alias="Ana")
    complaint = complaint_open(player=ana, category="other", text="Only mine to read")
    complaint_answer(
        complaint=complaint,
        person=Person.objects.get(email="apoio@feltro.example"),
        text="What the house answered",
    )
    complaint_open(player=Player.objects.get(alias="Bruno"), category="other", text="Only Bruno's to read")
    assert confirmed("ana@feltro.example").post("/account/data/new/").status_code == 302
    made = Copy.objects.get(player=ana)
    assert made.state == "asked" and copy_make(made.pk) and not copy_make(made.pk)
    made.refresh_from_db()
    return made


def test_the_copy_holds_what_is_the_players_and_nothing_of_anybody_else(copy: Copy) -> None:
    archive = zipfile.ZipFile(io.BytesIO(bytes(copy.data or b"")))
    assert archive.namelist() == ["data.json", "data.html"]
    told = archive.read("data.json").decode()
    parts = json.loads(told)["parts"]
    assert {
        "players.person",
        "players.player",
        "wallet.account",
        "wallet.transfer",
        "inbox.complaint",
        "identity.identity",
    } <= set(parts)
    assert "Only mine to read" in told and "What the house answered" in told
    assert "Bruno" not in told and "apoio@feltro.example" not in told
    assert "password" not in parts["players.person"][0] and "pbkdf2" not in told and "md5$" not in told
    page = archive.read("data.html").decode()
    assert "Only mine to read" in page and "<script" not in page


def test_the_copy_is_taken_by_its_player_alone_and_each_time_is_noted(copy: Copy) -> None:
    address = f"/account/data/{copy.pk}.zip"
    taken = signed_in("ana@feltro.example").get(address)
    assert taken.content == bytes(copy.data or b"") and "no-store" in taken["Cache-Control"]
    assert signed_in("bruno@feltro.example").get(address).status_code == 404
    assert Client().get(address).status_code == 302
    kinds = list(Line.objects.filter(about=f"copy:{copy.pk}").order_by("id").values_list("kind", flat=True))
    assert kinds == ["personal-data.copy-asked", "personal-data.copy-made", "personal-data.copy-taken"]
    assert Message.objects.filter(player=copy.player, kind="personal-data-ready").exists()


def test_after_a_week_the_copy_is_gone(copy: Copy) -> None:
    client = signed_in("ana@feltro.example")
    with clock.at(clock.now() + timedelta(days=7, seconds=1)):
        assert client.get(f"/account/data/{copy.pk}.zip").status_code == 404
        assert copies_expire() == 1
    copy.refresh_from_db()
    assert copy.state == "expired" and copy.data is None and copy.digest


def test_one_copy_at_a_time_and_a_lost_job_is_found(demo: Any) -> None:
    client = confirmed("ana@feltro.example")
    client.post("/account/data/new/")
    client.post("/account/data/new/")
    asked = Copy.objects.get(player__alias="Ana")
    assert copies_due() == []
    Copy.objects.filter(pk=asked.pk).update(asked=clock.now() - timedelta(minutes=5))
    assert copies_due() == [asked.pk]


def test_a_copy_and_the_end_of_the_account_ask_once_more_who_is_there(demo: Any) -> None:
    client = signed_in("ana@feltro.example")
    assert "/account/confirm/" in client.post("/account/data/new/")["Location"]
    assert "/account/confirm/" in client.post("/account/close/", {"sure": "on"})["Location"]
    assert not Copy.objects.exists() and Player.objects.get(alias="Ana").status == "active"


def test_the_account_is_closed_by_its_player_and_for_good(demo: Any) -> None:
    client = confirmed("ana@feltro.example")
    assert client.post("/account/close/", {}).status_code == 422
    assert client.post("/account/close/", {"sure": "on"}).status_code == 302
    ana = Player.objects.get(alias="Ana")
    assert ana.status == "closed" and "_auth_user_id" not in client.session
    assert Line.objects.filter(kind="account.closed", player=ana, person=ana.person).count() == 1


def test_nobody_closes_an_account_from_a_table(demo: Any) -> None:
    ana = Player.objects.get(alias="Ana")
    PlaySession.objects.create(
        player=ana,
        table=1,
        table_name="Lisboa",
        system="american-roulette",
        currency="EUR",
        started=clock.now(),
    )
    answer = confirmed("ana@feltro.example").post("/account/close/", {"sure": "on"})
    assert answer.status_code == 422 and "sitting at a table" in answer.content.decode()
    assert Player.objects.get(alias="Ana").status == "active"


def test_the_copy_warns_nobody_of_a_suspicion(demo: Any) -> None:
    """An open case, a report taken up and hands looked at face up are the house's own ("tipping off")."""
    ana, bruno = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno"))
    case = case_for(Case.Kind.PAIR, sorted([ana.pk, bruno.pk]))
    assert case.parties.filter(player=ana).exists()
    officer = Person.objects.get(email="conformidade@feltro.example")
    kinds = (
        "integrity.report-taken",
        "rounds.seen-face-up",
        "identity.unmasked",
        "account.doubted",
        "care.player-seen",
    )
    for kind in kinds:
        note(kind, person=officer, player=ana, about=f"integrity:{case.pk}")
    note("pauses.begun", player=ana)
    parts = dict(tables_of(ana))
    kinds_told = {line["kind"] for line in parts["audit.line"]}
    assert "pauses.begun" in kinds_told and not kinds_told & set(kinds)
    assert not [name for name in parts if name.startswith("integrity.")]


def test_the_copy_tells_nothing_that_staff_wrote_for_staff(demo: Any) -> None:
    """Signs of harm and talks about them, reasons of staff, and by which rule the house looks at a payment."""
    ana, officer = Player.objects.get(alias="Ana"), Person.objects.get(email="conformidade@feltro.example")
    secret = "written for staff"
    Marker.objects.create(player=ana, kind="chasing", day=clock.day_of(clock.now()), said={"what": secret})
    Contact.objects.create(player=ana, person=officer, road=Contact.Road.NONE, said=secret)
    ChatMute.objects.create(player=ana, until=clock.now(), reason=secret, by=officer)
    Adjustment.objects.create(player=ana, cents=100, ticket=secret, reason=secret, asked_by=officer)
    identity_models.Erasure.objects.create(player=ana, reason=secret, asked=clock.now(), asked_by=officer)
    identity_models.TestAccount.objects.create(player=ana, reason=secret, by=officer)
    note("account.suspended", person=officer, player=ana, reason=secret)
    payment = Payment.objects.create(
        id=uuid4(), player=ana, direction="withdrawal", cents=100, status="held", reason="many", held="many"
    )
    note(
        "withdrawals.asked",
        person=ana.person,
        player=ana,
        about=f"payment:{payment.pk}",
        reason="many",
        cents=100,
    )
    parts = {name: list(rows) for name, rows in tables_of(ana)}
    assert secret not in json.dumps(parts, cls=DjangoJSONEncoder)
    assert not {"care.marker", "care.contact"} & set(parts)
    assert [row["until"] for row in parts["games.chatmute"]], "that it happened is told"
    (held,) = [row for row in parts["cashier.payment"] if row["id"] == payment.pk]
    assert "held" not in held and held["reason"] == ""
    lines = [line["said"] for line in parts["audit.line"] if line["kind"] == "withdrawals.asked"]
    assert {"cents": 100} in lines and not [said for said in lines if "reason" in said]

"""A player's personal data: a private copy that expires after a week; and closing the account."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test import Client

from casino.compliance.collusion.cases import get_or_open_case
from casino.compliance.collusion.models import Case
from casino.compliance.player_risk.models import Contact
from casino.demo.sample_data import PLAYERS
from games.models import ChatMute
from players.audit import note
from players.audit.models import Line
from players.history.data_copies import (
    content_of,
    copies_due,
    expire_copies,
    make_copy,
    request_copy,
    tables_of,
)
from players.history.models import Copy
from players.identity import models as identity_models
from players.inbox.complaints import answer_complaint, open_complaint
from players.inbox.models import Message
from players.models import Person, Player, PlaySession
from players.shared import clock
from players.wallet.cashier.models import Adjustment, Payment
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.demo_house import signed_in


def reauthenticated(email: str) -> Client:
    """A client that has just confirmed its password."""
    client = signed_in(email, "en")
    password = next(player.password for player in PLAYERS if player.email == email)
    assert client.post("/account/confirm/", {"password": password}).status_code == 302
    return client


@pytest.fixture
def copy(demo: Any) -> Copy:
    ana = Player.objects.get(alias="Ana")
    complaint = open_complaint(player=ana, category="other", text="Only mine to read")
    answer_complaint(
        complaint=complaint,
        person=Person.objects.get(email="apoio@feltro.example"),
        text="What the operator answered",
    )
    open_complaint(player=Player.objects.get(alias="Bruno"), category="other", text="Only Bruno's to read")
    assert reauthenticated("ana@feltro.example").post("/account/data/new/").status_code == 302
    requested = Copy.objects.get(player=ana)
    assert requested.state == "asked" and make_copy(requested.pk) and not make_copy(requested.pk)
    requested.refresh_from_db()
    return requested


def test_the_copy_contains_the_players_data_and_no_other(copy: Copy) -> None:
    assert copy.data is not None and not bytes(copy.data).startswith(b"PK"), "the database has it sealed"
    archive = zipfile.ZipFile(io.BytesIO(content_of(copy) or b""))
    assert archive.namelist() == ["data.json", "data.html"]
    text = archive.read("data.json").decode()
    parts = json.loads(text)["parts"]
    assert {
        "players.person",
        "players.player",
        "wallet.account",
        "wallet.transfer",
        "inbox.complaint",
        "identity.identity",
    } <= set(parts)
    assert "Only mine to read" in text and "What the operator answered" in text
    assert "Bruno" not in text and "apoio@feltro.example" not in text
    assert "password" not in parts["players.person"][0] and "pbkdf2" not in text and "md5$" not in text
    page = archive.read("data.html").decode()
    assert "Only mine to read" in page and "<script" not in page


def test_the_worker_makes_the_copy_with_its_own_rights(demo: Any) -> None:
    """Red before: it could not read what people have shown to sign in, and no copy was made."""
    requested = request_copy(Player.objects.get(alias="Ana"))
    assert requested is not None
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION AUTHORIZATION house_worker")
        assert make_copy(requested.pk)
        cursor.execute("RESET SESSION AUTHORIZATION")
    requested.refresh_from_db()
    assert requested.state == "ready"


def test_only_its_player_downloads_the_copy_and_every_download_is_recorded(copy: Copy) -> None:
    url = f"/account/data/{copy.pk}.zip"
    response = signed_in("ana@feltro.example").get(url)
    assert response.content == content_of(copy) and "no-store" in response["Cache-Control"]
    assert signed_in("bruno@feltro.example").get(url).status_code == 404
    assert Client().get(url).status_code == 302
    kinds = list(Line.objects.filter(about=f"copy:{copy.pk}").order_by("id").values_list("kind", flat=True))
    assert kinds == ["personal-data.copy-asked", "personal-data.copy-made", "personal-data.copy-taken"]
    assert Message.objects.filter(player=copy.player, kind="personal-data-ready").exists()


def test_the_copy_expires_after_a_week(copy: Copy) -> None:
    client = signed_in("ana@feltro.example")
    with clock.at(clock.now() + timedelta(days=7, seconds=1)):
        assert client.get(f"/account/data/{copy.pk}.zip").status_code == 404
        assert expire_copies() == 1
    copy.refresh_from_db()
    assert copy.state == "expired" and copy.data is None and copy.digest


def test_one_copy_at_a_time_and_a_lost_job_is_due(demo: Any) -> None:
    client = reauthenticated("ana@feltro.example")
    client.post("/account/data/new/")
    client.post("/account/data/new/")
    requested = Copy.objects.get(player__alias="Ana")
    assert copies_due() == []
    Copy.objects.filter(pk=requested.pk).update(requested_at=clock.now() - timedelta(minutes=5))
    assert copies_due() == [requested.pk]


def test_a_copy_and_closing_the_account_need_reauthentication(demo: Any) -> None:
    client = signed_in("ana@feltro.example")
    assert "/account/confirm/" in client.post("/account/data/new/")["Location"]
    assert "/account/confirm/" in client.post("/account/close/", {"sure": "on"})["Location"]
    assert not Copy.objects.exists() and Player.objects.get(alias="Ana").status == "active"


def test_the_player_closes_the_account(demo: Any) -> None:
    client = reauthenticated("ana@feltro.example")
    assert client.post("/account/close/", {}).status_code == 422
    assert client.post("/account/close/", {"sure": "on"}).status_code == 302
    ana = Player.objects.get(alias="Ana")
    assert ana.status == "closed" and "_auth_user_id" not in client.session
    assert Line.objects.filter(kind="account.closed", player=ana, person=ana.person).count() == 1


def test_an_account_with_a_seat_at_a_table_cannot_be_closed(demo: Any) -> None:
    ana = Player.objects.get(alias="Ana")
    PlaySession.objects.create(
        player=ana,
        table=1,
        table_name="Lisboa",
        system="american-roulette",
        currency="EUR",
        started=clock.now(),
    )
    response = reauthenticated("ana@feltro.example").post("/account/close/", {"sure": "on"})
    assert response.status_code == 422 and "sitting at a table" in response.content.decode()
    assert Player.objects.get(alias="Ana").status == "active"


def test_the_copy_does_not_disclose_a_suspicion(demo: Any) -> None:
    """An open case, a report in progress and hands viewed face up are left out ("tipping off")."""
    ana, bruno = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno"))
    case = get_or_open_case(Case.Kind.PAIR, sorted([ana.pk, bruno.pk]))
    assert case.members.filter(player=ana).exists()
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
    copied_kinds = {line["kind"] for line in parts["audit.line"]}
    assert "pauses.begun" in copied_kinds and not copied_kinds & set(kinds)
    assert not [name for name in parts if name.startswith("integrity.")]


def test_the_copy_leaves_out_internal_notes_of_staff(demo: Any) -> None:
    """Signs of risk and contacts about them, reasons of staff, and the rule by which a payment was held."""
    ana, officer = Player.objects.get(alias="Ana"), Person.objects.get(email="conformidade@feltro.example")
    secret = "written for staff"
    raised_alert(ana, "chasing", {secret: 1})
    Contact.objects.create(player=ana, person=officer, method=Contact.Method.NONE, notes=secret)
    ChatMute.objects.create(player=ana, until=clock.now(), reason=secret, by=officer)
    Adjustment.objects.create(player=ana, cents=100, ticket=secret, reason=secret, requested_by=officer)
    identity_models.Erasure.objects.create(
        player=ana, reason=secret, requested_at=clock.now(), requested_by=officer
    )
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
    assert not {"monitoring.alert", "monitoring.playerstate", "care.contact"} & set(parts)
    assert [row["until"] for row in parts["games.chatmute"]], "the fact itself is included"
    (held_payment,) = [row for row in parts["cashier.payment"] if row["id"] == payment.pk]
    assert "held" not in held_payment and held_payment["reason"] == ""
    details = [line["details"] for line in parts["audit.line"] if line["kind"] == "withdrawals.asked"]
    assert {"cents": 100} in details and not [data for data in details if "reason" in data]

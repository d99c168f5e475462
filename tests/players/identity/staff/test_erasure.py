"""Erasure: two people decide, data without a retention period are deleted first, the rest after ten years."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import DatabaseError, connection, transaction

from casino.backoffice.roles import grant_role, write_roles
from casino.compliance.screening.models import Entry, ListImport, Match, Screened
from games.models import Favourite, Table
from players.audit.models import Line
from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, take_step
from players.identity.models import Erasure, Identity, PaymentAccount, SignIn, UploadedDocument
from players.identity.staff.erasure import (
    ERASURE,
    NotErasable,
    request_erasure,
)
from players.identity.verification.account_status import close_player
from players.models import Person, Player
from players.protection.models import DocumentMark
from players.shared import clock
from players.wallet.models import Transfer
from tests.demo_house import signed_in
from tests.players.identity.applicant import open_account, pass_identity_check, send_document
from tests.stored_files import document_path

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("document_folder")]
REASON = "Pedido do titular de 23/11"


@pytest.fixture
def staff() -> list[Person]:
    write_roles()
    people = [
        Person.objects.create_user(f"equipa{number}@casa.example", "x", is_staff=True) for number in (1, 2)
    ]
    for person in people:
        grant_role(person, "identity officer")
    return people


def closed_identity(years: float = 0) -> Identity:
    applicant, identity = open_account("90")
    identity = pass_identity_check(identity)
    send_document(applicant)
    Favourite.objects.create(player=identity.player, table=Table.objects.all()[0])
    Authenticator.objects.create(user=identity.player.person, type="totp", data={})
    with clock.at(clock.now() - timedelta(days=365.25 * years)):
        close_player(identity.player, REASON)
    if years:
        closing = Line.objects.filter(player=identity.player, kind="account.closed").latest("id")
        with connection.cursor() as cursor:  # backdates the audit line, which is append-only otherwise
            cursor.execute("ALTER TABLE audit_line DISABLE TRIGGER USER")
            cursor.execute(
                "UPDATE audit_line SET at = at - %s WHERE id = %s",
                [timedelta(days=365.25 * years), closing.pk],
            )
            cursor.execute("ALTER TABLE audit_line ENABLE TRIGGER USER")
    return Identity.objects.select_related("player__person").get(pk=identity.pk)


def approved_erasure(identity: Identity, staff: list[Person]) -> Erasure:
    erasure = request_erasure(player=identity.player, reason=REASON, by=staff[0])
    return take_step(ERASURE, erasure.pk, "approve", person=staff[1])


def test_an_approval_deletes_data_without_a_retention_period_only(staff: list[Person]) -> None:
    identity = closed_identity()
    erasure = request_erasure(player=identity.player, reason=REASON, by=staff[0])
    with pytest.raises(SecondPersonRequired):
        take_step(ERASURE, erasure.pk, "approve", person=staff[0])
    assert Favourite.objects.filter(player=identity.player).exists()
    take_step(ERASURE, erasure.pk, "approve", person=staff[1])
    person = Person.objects.get(pk=identity.player.person_id)
    assert not person.has_usable_password() and not Authenticator.objects.filter(user=person).exists()
    assert not Favourite.objects.filter(player=identity.player).exists()
    with pytest.raises(NotErasable, match="too-early"):
        take_step(ERASURE, erasure.pk, "finish", person=staff[0])
    kept = Identity.objects.get(pk=identity.pk)
    assert (kept.name, kept.nif) == (identity.name, identity.nif) and document_path(
        UploadedDocument.objects.get()
    ).exists()
    kinds = (
        Line.objects.filter(kind__startswith="personal-data.eras")
        .order_by("id")
        .values_list("kind", flat=True)
    )
    assert list(kinds) == ["personal-data.erasure-asked", "personal-data.erasure-approved"]


def test_after_ten_years_the_data_are_pseudonymous_and_transfers_unchanged(
    staff: list[Person], django_capture_on_commit_callbacks: Any
) -> None:
    identity = closed_identity(years=10.1)
    player, person, moved = identity.player, identity.player.person, Transfer.objects.count()
    compared_with_a_list(identity)
    erasure = approved_erasure(identity, staff)
    with django_capture_on_commit_callbacks(execute=True):
        take_step(ERASURE, erasure.pk, "finish", person=staff[0])
    known = [
        identity.name,
        identity.nif,
        identity.document_number,
        person.email,
        player.alias,
        "0035000000000000001",
    ]
    rows = rows_about(player)
    assert not [text for text in known if any(text in row for row in rows)]
    assert Transfer.objects.count() == moved and Player.objects.get(pk=player.pk).status == "closed"
    assert (
        not DocumentMark.objects.filter(player=player).exists()
        and not document_path(UploadedDocument.objects.get()).exists()
    )
    assert set(SignIn.objects.filter(person=person).values_list("address", "device")) == {(None, "")}
    with pytest.raises(AlreadyDecided):
        take_step(ERASURE, erasure.pk, "finish", person=staff[0])


def compared_with_a_list(identity: Identity) -> None:
    """The match holds words of the name, as the list spells them."""
    reading = ListImport.objects.create(name="eu", state="imported", digest="0" * 64)
    entry = Entry.objects.create(
        list_name="eu", key="a", kind="pep", names=["Somebody Else"], digest="0" * 32, since=reading
    )
    Screened.objects.create(player=identity.player, digest="0" * 32, at=clock.now())
    Match.objects.create(
        player=identity.player, entry=entry, kind="pep", player_digest="0" * 32, entry_digest="0" * 32,
        likeness={"name": identity.name},
    )  # fmt: skip


def rows_about(player: Player) -> list[str]:
    """Every row about the player or the person as text, except the audit log, which is a chain."""
    rows: list[str] = []
    with connection.cursor() as cursor:
        for table, column, number in (
            ("identity_identity", "player_id", player.pk),
            ("identity_paymentaccount", "player_id", player.pk),
            ("identity_uploadeddocument", "player_id", player.pk),
            ("identity_draft", "player_id", player.pk),
            ("laundering_access", "player_id", player.pk),
            ("laundering_measure", "player_id", player.pk),
            ("laundering_report", "player_id", player.pk),
            ("returning_blockedperson", "player_id", player.pk),
            ("returning_resemblance", "blocked_id", player.pk),
            ("returning_resemblance", "player_id", player.pk),
            ("returning_trait", "blocked_id", player.pk),
            ("screening_match", "player_id", player.pk),
            ("screening_screened", "player_id", player.pk),
            ("players_player", "id", player.pk),
            ("players_person", "id", player.person_id),
            ("account_emailaddress", "user_id", player.person_id),
            ("identity_addresschange", "person_id", player.person_id),
        ):
            cursor.execute(f"SELECT t::text FROM {table} AS t WHERE {column} = %s", [number])
            rows += [row[0] for row in cursor.fetchall()]
    return rows


def test_the_database_refuses_an_early_or_single_handed_erasure(staff: list[Person]) -> None:
    early, alone = closed_identity(), Player.objects.get(alias="Ana")
    approved_erasure(early, staff)
    for player in (early.player, alone):
        with (
            pytest.raises(DatabaseError, match="have to be kept"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute("SELECT identity_erase(%s)", [player.pk])
    with pytest.raises(DatabaseError, match="must be a proposal"), transaction.atomic():
        Erasure.objects.create(
            player=alone,
            reason=REASON,
            status="approved",
            requested_at=clock.now(),
            requested_by=staff[0],
            decided=clock.now(),
            decided_by=staff[0],
        )
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE identity_paymentaccount SET holder = '–'")
    assert PaymentAccount.objects.get(player=early.player).holder == early.name


def test_an_open_account_or_one_with_money_is_not_erased(staff: list[Person]) -> None:
    ana = Player.objects.get(alias="Ana")
    with pytest.raises(NotErasable, match="open"):
        request_erasure(player=ana, reason=REASON, by=staff[0])
    close_player(ana, REASON)
    with pytest.raises(NotErasable, match="balance"):
        request_erasure(player=ana, reason=REASON, by=staff[0])


def test_staff_request_and_decide_on_the_page_of_the_identity() -> None:
    identity = closed_identity(years=10.1)
    one = signed_in("identidade@feltro.example")
    page, act = (
        f"/admin/identity/identity/{identity.pk}/change/",
        f"/admin/identity/identity/{identity.pk}/erase/",
    )
    assert "Pedir a eliminação" in one.get(page).content.decode()
    one.post(act, {"act": "ask", "reason": "x"})
    assert not Erasure.objects.exists(), "a longer reason is required"
    one.post(act, {"act": "ask", "reason": REASON})
    assert "Aprovar a eliminação" not in one.get(page).content.decode()
    one.post(act, {"act": "approve"})
    assert Erasure.objects.get().status == "asked"
    second = Person.objects.create_user("identidade2@feltro.example", "x", is_staff=True)
    second.groups.set(Person.objects.get(email="identidade@feltro.example").groups.all())
    other = signed_in("identidade2@feltro.example")
    other.post(act, {"act": "approve"})
    assert Erasure.objects.get().status == "approved"
    one.post(act, {"act": "finish"})
    assert Erasure.objects.get().status == "done" and Identity.objects.get(pk=identity.pk).name == "–"

"""Data under the order of an authority are kept past their lawful end, until a second order lifts it.

Two people enter each order, and nobody else learns of it.
"""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from players.audit.models import Line
from players.decisions.deciding import SecondPersonRequired, take_step
from players.history.data_copies import archive
from players.identity.models import Erasure, Identity, LegalHold
from players.identity.staff.erasure import ERASURE, REFUSALS, NotErasable, request_erasure
from players.identity.staff.keeping import destroy_keys, end_keeping
from players.identity.staff.legal_holds import LEGAL_HOLD, OrderIsEntered, is_held, propose_hold
from players.models import Person, PersonKey, Player
from players.shared import clock
from tests.demo_house import signed_in
from tests.security.test_forgotten_people import close_before, planted

pytestmark = pytest.mark.usefixtures("demo")
WHY = "Ofício recebido hoje"
LIST, PROPOSE = "admin:identity_legalhold_changelist", "admin:identity_legalhold_propose"


@pytest.fixture
def officers(demo: None) -> list[Person]:
    """The demonstration has no laundering officer of its own."""
    people = [Person.objects.get(email=f"{name}@feltro.example") for name in ("autor", "aprovador")]
    Group.objects.get(name="laundering officer").user_set.add(*people)
    return people


def order(player: Player, officers: list[Person], reference: str = "12/26", **more: Any) -> LegalHold:
    """An order that one officer entered and another approved."""
    day = clock.day_of(clock.now())
    hold = propose_hold(
        player=player, authority="DCIAP", reference=reference, ordered=day, reason=WHY, person=officers[0],
        **more,
    )  # fmt: skip
    return take_step(LEGAL_HOLD, hold.pk, "approve", person=officers[1])


def kept_keys(player: Player) -> set[str]:
    return set(PersonKey.objects.filter(player=player, destroyed=None).values_list("keeping", flat=True))


def refused(sql: str, values: list[Any]) -> None:
    with (
        pytest.raises(DatabaseError, match="have to be kept"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, values)


def test_what_an_order_keeps_ends_when_a_second_order_lifts_it(officers: list[Person]) -> None:
    held, free = planted(1), planted(2)
    close_before([held, free], 10.1)
    hold = order(held, officers)
    assert is_held(held.pk) and not is_held(free.pk)
    end_keeping()
    destroy_keys()
    assert kept_keys(held) == {"record", "diligence"} and kept_keys(free) == set()
    for what in ("record", "diligence"):
        refused("SELECT end_keeping(%s, %s)", [held.pk, what])
    order(held, officers, "13/26", lifts=hold)
    assert not is_held(held.pk)
    assert end_keeping() == 2 and destroy_keys() == 2 and kept_keys(held) == set()


def test_one_person_keeps_and_lifts_nothing(officers: list[Person]) -> None:
    player, day = Player.objects.get(alias="Ana"), clock.day_of(clock.now())
    values = {"player": player, "authority": "DCIAP", "ordered": day, "reason": WHY, "person": officers[0]}
    hold = propose_hold(reference="12/26", **values)
    assert not is_held(player.pk)
    with pytest.raises(SecondPersonRequired):
        take_step(LEGAL_HOLD, hold.pk, "approve", person=officers[0])
    take_step(LEGAL_HOLD, hold.pk, "approve", person=officers[1])
    with pytest.raises(OrderIsEntered):
        propose_hold(reference="12/26", **values)
    lifting = propose_hold(reference="13/26", lifts=hold, **values)
    with pytest.raises(SecondPersonRequired):
        take_step(LEGAL_HOLD, lifting.pk, "approve", person=officers[0])
    take_step(LEGAL_HOLD, lifting.pk, "refuse", person=officers[1], reason="There is no such order.")
    assert is_held(player.pk), "a refused order lifts nothing"
    again = propose_hold(reference="13/26", lifts=hold, **values)
    with pytest.raises(OrderIsEntered):
        propose_hold(reference="14/26", lifts=hold, **values)
    take_step(LEGAL_HOLD, again.pk, "approve", person=officers[1])
    assert not is_held(player.pk)


def test_an_erasure_waits_in_the_words_that_everybody_reads(officers: list[Person]) -> None:
    player = planted(1)
    close_before([player], 10.1)
    staff = [
        Person.objects.create_user(f"equipa{number}@casa.example", "x", is_staff=True) for number in (1, 2)
    ]
    Group.objects.get(name="identity officer").user_set.add(*staff)
    erasure = request_erasure(player=player, reason=WHY, by=staff[0])
    first = order(player, officers)
    with pytest.raises(NotErasable, match="too-early") as error:
        take_step(ERASURE, erasure.pk, "approve", person=staff[1])
    assert error.value.sentences(ERASURE) == [str(REFUSALS["too-early"])]
    step = (
        "UPDATE identity_erasure SET status = 'approved', decided_by_id = %s, decided = now() WHERE id = %s"
    )
    refused(step, [staff[1].pk, erasure.pk])
    order(player, officers, "13/26", lifts=first)
    take_step(ERASURE, erasure.pk, "approve", person=staff[1])
    order(player, officers, "14/26")
    with pytest.raises(NotErasable, match="too-early"):
        take_step(ERASURE, erasure.pk, "finish", person=staff[0])
    refused("SELECT identity_erase(%s)", [player.pk])
    assert Erasure.objects.get().status == "approved"
    assert Identity.objects.get(player=player).name.startswith("CANARIO")


def test_the_database_lifts_no_order_about_somebody_else(officers: list[Person]) -> None:
    ana, bruno = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno"))
    hold = order(ana, officers)
    with pytest.raises(OrderIsEntered):
        order(bruno, officers, "13/26", lifts=hold)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LegalHold.objects.filter(pk=hold.pk).update(player=bruno)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        LegalHold.objects.all().delete()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("player", "Ninguém", "There is no player with that name."),
        ("player", "", "This field is required."),
        ("authority", " ", "This field is required."),
        ("reference", "", "This field is required."),
        ("reference", "x" * 101, "it has 101"),
        ("ordered", "2999-01-01", "The date of an order cannot be in the future."),
        ("ordered", "tomorrow", "Enter a valid date."),
        ("reason", "short", "it has 5"),
        ("lifts", "99/26", "No order with this reference is in force about this player."),
    ],
)
def test_a_fault_stands_beside_its_field_and_loses_nothing(
    officers: list[Person], field: str, value: str, sentence: str
) -> None:
    fields = {
        "player": "Ana", "lifts": "", "authority": "Tribunal", "reference": "12/26", "ordered": "2026-11-02",
        "reason": WHY,
    }  # fmt: skip
    response = signed_in("autor@feltro.example", "en").post(reverse(PROPOSE), fields | {field: value})
    page = response.content.decode()
    assert response.status_code == 422 and sentence in page and LegalHold.objects.count() == 0
    assert all(f'value="{kept}"' in page for name, kept in fields.items() if kept and name != field)


def test_two_officers_enter_an_order_on_its_pages(officers: list[Person]) -> None:
    fields = {
        "player": "Ana", "lifts": "", "authority": "Tribunal", "reference": "12/26", "ordered": "2026-11-02",
        "reason": WHY,
    }  # fmt: skip
    one, other = (signed_in(person.email, "en") for person in officers)
    assert "Proposed." in one.post(reverse(PROPOSE), fields, follow=True).content.decode()
    again = one.post(reverse(PROPOSE), fields)
    assert again.status_code == 422 and "already been entered" in again.content.decode()
    hold = LegalHold.objects.get()
    page = reverse("admin:identity_legalhold_change", args=[hold.pk])
    decide = reverse("admin:identity_legalhold_decide", args=[hold.pk])
    assert "It agrees with the order" not in one.get(page).content.decode()
    assert "It agrees with the order" in other.get(page).content.decode()
    other.post(decide, {"verb": "approve"})
    assert is_held(hold.player_id) and "in force" in other.get(reverse(LIST)).content.decode()
    lifting = fields | {"lifts": "12/26", "reference": "13/26"}
    assert "Proposed." in other.post(reverse(PROPOSE), lifting, follow=True).content.decode()
    second = LegalHold.objects.exclude(pk=hold.pk).get()
    one.post(reverse("admin:identity_legalhold_decide", args=[second.pk]), {"verb": "approve"})
    text = one.get(reverse(LIST)).content.decode()
    assert not is_held(hold.player_id) and "lifted" in text and "lifts Tribunal, 12/26" in text


@pytest.mark.parametrize("who", ["identidade", "direcao", "oficial", "auditoria", "apoio"])
def test_nobody_else_learns_of_an_order(officers: list[Person], who: str) -> None:
    ana = Player.objects.get(alias="Ana")
    hold = order(ana, officers, "ZSEGREDO/26")
    client = signed_in(f"{who}@feltro.example")
    change = reverse("admin:identity_legalhold_change", args=[hold.pk])
    for url in (reverse(LIST), reverse(PROPOSE), change):
        assert client.get(url).status_code == 403
    decide = reverse("admin:identity_legalhold_decide", args=[hold.pk])
    assert client.post(decide, {"verb": "approve"}).status_code == 403
    assert "SEGREDO" not in said(client, f"/admin/players/player/{ana.pk}/change/")
    assert "SEGREDO" not in said(client, "/admin/work/") + said(client, "/admin/search/?q=ZSEGREDO")


def said(client: Client, url: str) -> str:
    return client.get(url).content.decode()


def test_neither_the_audit_log_nor_the_players_copy_names_it(officers: list[Person]) -> None:
    ana = Player.objects.get(alias="Ana")
    hold = order(ana, officers, "ZSEGREDO/26")
    signed_in(officers[1].email).get(reverse("admin:identity_legalhold_change", args=[hold.pk]))
    lines = Line.objects.filter(kind__startswith="legal-holds.").order_by("id")
    assert [line.kind for line in lines] == [
        "legal-holds.proposed", "legal-holds.approved", "legal-holds.seen",
    ]  # fmt: skip
    assert {(line.player_id, str(line.details), line.about) for line in lines} == {
        (None, "{}", f"legalhold:{hold.pk}")
    }
    with zipfile.ZipFile(io.BytesIO(archive(ana))) as copy:
        assert not [name for name in copy.namelist() if b"SEGREDO" in copy.read(name)]


def test_an_order_of_yesterday_is_past_and_one_of_tomorrow_is_not(officers: list[Person]) -> None:
    client, today = signed_in("autor@feltro.example", "en"), clock.day_of(clock.now())
    fields = {"player": "Ana", "authority": "Tribunal", "reference": "12/26", "reason": WHY}
    for days, status in ((1, 422), (0, 302)):
        day = today + timedelta(days=days)
        response = client.post(reverse(PROPOSE), fields | {"ordered": day.isoformat()})
        assert response.status_code == status

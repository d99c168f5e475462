"""A player's page: what each role sees, personal data, notes and tags, accounts that share something."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.administration.models import PlayerNote, PlayerTag
from players.administration.player_page import Panel, register_panels
from players.audit.models import Line
from players.identity.models import Identity, PaymentAccount, SearchMark, SignIn
from players.models import Person, Player, PlaySession
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in

MOST_QUERIES = 35
TABS = {
    "apoio": ["money", "play", "protection", "complaints"],
    "caixa": ["money", "play"],
    "identidade": ["play", "identity", "links"],
    "regulador": ["money", "play", "protection", "identity", "links", "complaints", "audit"],
    "oficial": ["money", "play", "protection", "identity", "links", "complaints", "audit"],
}


@pytest.fixture
def player(demo: None) -> Player:
    return Player.objects.select_related("person", "identity").get(alias="Ana")


def page_of(player: Player, query: str = "") -> str:
    return f"/admin/players/player/{player.pk}/change/{query}"


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def office(name: str) -> Client:
    return signed_in(f"{name}@feltro.example", "en")


def pay(player: Player, **values: Any) -> Payment:
    row = {"id": uuid4(), "direction": "deposit", "cents": 1000, "status": "paid", **values}
    return Payment.objects.create(player=player, **row)


@pytest.mark.parametrize("role", TABS)
def test_each_role_has_the_tabs_of_its_rights(player: Player, role: str) -> None:
    client = office(role)
    page = read(client, page_of(player))
    assert re.findall(r'href="\?tab=([a-z]+)"', page) == TABS[role]
    for tab in TABS[role]:
        assert 'aria-current="page"' in read(client, page_of(player, f"?tab={tab}"))


def test_a_tab_without_the_right_shows_the_timeline(player: Player) -> None:
    page = read(office("caixa"), page_of(player, "?tab=identity"))
    assert "Payment account" not in page and ">Timeline</h2>" in page


def test_a_role_without_players_is_refused(player: Player) -> None:
    assert office("mesas").get(page_of(player)).status_code == 403


@pytest.mark.parametrize("number", ["0", "999999999", "x", "9" * 30])
def test_no_player_of_that_number(demo: None, number: str) -> None:
    assert office("direcao").get(f"/admin/players/player/{number}/change/").status_code == 404


def test_a_registered_panel_shows_with_its_right_only(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.administration.player_page._panels", {})
    table = {"details": [], "unmasked": True, "identity": player.identity}
    register_panels(
        Panel(
            "later",
            "money",
            "Payment methods",
            "cashier.view_payment",
            1,
            lambda request, player: table,
            "backoffice/players/panel_identity.html",
        )
    )
    assert "Payment methods" in read(office("caixa"), page_of(player, "?tab=money"))
    assert "Payment methods" not in read(office("identidade"), page_of(player, "?tab=money"))
    with pytest.raises(ValueError, match="names no tab"):
        register_panels(Panel("lost", "nowhere", "x", "cashier.view_payment", 1, lambda request, player: {}))


def test_personal_data_stay_masked_until_a_reason_is_given(player: Player) -> None:
    client = office("identidade")
    personal = (player.identity.nif, player.identity.name, player.person.email)
    pages = [page_of(player), page_of(player, "?tab=identity"), page_of(player, "?tab=links")]
    assert not any(text in read(client, page) for page in pages for text in personal)
    client.post(
        f"/admin/identity/identity/{player.identity.pk}/unmask/", {"reason": "short", "page": "player"}
    )
    assert player.identity.nif not in read(client, pages[1])
    answer = client.post(
        f"/admin/identity/identity/{player.identity.pk}/unmask/",
        {"reason": "The player telephoned", "page": "player"},
    )
    assert answer.url == pages[1]
    assert player.identity.nif in read(client, pages[1]) and player.identity.name in read(client, pages[1])
    assert Line.objects.filter(kind="identity.unmasked", player=player).count() == 1


def test_signs_of_risk_leave_an_audit_line_when_they_are_seen(player: Player) -> None:
    from tests.casino.compliance.monitoring.alerts import raised_alert

    read(office("oficial"), page_of(player))
    assert not Line.objects.filter(kind="care.player-seen").exists(), "there was nothing to see"
    raised_alert(player, "raised", {"raised": 3, "raised_least": 3})
    page = read(office("oficial"), page_of(player))
    assert "1 sign in thirty days" in page and "Risk signs" in page
    assert Line.objects.filter(kind="care.player-seen", player=player).count() == 1
    read(office("apoio"), page_of(player))
    assert Line.objects.filter(kind="care.player-seen", player=player).count() == 1


def test_the_head_counts_signs_of_the_last_thirty_days(player: Player) -> None:
    from tests.casino.compliance.monitoring.alerts import raised_alert

    for days_ago in (29, 31, 200):
        at = clock.now() - timedelta(days=days_ago)
        raised_alert(player, "raised", {"raised": 3, "raised_least": 3}, at)
    raised_alert(player, "raised", {"raised": 4, "raised_least": 3}, kind="laundering")
    assert "1 sign in thirty days" in read(office("oficial"), page_of(player))


def test_the_number_of_queries_does_not_depend_on_the_amount_of_data(player: Player) -> None:
    client = office("direcao")
    tabs = ["", *(f"?tab={tab}" for tab in TABS["oficial"])]

    def counts() -> dict[str, int]:
        numbers = {}
        for tab in tabs:
            read(client, page_of(player, tab))
            with CaptureQueriesContext(connection) as queries:
                read(client, page_of(player, tab))
            numbers[tab] = len(queries)
        return numbers

    now = clock.now()

    def fill(number: int) -> None:
        for step in range(number):
            at = now - timedelta(minutes=step)
            pay(player, made=at)
            SignIn.objects.create(person=player.person, began=at, address="10.0.0.7", device="Firefox/1")
            PlaySession.objects.create(
                player=player, table=1, table_name="Lisboa", system="french-roulette", currency="EUR",
                started=at, ended=at, cause="player",
            )  # fmt: skip
            PlayerNote.objects.create(
                player=player, text="Telephoned.", by=Person.objects.get(email="apoio@feltro.example")
            )

    fill(2)
    few = counts()
    fill(40)
    many = counts()
    assert many == few and max(few.values()) <= MOST_QUERIES, (few, many)


# --- notes and tags


def test_notes_are_kept_and_never_changed(player: Player) -> None:
    client = office("apoio")
    client.post(f"/admin/players/player/{player.pk}/note/", {"text": "brief"})
    assert not PlayerNote.objects.exists()
    client.post(f"/admin/players/player/{player.pk}/note/", {"text": "Asks for a call on Mondays."})
    assert "Asks for a call on Mondays." in read(office("caixa"), page_of(player))
    line = Line.objects.get(kind="account.note-written")
    assert line.player_id == player.pk and "Mondays" not in str(line.details)
    for change in ("UPDATE administration_playernote SET text = ''", "DELETE FROM administration_playernote"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)


def test_a_reader_writes_no_notes(player: Player) -> None:
    client = office("conformidade")
    assert "New note" not in read(client, page_of(player))
    for act in ("note", "tag"):
        answer = client.post(f"/admin/players/player/{player.pk}/{act}/", {"text": "x" * 20, "name": "x"})
        assert answer.status_code == 403
    assert not PlayerNote.objects.exists() and not PlayerTag.objects.exists()


def test_tags_are_added_and_removed(player: Player) -> None:
    client, address = office("apoio"), f"/admin/players/player/{player.pk}/tag/"
    client.post(address, {"name": "  Speaks   ENGLISH "})
    client.post(address, {"name": "speaks english"})
    assert "speaks english" in read(office("regulador"), page_of(player))
    client.post(address, {"name": "speaks english", "act": "remove"})
    assert not PlayerTag.objects.exists()
    kinds = Line.objects.filter(player=player, kind__startswith="account.tag").order_by("id")
    assert list(kinds.values_list("kind", flat=True)) == ["account.tag-added", "account.tag-removed"]


def test_a_player_has_at_most_twelve_tags(player: Player) -> None:
    client, address = office("apoio"), f"/admin/players/player/{player.pk}/tag/"
    for number in range(14):
        client.post(address, {"name": f"tag {number}"})
    client.post(address, {"name": "   "})
    assert PlayerTag.objects.count() == 12


# --- linked accounts


def sign_in_from(player: Player, address: str, device: str) -> None:
    SignIn.objects.create(person=player.person, address=address, device=device)


def test_accounts_with_the_same_address_device_or_iban_are_linked(player: Player) -> None:
    other = Player.objects.select_related("person").get(alias="Bruno")
    third = Player.objects.select_related("person").get(alias="Carla")
    sign_in_from(player, "203.0.113.9", "A rare browser/1")
    sign_in_from(other, "203.0.113.9", "Another browser/2")
    sign_in_from(third, "203.0.113.10", "A rare browser/1")
    account = PaymentAccount.objects.get(player=player, until=None)
    PaymentAccount.objects.filter(player=third, until=None).update(until=clock.now())
    PaymentAccount.objects.create(player=third, iban=account.iban, holder="Carla")
    page = read(office("identidade"), page_of(player, "?tab=links"))
    by_panel = {
        name: set(re.findall(r"/player/\d+/change/\">(\w+)<", part))
        for name, part in re.findall(r'id="panel-links-(\w+)"(.*?)</section>', page, re.DOTALL)
    }
    assert by_panel == {"iban": {"Carla"}, "address": {"Bruno"}, "device": {"Carla"}}
    assert account.iban not in page.replace(" ", "")


def test_an_address_that_many_share_is_no_link(player: Player) -> None:
    sign_in_from(player, "203.0.113.20", "")
    for number in range(11):
        person = Person.objects.create_user(f"crowd-{number}@feltro.example")
        sign_in_from(Player.objects.create(person=person, alias=f"Crowd {number}"), "203.0.113.20", "")
    page = read(office("identidade"), page_of(player, "?tab=links"))
    assert "Crowd" not in page


def test_a_changed_tax_number_takes_its_digest_with_it(player: Player) -> None:
    before = set(SearchMark.objects.filter(player=player, kind="nif").values_list("mark", flat=True))
    identity = Identity.objects.get(player=player)
    identity.nif = "299999998"
    identity.save()
    after = set(SearchMark.objects.filter(player=player, kind="nif").values_list("mark", flat=True))
    assert len(before) == len(after) == 1 and before != after

"""A session ends twelve hours after its sign-in, whatever is clicked, and never inside a hand.

Red before: each click moved the end, so that a stolen cookie lived as long as the thief used it.
"""

from __future__ import annotations

import asyncio
import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from casino.services.folder import PROJECT
from games.models import Table
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from games.tables.web import hub as hub_module
from games.tables.web.consumer import Viewer, _identify
from games.tables.web.hub import Hub
from games.tables.web.sockets import Socket
from players.identity.models import SignIn
from players.identity.sign_in import session_end
from players.identity.sign_in.session_store import (
    SIGN_IN,
    SessionStore,
    proof_digest,
    session_digest,
    session_proof,
)
from players.models import Person, Player
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet, players_with, table_open
from tests.sandbox_cashier import known

pytestmark = pytest.mark.django_db
HOURS = 12
PAGES = [("ana@feltro.example", "/account/security/"), ("direcao@feltro.example", "/admin/")]


def entry_of(client: Client) -> SignIn:
    return SignIn.objects.get(session=session_digest(client.session.session_key))


def date_back(entry: SignIn, began: datetime) -> None:
    """The record refuses it, even to its owner."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE identity_signin SET began = %s WHERE id = %s", [began, entry.pk])
        cursor.execute("SET session_replication_role = origin")


def signed_in_ago(client: Client, **ago: float) -> None:
    """Moves the sign-in into the past, as if its owner had clicked all the time."""
    began = timezone.now() - timedelta(**ago)
    date_back(entry_of(client), began)
    session = client.session
    session[SIGN_IN] = [*session[SIGN_IN][:2], int(began.timestamp())]
    session.save()


def is_signed_in(client: Client, path: str) -> bool:
    answer = client.get(path)
    return not (answer.status_code == 302 and "/account/sign-in/" in answer["Location"])


@pytest.mark.parametrize(("email", "path"), PAGES)
def test_a_session_ends_after_twelve_hours_whatever_is_clicked(demo: None, email: str, path: str) -> None:
    client = signed_in(email, "en")
    signed_in_ago(client, hours=HOURS, minutes=-1)
    assert is_signed_in(client, path)
    signed_in_ago(client, hours=HOURS, seconds=1)
    entry = entry_of(client)
    assert not is_signed_in(client, path)
    entry.refresh_from_db()
    assert entry.cause == "expired" and entry.ended is not None
    assert "12 hours after you had signed in" in client.get("/account/sign-in/").content.decode()


def test_using_a_session_does_not_move_its_end(demo: None) -> None:
    client = signed_in("ana@feltro.example")
    signed_in_ago(client, hours=11)
    for _ in range(3):
        session = client.session
        session["seen"] = int(timezone.now().timestamp()) - 90
        session.save()
        client.get("/account/")
    row = Session.objects.get(session_key=session_digest(client.session.session_key))
    assert row.expire_date <= timezone.now() + timedelta(hours=2, minutes=1), "an hour, and one for the hand"


def test_a_new_password_does_not_begin_the_hours_anew(demo: None) -> None:
    client = signed_in("ana@feltro.example")
    person = Person.objects.get(email="ana@feltro.example")
    signed_in_ago(client, hours=11, minutes=59)
    new = "quatro ameixas azuis ao luar"
    person.set_password("an old password 1")
    person.save()
    SignIn.objects.filter(pk=entry_of(client).pk).update(
        epoch=Person.objects.get(pk=person.pk).credential_epoch
    )
    session = client.session
    session["_auth_user_hash"] = person.get_session_auth_hash()
    session.save()
    form = {"oldpassword": "an old password 1", "password1": new, "password2": new}
    assert client.post("/account/password/", form).status_code == 302
    assert entry_of(client).began < timezone.now() - timedelta(hours=11)


# --- what is said before


@pytest.mark.parametrize(("email", "path"), PAGES)
def test_pages_say_so_ten_minutes_before(demo: None, email: str, path: str) -> None:
    def notice(**ago: float) -> str:
        signed_in_ago(client, **ago)
        page = client.get(path).content.decode()
        shown = re.search(r"<div[^>]*data-session-end[^>]*>", page)
        assert shown is not None, "the script shows it on a page that stays open"
        assert "Your session ends at" in page
        return shown[0]

    client = signed_in(email, "en")
    assert " hidden>" in notice(hours=11, minutes=49)
    assert " hidden>" not in notice(hours=11, minutes=51)


def test_nobody_else_reads_of_an_end(demo: None, client: Client) -> None:
    assert "data-session-end" not in client.get("/").content.decode()


def test_the_page_of_a_table_says_so_as_well(demo: None) -> None:
    table = Table.objects.filter(currency="EUR", status="open").first()
    assert table is not None
    client = signed_in("ana@feltro.example", "en")
    signed_in_ago(client, hours=11)
    end = client.get(f"/table/{table.pk}/").context["facts"]["session_end"]
    said_in = end["said_from"] / 1000 - timezone.now().timestamp()
    assert 49 * 60 < said_in <= 50 * 60
    assert re.fullmatch(r"\d\d?:\d\d", end["time"])
    assert Client().get(f"/table/{table.pk}/").context["facts"]["session_end"] is None


# --- never inside a hand


@pytest.fixture
def at_the_table(tmp_path: Path) -> tuple[LiveTable, Player, Client]:
    ana = known(players_with(10_000, 1)[0])
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    room.until("bets-opened")
    client = Client(headers={"accept-language": "en"})
    client.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return room, ana, client


def identified(client: Client, table: int) -> Viewer | str:
    session = SessionStore(client.session.session_key)
    person = Person.objects.get(pk=client.session["_auth_user_id"])
    answer: Viewer | str = _identify.func(person, session, table)  # type: ignore[attr-defined]
    return answer


def test_a_hand_in_play_goes_on_to_its_end(at_the_table: tuple[LiveTable, Player, Client]) -> None:
    room, ana, client = at_the_table
    (placed,) = room.send((ana, bet(room.round, {"red": 500})))
    assert placed.refused is None
    playing = room.round
    signed_in_ago(client, hours=HOURS, minutes=1)
    assert is_signed_in(client, "/account/security/"), "not inside a hand"
    viewer = identified(client, room.table.pk)
    assert isinstance(viewer, Viewer) and viewer.last_round == playing
    proof = session_proof(client.session.session_key)
    more = CommandRequest(
        ana.pk, bet(playing, {"black": 500}), ("web", 1), viewer.epoch, session=proof_digest(proof)
    )
    (again,) = room.execute([more]).results
    assert again.refused is None, "the croupier still takes what the hand allows"
    room.until("round-ended")
    assert session_end.rounds_in_play(ana.person_id) == frozenset()
    assert identified(client, room.table.pk) == session_end.SESSION_OVER
    assert not is_signed_in(client, "/account/security/")


def socket_of(client: Client, player: Player, table: int) -> Socket:
    proof = session_proof(client.session.session_key)
    nothing: Any = object()
    socket = Socket(1, table, player.pk, proof_digest(proof), nothing, nothing)
    socket.person, socket.proof = player.person_id, proof
    return socket


def play(number: int) -> protocol.Play:
    body = json.dumps({"t": "do", "id": str(uuid4()), "round": number, "do": {}}).encode()
    message = protocol.decode_message(body)
    assert isinstance(message, protocol.Play)
    return message


def test_a_socket_plays_the_hand_and_begins_nothing(at_the_table: tuple[LiveTable, Player, Client]) -> None:
    room, ana, client = at_the_table

    async def check() -> None:
        socket = socket_of(client, ana, room.table.pk)
        assert socket.may_send(play(7)) and socket.may_send(protocol.Sit(uuid4()))
        socket.last_round = 7
        assert socket.may_send(play(7)) and not socket.may_send(play(8))
        assert not socket.may_send(protocol.Sit(uuid4()))
        assert socket.may_send(protocol.Leave(uuid4())) and socket.may_send(protocol.RequestSnapshot())

    asyncio.run(check())


def test_the_socket_ends_with_the_hand(
    at_the_table: tuple[LiveTable, Player, Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ana, client = at_the_table
    hands = [
        frozenset({(room.table.pk, 7)}),
        frozenset({(room.table.pk, 7)}),
        frozenset({(room.table.pk, 8)}),
    ]
    ended: list[tuple[str, bytes]] = []

    async def hands_in_play(person: int) -> frozenset[tuple[int, int]]:
        assert not ended and person == ana.person_id
        return hands.pop(0)

    async def end(session: str, proof: bytes) -> None:
        ended.append((session, proof))

    async def check() -> None:
        hub = Hub()
        socket = socket_of(client, ana, room.table.pk)
        hub.sockets[1] = socket
        hub.ending.add(socket.session)
        await hub._end_after_hands(socket.session, ana.person_id)
        assert socket.last_round == 7
        assert ended == [(socket.session, socket.proof)], "the next hand is not waited for"
        assert not hub.ending

    monkeypatch.setattr(hub_module, "hands_in_play", hands_in_play)
    monkeypatch.setattr(hub_module, "end_session", end)
    monkeypatch.setattr(hub_module, "STAY_CHECKED_AFTER", 0.0)
    asyncio.run(check())
    assert not hands


def test_what_ends_is_recorded_and_closes_the_sockets(
    at_the_table: tuple[LiveTable, Player, Client],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    _, ana, client = at_the_table
    digest = session_digest(client.session.session_key)
    assert not session_end.end_session_over(digest), "its time is not over"
    signed_in_ago(client, hours=HOURS, seconds=1)
    closed: list[SimpleNamespace] = []
    monkeypatch.setattr(
        "games.tables.signals.close_sockets",
        lambda why, **named: closed.append(SimpleNamespace(why=why, **named)),
    )
    from games.tables.web.hub_queries import end_session
    from tests.conftest import web_rights

    with django_capture_on_commit_callbacks(execute=True), web_rights():
        end_session.func(digest, session_proof(client.session.session_key))  # type: ignore[attr-defined]
    assert [(one.why, one.session) for one in closed] == [("session-over", digest)]
    assert SignIn.objects.get(person=ana.person).cause == "expired"
    assert not is_signed_in(client, "/account/security/")


def test_a_visitor_without_an_account_has_no_such_end(demo: None) -> None:
    from players.identity.sign_in.proven_sessions import session_holders

    table = Table.objects.filter(currency="DEMO", status="open").first()
    assert table is not None
    guest = Client()
    guest.post(f"/table/{table.pk}/visit/")
    digest = session_digest(guest.session.session_key)
    date_back(entry_of(guest), timezone.now() - timedelta(hours=20))
    assert not session_holders([digest])[digest].is_over


def test_the_time_limits_stand_in_the_guide() -> None:
    guide = (PROJECT / "docs" / "operating" / "settings.md").read_text("utf-8")
    (row,) = [line for line in guide.splitlines() if line.startswith("| `SESSION_HOURS` |")]
    assert f"| {settings.SESSION_HOURS} |" in row
    assert f"{settings.IDLE_SIGN_OUT_SECONDS // 60} minutes without a request" in row

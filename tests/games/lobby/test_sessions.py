"""Scheduled sessions of tables in the lobby: registering, withdrawing, and who may not.  [HE-2m] [HE-6b]"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format

from games.floor import table_sessions
from games.lobby import live
from games.models import Registration, Table, TableSession
from players.inbox.models import Message
from players.models import Person, Player
from players.protection.exclusions import begin_exclusion, begin_pause
from players.protection.models import Exclusion, NationalFeed
from tests.live_table import players_with, table_open

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    live._cache.clear()


@pytest.fixture
def ana(demo: None, client: Client) -> Player:
    player = Player.objects.get(alias="Ana")
    client.force_login(Person.objects.get(pk=player.person_id), backend=BACKEND)
    return player


@pytest.fixture
def session(ana: Player) -> TableSession:
    table = table_open("holdem", seats=2, regime="session", hours=1, name="Caminha")
    Table.objects.filter(pk=table.pk).update(status="closed")
    TableSession.objects.update(status="cancelled")  # that of the demonstration's own table
    return table_sessions.announce_session(table=table, starts=timezone.now() + timedelta(hours=2), hours=1)


def submit(client: Client, address: str) -> str:
    """The page after a form was sent."""
    return client.post(address, follow=True, headers={"accept-language": "pt"}).content.decode()


def refusal_of(client: Client, session: TableSession) -> str:
    """What the page says after registering in vain."""
    address = f"/lobby/sessions/{session.pk}/register/"
    answer = client.post(address, headers={"accept-language": "pt"})
    *_earlier, message = get_messages(answer.wsgi_request)
    return str(message)


def test_HE_6b_a_seat_is_registered_and_given_back(
    ana: Player, session: TableSession, client: Client
) -> None:
    page = client.get("/lobby/sessions/", headers={"accept-language": "pt"}).content.decode()
    assert "Caminha" in page and "2 lugares livres" in page and "Inscrever-me" in page
    page = submit(client, f"/lobby/sessions/{session.pk}/register/")
    assert "Tem um lugar na mesa Caminha" in page and "Está inscrito" in page and "1 lugar livre" in page
    assert "Caminha" in client.get("/lobby/").content.decode(), "the lobby lists sessions to come too"
    page = submit(client, f"/lobby/sessions/{session.pk}/withdraw/")
    assert "Já não está inscrito" in page and not Registration.objects.exists()


def test_HE_6b_a_full_session_refuses_with_the_rule(
    ana: Player, session: TableSession, client: Client
) -> None:
    for player in players_with(1_000, 2):
        table_sessions.register(session=session.pk, player=player)
    page = client.get("/lobby/sessions/", headers={"accept-language": "pt"}).content.decode()
    assert "Completa" in page and "Inscrever-me" not in page
    assert "Os 2 lugares desta sessão estão todos ocupados. (regra HE-6b)" in submit(
        client, f"/lobby/sessions/{session.pk}/register/"
    )


def test_HE_6b_after_the_beginning_a_seat_is_given_up_at_the_table(
    ana: Player, session: TableSession, client: Client
) -> None:
    table_sessions.register(session=session.pk, player=ana)
    TableSession.objects.filter(pk=session.pk).update(status="open")
    assert "A sessão já começou" in submit(client, f"/lobby/sessions/{session.pk}/withdraw/")
    assert Registration.objects.count() == 1
    page = client.get("/lobby/sessions/", headers={"accept-language": "pt"}).content.decode()
    assert "Há um lugar guardado para si" in page or "A decorrer" in page
    TableSession.objects.filter(pk=session.pk).update(status="closed")
    assert "já acabou ou foi cancelada" in submit(client, f"/lobby/sessions/{session.pk}/register/")
    assert "já acabou ou foi cancelada" in submit(client, "/lobby/sessions/999999/register/")


def test_a_barred_player_cannot_register_and_sees_why(
    ana: Player, session: TableSession, client: Client
) -> None:
    Player.objects.filter(pk=ana.pk).update(status="pending")
    assert "a sua identidade tem de estar confirmada" in refusal_of(client, session)
    Player.objects.filter(pk=ana.pk).update(status="active")
    ends = timezone.now() + timedelta(days=100)
    Exclusion.objects.create(player=ana, starts=timezone.now() - timedelta(days=1), ends=ends)
    refusal = refusal_of(client, session)
    assert "Está excluído do jogo até" in refusal and str(timezone.localtime(ends).year) in refusal
    assert not Registration.objects.exists()


def test_without_the_national_list_nobody_registers_and_the_refusal_says_so(
    ana: Player, session: TableSession, client: Client
) -> None:
    """[903-B 2.2.3] Before, this refusal had no sentence and the page failed."""
    NationalFeed.objects.all().delete()
    assert "não foi possível ler a lista nacional" in refusal_of(client, session)
    page = client.get("/lobby/sessions/", headers={"accept-language": "pt"}).content.decode()
    assert "não foi possível ler a lista nacional" in page and "Inscrever-me" not in page
    assert not Registration.objects.exists()


LANGUAGES = {
    "en": ("Your pause lasts until", "excluded from play until", "Register<"),
    "pt-pt": ("em pausa até", "excluído do jogo até", "Inscrever-me<"),
    "es": ("en pausa hasta", "excluido del juego hasta", "Inscribirme<"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["pause", "exclusion"])
def test_a_barred_player_sees_why_and_until_when_instead_of_registering(
    ana: Player, session: TableSession, client: Client, kind: str, language: str
) -> None:
    """[903-B 5.2.1] On the page of sessions and in the lobby, before any press of a button."""
    on_pause, excluded, register = LANGUAGES[language]

    def shown(address: str) -> str:
        page = client.get(address, headers={"accept-language": language}).content.decode()
        return page[page.index('<ul class="rows"') :]

    for address in ("/lobby/sessions/", "/lobby/"):
        assert register in shown(address) and "meeting-barred" not in shown(address)
    if kind == "pause":
        ends, sentence = begin_pause(ana, 7).ends, on_pause
    else:
        ends, sentence = begin_exclusion(ana, 3).ends, excluded
    assert ends is not None
    for address in ("/lobby/sessions/", "/lobby/"):
        page = shown(address)
        (reason,) = re.findall(r'<p class="meeting-barred">(.*?)</p>', page)
        with translation.override(language):
            assert sentence in reason and date_format(timezone.localtime(ends), "DATETIME_FORMAT") in reason
        assert 'href="/account/exclusion/"' in reason and "Caminha" in page
        assert register not in page and "/register/" not in page


def test_a_registered_player_on_a_pause_sees_why_and_may_give_the_seat_back(
    ana: Player, session: TableSession, client: Client
) -> None:
    table_sessions.register(session=session.pk, player=ana)
    begin_pause(ana, 7)
    page = client.get("/lobby/sessions/", headers={"accept-language": "en"}).content.decode()
    assert "meeting-barred" in page and "You are registered" in page and "/withdraw/" in page
    TableSession.objects.filter(pk=session.pk).update(status="open")
    page = client.get("/lobby/sessions/", headers={"accept-language": "en"}).content.decode()
    assert "meeting-barred" in page and ">Watch</a>" in page
    assert (
        "A seat is kept for you" not in page
        and "Go to the table" not in page.partition('<ul class="rows"')[2]
    )


def test_anybody_may_look_at_sessions_and_only_players_register(session: TableSession) -> None:
    stranger = Client()
    page = stranger.get("/lobby/sessions/", headers={"accept-language": "pt"}).content.decode()
    assert (
        "Caminha" in page
        and "Entrar para se inscrever" in page
        and '<form method="post" action="/lobby/sessions/' not in page
    )
    assert stranger.post(f"/lobby/sessions/{session.pk}/register/")["Location"].startswith(
        "/account/sign-in/"
    )
    assert stranger.get(f"/lobby/sessions/{session.pk}/register/").status_code == 405


@pytest.mark.parametrize(("language", "joint"), [("pt-pt", " de "), ("en", " "), ("es", " de ")])
def test_the_day_of_a_session_is_written_as_in_the_language(
    session: TableSession, language: str, joint: str
) -> None:
    page = Client(headers={"accept-language": language}).get("/lobby/sessions/").content.decode()
    days = re.findall(r'<p class="meeting-day">[^,]+, (\d+)([^\d<]*?)\w+</p>', page)
    assert days and {between for _, between in days} == {joint}


def test_without_a_session_the_page_says_so(demo: None, client: Client) -> None:
    TableSession.objects.all().delete()
    assert (
        "Não há nenhuma sessão anunciada"
        in client.get("/lobby/sessions/", headers={"accept-language": "pt"}).content.decode()
    )


def test_HE_2m_registered_players_are_notified_when_it_begins(
    ana: Player, session: TableSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_sessions, "send_to_tables", lambda tables, command: None)
    table_sessions.register(session=session.pk, player=ana)
    TableSession.objects.filter(pk=session.pk).update(starts=timezone.now() - timedelta(seconds=1))
    assert table_sessions.open_due_sessions() == 1 and table_sessions.open_due_sessions() == 0
    (message,) = Message.objects.filter(player=ana, kind="session-begun")
    assert message.details["table"] == "Caminha"

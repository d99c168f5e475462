"""Who is signed in where, how a sign-in ends, the way back after a lock, and the terms at the door."""

from __future__ import annotations

import re
from typing import Any

import pytest
import redis
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from games.tables.transport import envelope
from players.audit.models import Line
from players.identity import emails, terms
from players.identity.account_status import player_close, player_suspend
from players.identity.idle_sign_out import SEEN
from players.identity.models import Acceptance, SignIn, Terms
from players.identity.session_store import session_digest
from players.identity.sign_ins import device_said, sign_ins_expire
from players.inbox.models import Message
from players.models import Person, Player
from tests.players.conftest import ana, demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.processes import received, registered

ANA = {"login": "ana@feltro.example", "password": "mesa-ana-2015"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


def entered(device: str = FIREFOX, **said: str) -> Client:
    client = Client(headers={"user-agent": device, "accept-language": "pt"}, REMOTE_ADDR="192.0.2.7")
    assert client.post("/account/sign-in/", {**ANA, **said}).status_code == 302
    return client


def signed_in_still(client: Client) -> bool:
    return bool(client.get("/account/").status_code == 200)


@pytest.mark.parametrize(
    ("device", "said"),
    [
        (FIREFOX, "Firefox em Linux"),
        (IPHONE, "Safari em iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
            "Edge em Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
            "Chrome em Android",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "dispositivo desconhecido"),
    ],
)
def test_a_device_is_called_what_a_person_calls_it(device: str, said: str) -> None:
    assert device_said(device) == said


def test_every_sign_in_is_on_the_record_with_device_address_and_method(demo: None) -> None:  # noqa: F811
    entered()
    entry = SignIn.objects.get(person__email=ANA["login"])
    assert (entry.address, entry.device, entry.method, entry.ended) == (
        "192.0.2.7",
        FIREFOX,
        "password",
        None,
    )
    assert Line.objects.filter(kind="access.signed-in", player__alias="Ana", address="192.0.2.7").exists()


def test_the_owner_sees_every_device_and_ends_what_he_does_not_know(demo: None) -> None:  # noqa: F811
    here, there = entered(), entered(IPHONE)
    page = here.get("/account/sign-ins/").content.decode()
    assert "Firefox em Linux · este" in page and "Safari em iPhone" in page and "192.0.2.7" in page
    other = SignIn.objects.get(device=IPHONE)
    here.post("/account/sign-ins/end/", {"entry": str(other.pk)})
    assert signed_in_still(here) and not signed_in_still(there)
    other.refresh_from_db()
    assert other.ended is not None and other.cause == "elsewhere" and other.session == ""
    assert "terminada a partir de outro dispositivo" in here.get("/account/sign-ins/").content.decode()


def test_all_others_end_at_once_and_this_one_stays(demo: None) -> None:  # noqa: F811
    here, others = entered(), [entered(IPHONE), entered()]
    here.post("/account/sign-ins/end/", {"entry": "others"})
    assert signed_in_still(here) and not any(map(signed_in_still, others))


@pytest.mark.parametrize("chosen", ["", "0", "-1", "x", "9" * 30, "\x00"])
def test_nobody_ends_what_is_not_his(demo: None, chosen: str) -> None:  # noqa: F811
    here = entered()
    bruno = signed_in("bruno@feltro.example")
    strange = SignIn.objects.get(person__email="bruno@feltro.example")
    assert here.post("/account/sign-ins/end/", {"entry": chosen}).status_code == 302
    here.post("/account/sign-ins/end/", {"entry": str(strange.pk)})
    assert signed_in_still(bruno)


def test_signing_out_idleness_and_expiry_each_leave_their_cause(demo: None) -> None:  # noqa: F811
    out, idle, gone = entered(), entered(), entered()
    out.post("/account/sign-out/")
    session = idle.session
    session[SEEN] = 1
    session.save()
    idle.get("/account/")
    Session.objects.filter(session_key=session_digest(gone.session.session_key)).delete()
    sign_ins_expire()
    assert list(SignIn.objects.order_by("id").values_list("cause", flat=True)) == [
        "signed-out",
        "idle",
        "expired",
    ]


def test_a_changed_password_keeps_this_sign_in_on_the_list(demo: None) -> None:  # noqa: F811
    here = entered()
    before = here.session.session_key
    new = {"oldpassword": ANA["password"], "password1": "outra-palavra-9", "password2": "outra-palavra-9"}
    assert here.post("/account/password/", new).status_code == 302
    assert signed_in_still(here) and here.session.session_key != before
    assert "Firefox em Linux · este" in here.get("/account/sign-ins/").content.decode()


def test_a_device_never_seen_before_is_told_to_the_owner_and_the_first_is_not(demo: None) -> None:  # noqa: F811
    entered()
    entered()
    assert not Message.objects.filter(kind="access-new-device").exists()
    entered(IPHONE)
    assert Message.objects.get(kind="access-new-device").said["device"] == "Safari em iPhone"


def test_the_list_of_sign_ins_costs_the_same_however_many_there_were(
    demo: None, django_assert_max_num_queries: Any
) -> None:  # noqa: F811
    here = entered()
    person = Person.objects.get(email=ANA["login"])
    SignIn.objects.bulk_create(
        [
            SignIn(person=person, device=FIREFOX, ended="2026-01-01T00:00Z", cause="signed-out")
            for _ in range(300)
        ]
    )
    with django_assert_max_num_queries(20):
        assert here.get("/account/sign-ins/").status_code == 200


# --- the lock and the way back


def locked() -> str:
    """Ana's account after three failures; the link of her mail."""
    for _ in range(3):
        Client().post("/account/sign-in/", {**ANA, "password": "wrong"})
    for number in emails.due():
        emails.letter_post(number)
    found = re.search(r"http://testserver(\S+)", mail.outbox[-1].body)
    assert found is not None and mail.outbox[-1].to == [ANA["login"]]
    return found[1]


def test_G04_the_owner_of_a_locked_account_gets_a_link_that_opens_it_once(demo: None) -> None:  # noqa: F811
    link = locked()
    assert Client().post("/account/sign-in/", ANA).status_code == 200, "locked"
    assert (
        Client().get(link).status_code == 200 and Client().post("/account/sign-in/", ANA).status_code == 200
    ), "looking opens nothing"
    assert Client().post(link)["Location"] == "/account/sign-in/"
    assert Client().post("/account/sign-in/", ANA).status_code == 302
    assert Client().post(link).status_code == 410 and Client().get(link).status_code == 410


def test_a_forged_link_opens_nothing(demo: None) -> None:  # noqa: F811
    link = locked()
    for forged in (link[:-2] + "x/", "/account/unlock/abc/", "/account/unlock/%00/"):
        assert Client().post(forged).status_code in (404, 410)
    assert Client().post("/account/sign-in/", ANA).status_code == 200


def test_failures_are_on_the_record_and_a_stranger_is_not_written_to(demo: None) -> None:  # noqa: F811
    for _ in range(3):
        Client().post("/account/sign-in/", {"login": "ninguem@feltro.example", "password": "x"})
    for number in emails.due():
        emails.letter_post(number)
    assert mail.outbox == []
    assert Line.objects.filter(kind="access.failed", said__known=False).count() == 3
    locked()
    assert Line.objects.filter(kind="access.failed", player__alias="Ana").count() == 3
    assert Line.objects.filter(kind="access.locked", player__alias="Ana").count() == 1


# --- terms


def changed(settings: Any) -> Terms:
    last = terms.current()
    return Terms.objects.create(
        version=last.version + 1, portuguese="a", english="b", portuguese_digest="a", english_digest="b"
    )


def test_P17_new_terms_are_asked_for_at_the_next_sign_in_and_kept_with_their_version(
    demo: None, settings: Any
) -> None:  # noqa: F811
    before = entered()
    new = changed(settings)
    assert before.get("/lobby/").status_code == 200, "whoever is in stays until he signs in again"
    here = entered()
    for address in ("/lobby/", "/account/", "/account/identity/", "/"):
        assert here.get(address)["Location"] == "/account/terms/"
    for address in ("/account/terms/", "/terms/", "/privacy/", "/responsible/", "/contacts/"):
        assert here.get(address).status_code == 200
    assert here.post("/account/terms/", {"version": str(new.version)}).status_code == 422
    assert here.post("/account/terms/", {"version": str(new.version - 1), "accept": "on"}).status_code == 422
    assert (
        here.post("/account/terms/", {"version": str(new.version), "accept": "on"})["Location"] == "/lobby/"
    )
    assert here.get("/lobby/").status_code == 200
    acceptance = Acceptance.objects.get(player__alias="Ana", terms=new)
    assert (
        acceptance.language == "pt-pt"
        and Line.objects.filter(kind="terms.accepted", about=f"terms:{new.pk}").exists()
    )


def test_whoever_does_not_accept_can_still_leave(demo: None, settings: Any) -> None:  # noqa: F811
    changed(settings)
    here = entered()
    assert here.post("/account/sign-out/").status_code == 302
    assert here.get("/account/")["Location"].startswith("/account/sign-in/")


def test_the_terms_are_a_new_version_when_a_word_of_them_changes_and_only_then(
    demo: None, monkeypatch: pytest.MonkeyPatch
) -> None:  # noqa: F811
    first = terms.terms_publish()
    assert terms.terms_publish() == first
    assert "Quem pode jogar" in first.portuguese and "Who may play" in first.english
    said = terms.text
    monkeypatch.setattr(terms, "text", lambda language: said(language) + ".")
    second = terms.terms_publish()
    assert second.version == first.version + 1 and terms.current() == second
    assert terms.due([player.pk for player in Player.objects.all()]) == set(
        Player.objects.values_list("pk", flat=True)
    )


def test_staff_are_asked_for_no_terms(demo: None, settings: Any) -> None:  # noqa: F811
    changed(settings)
    assert signed_in("mesas@feltro.example").get("/admin/").status_code == 200


# --- shown out


@pytest.mark.parametrize("act", [player_suspend, player_close])
def test_suspending_and_closing_reach_the_tables_with_the_commit(
    demo: None,  # noqa: F811
    act: Any,
    valkey_url: str,
    django_capture_on_commit_callbacks: Any,
) -> None:
    player, web = Player.objects.get(alias="Ana"), registered("web")
    with redis.Redis.from_url(valkey_url) as valkey, valkey.pubsub() as heard:
        heard.subscribe(envelope.FAREWELLS)
        assert heard.get_message(timeout=5)["type"] == "subscribe"  # type: ignore[index]
        with django_capture_on_commit_callbacks(execute=True):
            assert act(player, "motivo bastante")
            assert heard.get_message(timeout=0.2) is None, "nothing is said before it stands"
        message = heard.get_message(timeout=5)
    assert (
        message is not None
        and envelope.decode_farewell(received(web, envelope.FAREWELLS, message["data"]).private).player
        == player.pk
    )


def test_ending_a_sign_in_from_elsewhere_closes_its_sockets(
    demo: None,  # noqa: F811
    valkey_url: str,
    django_capture_on_commit_callbacks: Any,
) -> None:
    here, there, web = entered(), entered(IPHONE), registered("web")
    key = session_digest(there.session.session_key)
    with redis.Redis.from_url(valkey_url) as valkey, valkey.pubsub() as heard:
        heard.subscribe(envelope.FAREWELLS)
        assert heard.get_message(timeout=5)["type"] == "subscribe"  # type: ignore[index]
        with django_capture_on_commit_callbacks(execute=True):
            here.post("/account/sign-ins/end/", {"entry": "others"})
        message = heard.get_message(timeout=5)
    assert (
        message is not None
        and envelope.decode_farewell(received(web, envelope.FAREWELLS, message["data"]).private).session
        == key
    )


# --- the second factor of staff


def test_staff_without_a_second_factor_come_no_further_than_to_set_one_up(demo: None, settings: Any) -> None:  # noqa: F811
    settings.HOUSE_DEMO = False
    client = signed_in("identidade@feltro.example")
    for address in ("/admin/", "/admin/identity/identity/", "/admin/players/player/"):
        assert client.get(address)["Location"] == "/account/security/totp/activate/"
    TOTP.activate(Person.objects.get(email="identidade@feltro.example"), generate_totp_secret())
    client = signed_in("identidade@feltro.example")  # the session from before the second factor has ended
    assert client.get("/admin/identity/identity/").status_code == 200

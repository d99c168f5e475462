"""Sign-ins: their list, how they end, unlocking an account, and the terms after a sign-in."""

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
from players.identity.models import Acceptance, SignIn, Terms
from players.identity.registration import terms
from players.identity.sign_in.idle_sign_out import SEEN
from players.identity.sign_in.session_store import session_digest
from players.identity.sign_in.sign_ins import device_name, expire_sign_ins
from players.identity.verification.account_status import close_player, suspend_player
from players.inbox.models import Message
from players.models import Person, Player
from tests.demo_house import signed_in
from tests.players.identity.applicant import send_due_emails
from tests.processes import received, registered

ANA = {"login": "ana@feltro.example", "password": "mesa-ana-2015"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) "
    "AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
)


def sign_in(device: str = FIREFOX, **credentials: str) -> Client:
    client = Client(headers={"user-agent": device, "accept-language": "pt"}, REMOTE_ADDR="192.0.2.7")
    assert client.post("/account/sign-in/", {**ANA, **credentials}).status_code == 302
    return client


def is_signed_in(client: Client) -> bool:
    return bool(client.get("/account/").status_code == 200)


@pytest.mark.parametrize(
    ("device", "name"),
    [
        (FIREFOX, "Firefox em Linux"),
        (IPHONE, "Safari em iPhone"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 "
            "Chrome/140.0 Safari/537.36 Edg/140.0",
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
def test_a_device_has_a_familiar_name(device: str, name: str) -> None:
    assert device_name(device) == name


def test_every_sign_in_is_recorded_with_device_address_and_method(demo: None) -> None:
    sign_in()
    entry = SignIn.objects.get(person__email=ANA["login"])
    assert (entry.address, entry.device, entry.method, entry.ended) == (
        "192.0.2.7",
        FIREFOX,
        "password",
        None,
    )
    assert Line.objects.filter(kind="access.signed-in", player__alias="Ana", address="192.0.2.7").exists()


def test_the_owner_sees_every_device_and_ends_unknown_sign_ins(demo: None) -> None:
    current, elsewhere = sign_in(), sign_in(IPHONE)
    page = current.get("/account/sign-ins/").content.decode()
    assert "Firefox em Linux · este" in page and "Safari em iPhone" in page and "192.0.2.7" in page
    other = SignIn.objects.get(device=IPHONE)
    current.post("/account/sign-ins/end/", {"entry": str(other.pk)})
    assert is_signed_in(current) and not is_signed_in(elsewhere)
    other.refresh_from_db()
    assert other.ended is not None and other.cause == "elsewhere" and other.session == ""
    assert "terminada a partir de outro dispositivo" in current.get("/account/sign-ins/").content.decode()


def test_all_other_sign_ins_end_together(demo: None) -> None:
    current, others = sign_in(), [sign_in(IPHONE), sign_in()]
    current.post("/account/sign-ins/end/", {"entry": "others"})
    assert is_signed_in(current) and not any(map(is_signed_in, others))


@pytest.mark.parametrize("chosen", ["", "0", "-1", "x", "9" * 30, "\x00"])
def test_a_person_cannot_end_the_sign_in_of_another(demo: None, chosen: str) -> None:
    current = sign_in()
    bruno = signed_in("bruno@feltro.example")
    strange = SignIn.objects.get(person__email="bruno@feltro.example")
    assert current.post("/account/sign-ins/end/", {"entry": chosen}).status_code == 302
    current.post("/account/sign-ins/end/", {"entry": str(strange.pk)})
    assert is_signed_in(bruno)


def test_sign_out_idleness_and_expiry_record_their_cause(demo: None) -> None:
    out, idle, gone = sign_in(), sign_in(), sign_in()
    out.post("/account/sign-out/")
    session = idle.session
    session[SEEN] = 1
    session.save()
    idle.get("/account/")
    Session.objects.filter(session_key=session_digest(gone.session.session_key)).delete()
    expire_sign_ins()
    assert list(SignIn.objects.order_by("id").values_list("cause", flat=True)) == [
        "signed-out",
        "idle",
        "expired",
    ]


def test_a_changed_password_keeps_the_present_sign_in(demo: None) -> None:
    current = sign_in()
    before = current.session.session_key
    new = {"oldpassword": ANA["password"], "password1": "outra-palavra-9", "password2": "outra-palavra-9"}
    assert current.post("/account/password/", new).status_code == 302
    assert is_signed_in(current) and current.session.session_key != before
    assert "Firefox em Linux · este" in current.get("/account/sign-ins/").content.decode()


def test_the_owner_is_notified_of_a_new_device_except_the_first(demo: None) -> None:
    sign_in()
    sign_in()
    assert not Message.objects.filter(kind="access-new-device").exists()
    sign_in(IPHONE)
    assert Message.objects.get(kind="access-new-device").details["device"] == "Safari em iPhone"


def test_the_list_of_sign_ins_needs_a_constant_number_of_queries(
    demo: None, django_assert_max_num_queries: Any
) -> None:
    current = sign_in()
    person = Person.objects.get(email=ANA["login"])
    SignIn.objects.bulk_create(
        [
            SignIn(person=person, device=FIREFOX, ended="2026-01-01T00:00Z", cause="signed-out")
            for _ in range(300)
        ]
    )
    with django_assert_max_num_queries(20):
        assert current.get("/account/sign-ins/").status_code == 200


# --- the lock and the way back


def lock_account() -> str:
    """Locks Ana's account with three failures and returns the link in the e-mail to her."""
    for _ in range(3):
        Client().post("/account/sign-in/", {**ANA, "password": "wrong"})
    send_due_emails()
    link = re.search(r"http://testserver(\S+)", mail.outbox[-1].body)
    assert link is not None and mail.outbox[-1].to == [ANA["login"]]
    return link[1]


def test_G04_the_owner_of_a_locked_account_gets_a_link_that_unlocks_it_once(demo: None) -> None:
    link = lock_account()
    assert Client().post("/account/sign-in/", ANA).status_code == 200, "locked"
    assert Client().get(link).status_code == 200
    assert Client().post("/account/sign-in/", ANA).status_code == 200, "opening the page unlocks nothing"
    assert Client().post(link)["Location"] == "/account/sign-in/"
    assert Client().post("/account/sign-in/", ANA).status_code == 302
    assert Client().post(link).status_code == 410 and Client().get(link).status_code == 410


def test_a_forged_link_unlocks_nothing(demo: None) -> None:
    link = lock_account()
    for forged in (link[:-2] + "x/", "/account/unlock/abc/", "/account/unlock/%00/"):
        assert Client().post(forged).status_code in (404, 410)
    assert Client().post("/account/sign-in/", ANA).status_code == 200


def test_failures_are_audited_and_a_stranger_gets_no_email(demo: None) -> None:
    for _ in range(3):
        Client().post("/account/sign-in/", {"login": "ninguem@feltro.example", "password": "x"})
    send_due_emails()
    assert mail.outbox == []
    assert Line.objects.filter(kind="access.failed", details__known=False).count() == 3
    lock_account()
    assert Line.objects.filter(kind="access.failed", player__alias="Ana").count() == 3
    assert Line.objects.filter(kind="access.locked", player__alias="Ana").count() == 1


# --- terms


def publish_new_terms() -> Terms:
    last = terms.publish_terms()
    return Terms.objects.create(
        version=last.version + 1, portuguese="a", english="b", portuguese_digest="a", english_digest="b"
    )


def test_P17_new_terms_are_required_at_the_next_sign_in_and_accepted_by_version(
    demo: None, settings: Any
) -> None:
    before = sign_in()
    new = publish_new_terms()
    assert before.get("/lobby/").status_code == 200, "an open sign-in is not interrupted"
    current = sign_in()
    for address in ("/lobby/", "/account/", "/account/identity/", "/"):
        assert current.get(address)["Location"] == "/account/terms/"
    for address in ("/account/terms/", "/terms/", "/privacy/", "/responsible/", "/contacts/"):
        assert current.get(address).status_code == 200
    assert current.post("/account/terms/", {"version": str(new.version)}).status_code == 422
    assert (
        current.post("/account/terms/", {"version": str(new.version - 1), "accept": "on"}).status_code == 422
    )
    assert (
        current.post("/account/terms/", {"version": str(new.version), "accept": "on"})["Location"]
        == "/lobby/"
    )
    assert current.get("/lobby/").status_code == 200
    acceptance = Acceptance.objects.get(player__alias="Ana", terms=new)
    assert (
        acceptance.language == "pt-pt"
        and Line.objects.filter(kind="terms.accepted", about=f"terms:{new.pk}").exists()
    )


def test_a_player_who_does_not_accept_can_sign_out(demo: None, settings: Any) -> None:
    publish_new_terms()
    current = sign_in()
    assert current.post("/account/sign-out/").status_code == 302
    assert current.get("/account/")["Location"].startswith("/account/sign-in/")


def test_only_a_changed_text_becomes_a_new_version_of_the_terms(
    demo: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = terms.publish_terms()
    assert terms.publish_terms() == first
    assert "Quem pode jogar" in first.portuguese and "Who may play" in first.english
    text = terms.terms_text
    monkeypatch.setattr(terms, "terms_text", lambda language: text(language) + ".")
    second = terms.publish_terms()
    assert second.version == first.version + 1 and terms.publish_terms() == second
    assert not any(terms.has_accepted(player) for player in Player.objects.all())


def test_staff_need_not_accept_the_terms(demo: None, settings: Any) -> None:
    publish_new_terms()
    assert signed_in("mesas@feltro.example").get("/admin/").status_code == 200


# --- disconnections


def subscribe_to_closings(channel: Any) -> None:
    channel.subscribe(envelope.CLOSINGS)
    assert channel.get_message(timeout=5)["type"] == "subscribe"


@pytest.mark.parametrize("act", [suspend_player, close_player])
def test_suspending_and_closing_reach_the_tables_on_commit(
    demo: None,
    act: Any,
    valkey_url: str,
    django_capture_on_commit_callbacks: Any,
) -> None:
    player, web = Player.objects.get(alias="Ana"), registered("web")
    with redis.Redis.from_url(valkey_url) as valkey, valkey.pubsub() as channel:
        subscribe_to_closings(channel)
        with django_capture_on_commit_callbacks(execute=True):
            assert act(player, "motivo bastante")
            assert channel.get_message(timeout=0.2) is None, "nothing is published before the commit"
        message = channel.get_message(timeout=5)
    assert (
        message is not None
        and envelope.decode_closing(received(web, envelope.CLOSINGS, message["data"]).private).player
        == player.pk
    )


def test_ending_a_sign_in_from_elsewhere_closes_its_sockets(
    demo: None,
    valkey_url: str,
    django_capture_on_commit_callbacks: Any,
) -> None:
    current, other, web = sign_in(), sign_in(IPHONE), registered("web")
    key = session_digest(other.session.session_key)
    with redis.Redis.from_url(valkey_url) as valkey, valkey.pubsub() as channel:
        subscribe_to_closings(channel)
        with django_capture_on_commit_callbacks(execute=True):
            current.post("/account/sign-ins/end/", {"entry": "others"})
        message = channel.get_message(timeout=5)
    assert (
        message is not None
        and envelope.decode_closing(received(web, envelope.CLOSINGS, message["data"]).private).session == key
    )


# --- the second factor of staff


def test_staff_without_a_second_factor_have_to_set_one_up(demo: None, settings: Any) -> None:
    settings.HOUSE_DEMO = False
    client = signed_in("identidade@feltro.example")
    for address in ("/admin/", "/admin/identity/identity/", "/admin/players/player/"):
        assert client.get(address)["Location"] == "/account/security/totp/activate/"
    TOTP.activate(Person.objects.get(email="identidade@feltro.example"), generate_totp_secret())
    client = signed_in("identidade@feltro.example")  # the session from before the second factor has ended
    assert client.get("/admin/identity/identity/").status_code == 200

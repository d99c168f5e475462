"""Notifications: what the player chose, to the browsers that were allowed, and to nobody on a pause."""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.test import Client

from players.extras.push import delivery, subscriptions
from players.extras.push.encryption import CURVE, encode, point, private_key
from players.extras.push.models import PushChoice, PushKind, PushNotice, PushSubscription
from players.extras.push.schedule import DUE
from players.extras.push.tasks import send_push_notices
from players.inbox import send_message
from players.inbox.tasks import deliver_message
from players.models import Player
from players.protection.models import Exclusion, Pause
from players.shared import clock, public_http
from tests.casino.backoffice.test_alerts import Receiver, receiver
from tests.demo_house import signed_in

__all__ = ["receiver"]
pytestmark = pytest.mark.usefixtures("demo")
HOUSE_KEY = encode(bytes(range(1, 33)))
BROWSER_KEY = ec.derive_private_key(7_777_777, CURVE)
BROWSER_SECRET = bytes(range(16))
KEYS = {"p256dh": encode(point(BROWSER_KEY)), "auth": encode(BROWSER_SECRET)}
SERVICE = "https://fcm.googleapis.com/fcm/send/abc"
URL = "/account/notifications/browser/"


def decrypted(body: bytes) -> Any:
    """What a browser reads, computed by the browser's side of RFC 8291."""
    salt, (_size, length), rest = body[:16], struct.unpack("!IB", body[16:21]), body[21:]
    sender, record = rest[:length], rest[length:]
    agreed = BROWSER_KEY.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
    info = b"WebPush: info\x00" + point(BROWSER_KEY) + sender
    material = HKDF(SHA256(), 32, BROWSER_SECRET, info).derive(agreed)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(material)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(material)
    return json.loads(AESGCM(key).decrypt(nonce, record, None).rstrip(b"\x02"))


@pytest.fixture
def ana(settings: Any) -> Iterator[Player]:
    settings.PUSH_KEY, settings.PUSH_PUBLIC_KEY = HOUSE_KEY, encode(point(private_key(HOUSE_KEY)))
    yield Player.objects.select_related("person").get(alias="Ana")


@pytest.fixture
def service(receiver: Receiver, monkeypatch: pytest.MonkeyPatch, ana: Player) -> Receiver:
    """A push service on this machine, where Ana's browser is registered; it has no certificate."""

    def post_here(url: str, body: bytes, headers: Any, *, internal: bool) -> None:
        assert not internal
        public_http.post(url, body, headers, internal=True)

    monkeypatch.setattr(delivery, "post", post_here)
    PushSubscription.objects.create(
        player=ana,
        endpoint=f"http://127.0.0.1:{receiver.server_port}/send/1",
        point=KEYS["p256dh"],
        secret=KEYS["auth"],
    )
    PushChoice.objects.create(player=ana, turn=True, payment=True)
    receiver.status = 201
    return receiver


def notice(player: Player, kind: PushKind = PushKind.TURN, **more: Any) -> None:
    PushNotice.objects.create(player=player, kind=kind, table=3, **more)


def test_a_turn_reaches_the_browser_within_two_seconds(service: Receiver, ana: Player) -> None:
    """The schedule runs each second; the rest has to take less than one. The fastest of five counts: the
    machine may be busy.
    """
    assert DUE["push-notices"]["schedule"] == 1.0
    seconds = []
    for _ in range(5):
        notice(ana)
        began = time.monotonic()
        assert send_push_notices() == 1
        seconds.append(time.monotonic() - began)
    assert min(seconds) < 1.0
    headers, body = service.received[-1]
    assert headers["content-encoding"] == "aes128gcm" and headers["ttl"] == "30"
    assert headers["authorization"].startswith("vapid t=")
    text = decrypted(body)
    assert text["url"] == "/table/3/" and text["body"] == "É a sua vez na mesa."
    assert send_push_notices() == 0, "sent once"


def test_no_notification_shows_an_amount_or_a_card(service: Receiver, ana: Player) -> None:
    PushChoice.objects.update(turn=True, seat=True, session=True, payment=True)
    for kind in PushKind:
        text = json.loads(delivery.content(kind, 3))
        assert not any(letter.isdigit() for letter in text["title"] + text["body"]), kind


@pytest.mark.parametrize("kind", list(PushKind))
def test_each_kind_is_sent_by_its_own_choice(service: Receiver, ana: Player, kind: PushKind) -> None:
    for chosen in PushKind:
        PushChoice.objects.filter(player=ana).update(**{k.value: k is chosen for k in PushKind})
        assert bool(delivery.notifications(ana.pk, kind, 3)) is (kind is chosen)


def test_a_paid_withdrawal_and_a_session_are_notified_with_their_message(
    service: Receiver, ana: Player
) -> None:
    deliver_message(send_message(ana, "withdrawal-paid", cents=1000, iban="…0033").pk)
    deliver_message(send_message(ana, "deposit-paid", cents=1000).pk)
    [(_headers, body)] = service.received
    assert decrypted(body)["url"] == "/account/cashier/" and "10" not in decrypted(body)["body"]


@pytest.mark.parametrize("kept", ["pause", "exclusion", "suspension"])
def test_nobody_on_a_pause_excluded_or_suspended_is_notified(
    service: Receiver, ana: Player, kept: str
) -> None:
    now = clock.now()
    if kept == "pause":
        Pause.objects.create(player=ana, starts=now, ends=now + timedelta(days=1), notified=True)
    elif kept == "exclusion":
        Exclusion.objects.create(player=ana, source="self", starts=now, ends=None)
    else:
        Player.objects.filter(pk=ana.pk).update(status=Player.Status.SUSPENDED)
    notice(ana)
    assert send_push_notices() == 0
    assert service.received == []


def test_a_notice_that_is_late_calls_nobody(service: Receiver, ana: Player) -> None:
    notice(ana, at=clock.now() - delivery.STALE - timedelta(seconds=1))
    assert send_push_notices() == 0 and not PushNotice.objects.exists()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_unsubscribed_is_removed(service: Receiver, ana: Player, status: int) -> None:
    service.status = status
    notice(ana)
    send_push_notices()
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [429, 500])
def test_a_service_in_trouble_keeps_the_browser(service: Receiver, ana: Player, status: int) -> None:
    service.status = status
    notice(ana)
    assert send_push_notices() == 0 and PushSubscription.objects.count() == 1


def test_without_a_key_nothing_is_offered_or_sent(service: Receiver, ana: Player, settings: Any) -> None:
    settings.PUSH_KEY = settings.PUSH_PUBLIC_KEY = ""
    notice(ana)
    assert send_push_notices() == 0
    client = signed_in("ana@feltro.example", "en")
    assert "sends no notifications" in client.get("/account/notifications/").content.decode()
    assert subscribe(client).status_code == 404


def subscribe(client: Client, endpoint: str = SERVICE, **keys: str) -> Any:
    content = {"endpoint": endpoint, "keys": KEYS | keys}
    return client.post(URL, json.dumps(content), content_type="application/json")


def test_a_player_allows_a_browser_chooses_and_stops(ana: Player) -> None:
    client = signed_in("ana@feltro.example", "en")
    assert subscribe(client).status_code == 201 and subscribe(client).status_code == 201
    assert PushSubscription.objects.filter(player=ana).count() == 1
    client.post("/account/notifications/choose/", {"kind": ["turn", "payment", "junk"]})
    assert subscriptions.choices_of(ana) == {"turn", "payment"}
    page = client.get("/account/notifications/").content.decode()
    assert page.count(" checked") == 2 and "1 browser receives notifications" in page
    client.post("/account/notifications/end/")
    assert not PushSubscription.objects.exists()


def test_the_oldest_of_many_browsers_goes(ana: Player) -> None:
    client = signed_in("ana@feltro.example", "en")
    for number in range(subscriptions.MOST_BROWSERS + 2):
        subscribe(client, f"{SERVICE}{number}")
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert len(kept) == subscriptions.MOST_BROWSERS and f"{SERVICE}0" not in kept


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com.thief.example/x",
        "https://notify.windows.com.thief.example/x",
        "https://ana@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://thief.example/fcm.googleapis.com",
        f"{SERVICE}{'x' * 500}",
        "",
    ],
)
def test_only_a_known_push_service_is_accepted(ana: Player, endpoint: str) -> None:
    assert subscribe(signed_in("ana@feltro.example"), endpoint).status_code == 400
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("keys", [{"auth": "x"}, {"p256dh": "AAAA"}, {"p256dh": encode(b"\x04" + bytes(64))}])
def test_malformed_keys_are_refused(ana: Player, keys: dict[str, str]) -> None:
    assert subscribe(signed_in("ana@feltro.example"), **keys).status_code == 400


def test_an_address_of_the_own_network_is_not_reached(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the name of a push service led there."""
    entries = [(2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(public_http.socket, "getaddrinfo", lambda *args, **kwargs: entries)
    connect = partial(pytest.fail, "connected")
    monkeypatch.setattr(public_http.socket, "create_connection", connect)
    PushSubscription.objects.create(player=ana, endpoint=SERVICE, point=KEYS["p256dh"], secret=KEYS["auth"])
    PushChoice.objects.create(player=ana, turn=True)
    notice(ana)
    assert send_push_notices() == 0

"""Webhooks: every kind of event reaches the addresses that asked for it, signed, once, and nowhere else."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override
from standardwebhooks import Webhook

from casino.backoffice import outgoing
from casino.extras.webhooks import addresses, delivery
from casino.extras.webhooks.addresses import InvalidWebhooks, configured_addresses
from casino.extras.webhooks.labels import about
from casino.extras.webhooks.models import WebhookAddress, WebhookMessage, WebhookProgress
from players.audit.models import Line
from players.models import Player
from players.protection.models import Exclusion
from players.shared import clock, public_http
from players.shared.public_http import ForbiddenAddress, is_public, resolve
from players.wallet.cashier.models import Payment
from tests.casino.backoffice.test_alerts import SECRET, Receiver, hold, receiver
from tests.demo_house import signed_in

__all__ = ["receiver"]
ALL = ("round-ended", "payment", "exclusion", "alert")


@pytest.fixture
def listen(demo: None, receiver: Receiver, settings: Any, tmp_path: Path) -> Any:
    """Writes the file of addresses; what happens from then on is reported."""

    def written(events: tuple[str, ...] = ALL, name: str = "warehouse", **fields: Any) -> None:
        (tmp_path / "secret").write_text(SECRET)
        url = f"http://127.0.0.1:{receiver.server_port}/house"
        values = {"name": name, "url": url, "secret_file": str(tmp_path / "secret"), "internal": True}
        lines = [f"{key} = {json.dumps(value)}" for key, value in (values | fields).items()]
        text = "\n".join(["[[address]]", *lines, f"events = {json.dumps(list(events))}", ""])
        path = tmp_path / "webhooks.toml"
        path.write_text((path.read_text() if path.exists() else "") + text)
        settings.WEBHOOKS_FILE = str(path)

    settings.ALERT_WEBHOOK_URL = ""
    return written


def pay(**fields: Any) -> Payment:
    player = Player.objects.get(alias="Ana")
    values = {"id": uuid4(), "player": player, "direction": "deposit", "cents": 500, "status": "asked"}
    return Payment.objects.create(**(values | {"changed": clock.now()} | fields))


def types(receiver: Receiver) -> list[str]:
    return [json.loads(body)["type"] for _headers, body in receiver.received]


def test_each_event_is_sent_once_and_signed(listen: Any, receiver: Receiver, settings: Any) -> None:
    listen()
    delivery.send_webhooks()
    receiver.received.clear()
    payment = pay(method="mb-way", reference="SBX-1", instrument="351#912345678")
    player = payment.player
    Exclusion.objects.create(player=player, starts=clock.now(), ends=clock.now() + timedelta(days=100))
    delivery.send_webhooks()
    delivery.send_webhooks()
    assert sorted(types(receiver)) == ["exclusion", "payment"]
    for headers, body in receiver.received:
        assert Webhook(SECRET).verify(body, dict(headers)) == json.loads(body)
    content = next(json.loads(body) for _h, body in receiver.received if b'"payment"' in body)
    assert content["data"] | {"changed": ""} == {
        "payment": str(payment.pk), "player": player.pk, "direction": "deposit", "currency": "EUR",
        "method": "mb-way", "reference": "SBX-1", "cents": 500, "status": "asked", "changed": "",
    }  # fmt: skip
    assert player.person.email not in str(receiver.received)


def test_the_next_status_of_a_payment_is_another_event(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    delivery.send_webhooks()
    payment = pay()
    delivery.send_webhooks()
    Payment.objects.filter(pk=payment.pk).update(status="cancelled", changed=clock.now())
    delivery.send_webhooks()
    assert [json.loads(body)["data"]["status"] for _h, body in receiver.received] == ["asked", "cancelled"]


def test_an_alert_reaches_those_who_asked_for_alerts_only(
    listen: Any, receiver: Receiver, settings: Any
) -> None:
    from casino.backoffice import alerts

    settings.ALERT_EMAILS = ["piquete@feltro.example"]
    listen(("alert",), "on-call")
    listen(("exclusion",), "protection")
    delivery.send_webhooks()
    hold()
    alerts.send_alerts()
    delivery.send_webhooks()
    assert types(receiver) == ["alert"]
    assert set(WebhookMessage.objects.values_list("address", flat=True)) == {"on-call"}


def test_what_happened_before_the_file_is_not_sent(listen: Any, receiver: Receiver) -> None:
    pay(changed=clock.now() - timedelta(hours=1))
    listen(("payment",))
    delivery.send_webhooks()
    assert receiver.received == []
    assert WebhookProgress.objects.filter(event="payment").exists()


def test_messages_are_kept_for_thirty_days(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    now = clock.now()
    for days in (29, 31):
        WebhookMessage.objects.create(
            address="warehouse",
            event="payment",
            key=str(days),
            content={},
            made=now - timedelta(days=days),
            sent=now,
        )
    delivery.send_webhooks()
    assert list(WebhookMessage.objects.values_list("key", flat=True)) == ["29"]


def test_what_is_recorded_up_to_two_minutes_late_is_sent(listen: Any, receiver: Receiver) -> None:
    """A transaction that began earlier may end after the run that came by."""
    listen(("payment",))
    delivery.send_webhooks()
    now = clock.now()
    WebhookProgress.objects.update(until=now)
    late = pay(changed=now - timedelta(seconds=110))
    pay(changed=now - timedelta(seconds=130))
    delivery.send_webhooks()
    assert [json.loads(body)["data"]["payment"] for _headers, body in receiver.received] == [str(late.pk)]


def test_a_receiver_that_fails_is_retried_with_growing_pauses_and_given_up(
    listen: Any, receiver: Receiver
) -> None:
    listen(("payment",))
    delivery.send_webhooks()
    receiver.status = 500
    pay()
    assert delivery.send_webhooks() == 0
    message = WebhookMessage.objects.get()
    assert message.tries == 1 and "500" in message.trouble
    pauses = []
    for _ in range(2):
        WebhookMessage.objects.update(next_try=clock.now() - timedelta(seconds=1))
        delivery.send_webhooks()
        message.refresh_from_db()
        pauses.append(message.next_try - clock.now())
    assert pauses[1] > pauses[0] > timedelta(seconds=15)
    last = outgoing.MAX_TRIES - 1
    WebhookMessage.objects.update(tries=last, next_try=clock.now() - timedelta(seconds=1))
    delivery.send_webhooks()
    assert Line.objects.filter(kind="webhooks.given-up").count() == 1
    receiver.status = 204
    WebhookMessage.objects.update(next_try=clock.now() - timedelta(seconds=1))
    assert delivery.send_webhooks() == 0, "given up"


def test_an_address_that_fails_holds_no_other_up(listen: Any, receiver: Receiver) -> None:
    listen(("payment",), "gone", url="http://127.0.0.1:9/nobody")
    listen(("payment",), "warehouse")
    delivery.send_webhooks()
    for _ in range(3):
        pay()
    assert delivery.send_webhooks() == 3
    assert WebhookMessage.objects.filter(address="gone", tries=1).count() == 1, "one try in a run"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1", "::1",
     "::ffff:127.0.0.1", "::ffff:8.8.8.8", "fd00::1", "fe80::1%eth0", "2002:7f00:1::", "64:ff9b:1::1"],
)  # fmt: skip
def test_an_address_of_the_own_network_is_refused(address: str) -> None:
    assert not is_public(address)
    assert is_public("8.8.8.8") and is_public("2606:4700:4700::1111")


def test_a_name_with_one_address_of_the_own_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [(0, 0, 0, "", (address, 443)) for address in ("8.8.8.8", "10.0.0.8")]
    monkeypatch.setattr(public_http.socket, "getaddrinfo", lambda *args, **kwargs: entries)
    with pytest.raises(ForbiddenAddress):
        resolve("rebinding.example", 443, internal=False)
    assert resolve("rebinding.example", 443, internal=True) == "8.8.8.8"


def test_a_redirect_is_not_followed(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    delivery.send_webhooks()
    receiver.status, receiver.location = 302, f"http://127.0.0.1:{receiver.server_port}/other"
    pay()
    assert delivery.send_webhooks() == 0
    assert len(receiver.received) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "http://warehouse.example/", "internal": False},
        {"url": "file:///etc/passwd"},
        {"url": "https://user:word@warehouse.example/"},
        {"name": "Not A Name"},
        {"secret_file": "/nowhere"},
        {"token": "unknown field"},
    ],
)
def test_a_file_that_is_wrong_sends_nothing(listen: Any, receiver: Receiver, fields: dict[str, Any]) -> None:
    listen(("payment",), **fields)
    with pytest.raises(InvalidWebhooks):
        configured_addresses()
    assert delivery.send_webhooks() == 0


def test_staff_see_the_addresses_and_what_became_of_the_messages(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    delivery.send_webhooks()
    pay()
    delivery.send_webhooks()
    assert WebhookAddress.objects.get().host == "127.0.0.1"
    page = signed_in("direcao@feltro.example", "en").get("/admin/webhooks/").content.decode()
    assert "warehouse" in page and "payment changed" in page
    assert SECRET not in page and base64.b64decode(SECRET[6:]).hex() not in page


@pytest.mark.parametrize("address", ["https://[::1", "https://[", "https://host:99999999/"])
def test_a_receiver_of_webhooks_that_is_no_address_is_named(address: str) -> None:
    row = addresses.Address("name", address, "/nowhere", ("alert",))
    with pytest.raises(addresses.InvalidWebhooks, match="url"):
        addresses._check(row)


# --- test, delivery log, another attempt


PAGE = "/admin/webhooks/"


def officer() -> Any:
    return signed_in("oficial@feltro.example", "en")


def test_a_test_reaches_the_address_and_no_other(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    listen(("exclusion",), "protection")
    delivery.send_webhooks()
    text = officer().post(f"{PAGE}test/warehouse/", follow=True).content.decode()
    assert "A test message for warehouse is sent within ten seconds." in text
    again = officer().post(f"{PAGE}test/warehouse/", follow=True).content.decode()
    assert "is already waiting" in again, "one at a time"
    delivery.send_webhooks()
    assert types(receiver) == ["test"]
    [message] = WebhookMessage.objects.all()
    assert (message.address, message.content) == ("warehouse", {}) and message.sent is not None
    [attempt] = message.attempts.all()
    assert attempt.trouble == "" and attempt.milliseconds >= 0
    assert Line.objects.filter(kind="webhooks.test-asked").count() == 1


def test_a_message_that_was_given_up_is_sent_again(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    delivery.send_webhooks()
    pay()
    receiver.status = 500
    delivery.send_webhooks()
    [message] = WebhookMessage.objects.all()
    WebhookMessage.objects.filter(pk=message.pk).update(tries=outgoing.MAX_TRIES)
    receiver.status = 204
    delivery.send_webhooks()
    assert WebhookMessage.objects.get().sent is None, "twelve tries were enough"
    page = officer().get(f"{PAGE}?state=given-up").content.decode()
    assert (
        f"{PAGE}{message.pk}/" in page
        and f"{PAGE}{message.pk}/" not in officer().get(f"{PAGE}?state=sent").content.decode()
    )
    text = officer().post(f"{PAGE}{message.pk}/retry/", follow=True).content.decode()
    assert "It is tried again within ten seconds." in text
    delivery.send_webhooks()
    assert WebhookMessage.objects.get().sent is not None
    shown = officer().get(f"{PAGE}{message.pk}/").content.decode()
    assert "500" in shown and "Arrived" in shown and "Try again now" not in shown
    late = officer().post(f"{PAGE}{message.pk}/retry/", follow=True).content.decode()
    assert "This message has already arrived." in late
    assert message.attempts.count() == 2


@pytest.mark.parametrize("address", [f"{PAGE}test/warehouse/", f"{PAGE}{{pk}}/retry/"])
def test_who_only_reads_sends_nothing(listen: Any, receiver: Receiver, address: str) -> None:
    listen(("payment",))
    pay()
    delivery.send_webhooks()
    message = WebhookMessage.objects.create(address="warehouse", event="payment", key="x", content={})
    client = signed_in("regulador@feltro.example", "en")
    assert "Send a test" not in client.get(PAGE).content.decode()
    assert client.post(address.format(pk=message.pk)).status_code == 403
    assert not WebhookMessage.objects.filter(event="test").exists()


@pytest.mark.parametrize("query", ["address=nowhere", "event=x", "state=x", "address=../../etc"])
def test_a_filter_that_does_not_exist_is_refused(listen: Any, query: str) -> None:
    assert officer().get(f"{PAGE}?{query}").status_code == 400


@pytest.mark.parametrize("path", ["test/nowhere/", "99999999999999999999999/retry/", "0/retry/"])
def test_nothing_is_sent_to_what_does_not_exist(listen: Any, path: str) -> None:
    assert officer().post(f"{PAGE}{path}").status_code == 404


# --- what staff read about a message


def in_portuguese() -> Any:
    return signed_in("oficial@feltro.example", "pt-pt")


def test_a_failure_is_told_in_the_language_of_the_page_and_marked(listen: Any, receiver: Receiver) -> None:
    listen(("payment",))
    delivery.send_webhooks()
    payment = pay(status="paid")
    receiver.status = 503
    delivery.send_webhooks()
    log = in_portuguese().get(PAGE).content.decode()
    assert 'data-delivery="failing"' in log and "O destinatário está avariado (503)" in log
    assert f"{str(payment.pk)[:8]}\u00a0· pago" in log and "UnexpectedStatus" not in log
    WebhookMessage.objects.update(tries=outgoing.MAX_TRIES)
    [message] = WebhookMessage.objects.all()
    shown = in_portuguese().get(f"{PAGE}{message.pk}/").content.decode()
    assert 'data-delivery="given-up"' in shown and "UnexpectedStatus: status 503" in shown
    assert "<code>payment</code>" in shown and f"<code>{payment.pk} paid</code>" in shown


@pytest.mark.parametrize(
    ("event", "key", "words"),
    [
        ("alert", "table-held 12", "mesa suspensa · 12"),
        ("alert", "check-failed books 2026-12-01T04:00:00Z", "verificação falhada · books"),
        ("exclusion", "7", "exclusão 7"),
        ("round-ended", "9", "jogada 9"),
        ("payment", "64560124-12a2-4994-a729-50b84f4c5258 held", "64560124 · em análise"),
        ("test", "2026-12-01T04:00:00.000", "–"),
    ],
)
def test_what_a_message_is_about_is_said_in_words(event: str, key: str, words: str) -> None:
    with override("pt-pt"):
        assert about(WebhookMessage(address="warehouse", event=event, key=key)) == words


def test_what_waits_for_its_first_try_and_what_failed_are_apart(listen: Any) -> None:
    listen(("payment",))
    for key, tries in (("first", 0), ("second", 1), ("third", outgoing.MAX_TRIES)):
        WebhookMessage.objects.create(address="warehouse", event="round-ended", key=key, tries=tries)
    for state, key in (("waiting", "first"), ("failing", "second"), ("given-up", "third")):
        log = officer().get(f"{PAGE}?state={state}").content.decode()
        assert [word for word in ("first", "second", "third") if f"round {word}" in log] == [key]

"""Webhooks: events of the house become messages for each address, and the worker sends them.

The signature is that of Standard Webhooks. A message is sent once and retried twelve times, with pauses from
ten seconds to six hours. An address that fails holds no other address up.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from datetime import timedelta
from functools import partial

import structlog
from django.db import transaction

from casino.backoffice.outgoing import due_messages, mail_message, waiting
from casino.backoffice.standard_webhooks import webhook_headers
from casino.extras.webhooks.addresses import Address, InvalidWebhooks, configured_addresses
from casino.extras.webhooks.events import OVERLAP, SOURCES
from casino.extras.webhooks.models import WebhookAddress, WebhookAttempt, WebhookMessage, WebhookProgress
from players.audit import note
from players.models import Person
from players.shared import clock
from players.shared.public_http import post

log = structlog.get_logger(__name__)
RUN_SECONDS = 20.0  # of one run; the next one continues
DUE_AT_ONCE = 500
TEST = "test"  # an event that nothing in the house causes
KEPT = timedelta(days=30)


def send_webhooks() -> int:
    """Makes messages of new events and sends those that are due. Returns how many were sent."""
    try:
        addresses = configured_addresses()
    except InvalidWebhooks as error:
        log.error("webhooks-invalid", error=str(error))
        return 0
    if not addresses:
        return 0
    _list_addresses(addresses)
    for event in sorted({event for address in addresses for event in address.events}):
        _make_messages(event, [address.name for address in addresses if event in address.events])
    WebhookMessage.objects.filter(made__lt=clock.now() - KEPT).delete()
    return _send_due({address.name: address for address in addresses})


def _list_addresses(addresses: Collection[Address]) -> None:
    now = clock.now()
    for address in addresses:
        WebhookAddress.objects.update_or_create(
            name=address.name, defaults={"host": address.host, "events": list(address.events), "seen": now}
        )
    WebhookAddress.objects.exclude(name__in=[address.name for address in addresses]).delete()


def _make_messages(event: str, names: list[str]) -> None:
    """The events since the last run, for each of these addresses. The first run begins now."""
    with transaction.atomic():
        now = clock.now()
        WebhookProgress.objects.get_or_create(event=event, defaults={"until": now})
        progress = WebhookProgress.objects.select_for_update().get(event=event)
        events = list(SOURCES[event](progress.until - OVERLAP))
        WebhookMessage.objects.bulk_create(
            [
                WebhookMessage(address=name, event=event, key=happened.key, content=happened.content)
                for happened in events
                for name in names
            ],
            ignore_conflicts=True,
            batch_size=1000,
        )
        progress.until = max([progress.until, *(happened.at for happened in events)])
        progress.save(update_fields=["until"])


def _send_due(addresses: dict[str, Address]) -> int:
    rows = WebhookMessage.objects.filter(address__in=addresses)
    names = dict(rows.filter(pk__in=due_messages(rows, DUE_AT_ONCE)).values_list("pk", "address"))
    failing: set[str] = set()
    end, sent = time.monotonic() + RUN_SECONDS, 0
    for number, name in names.items():
        if name in failing or time.monotonic() > end:
            continue
        send = partial(_attempt, address=addresses[name])
        if mail_message(rows, number, send, note_sent=str, note_given_up=_note_given_up):
            sent += 1
        else:
            failing.add(name)
    return sent


def _note_given_up(message: WebhookMessage) -> None:
    about = f"webhook:{message.pk}"
    note("webhooks.given-up", about=about, event=message.event, channel=message.address)


def _attempt(message: WebhookMessage, address: Address) -> None:
    """Posts a message and writes down how that went."""
    begun, trouble = time.monotonic(), ""
    try:
        post_webhook(message, address)
    except Exception as error:
        trouble = f"{type(error).__name__}: {error}"[:200]
        raise
    finally:
        milliseconds = round(1000 * (time.monotonic() - begun))
        WebhookAttempt.objects.create(message=message, milliseconds=milliseconds, trouble=trouble)


def ask_for_test(*, address: WebhookAddress, person: Person) -> bool:
    """A message of the event "test" for one address, which the worker sends as any other.

    The web process names an address that the operator wrote down; it cannot send anything anywhere else.
    False if a test for it is already on its way.
    """
    tests = waiting(WebhookMessage.objects.filter(address=address.name, event=TEST))
    with transaction.atomic():
        if tests.exists():
            return False
        key = clock.now().isoformat(timespec="milliseconds")
        WebhookMessage.objects.create(address=address.name, event=TEST, key=key, content={})
        note("webhooks.test-asked", person=person, about=f"webhook:{address.name}", channel=address.name)
    return True


def send_again(*, message: WebhookMessage, person: Person) -> bool:
    """Tries a message again at once, with all its retries. False if it has arrived meanwhile."""
    with transaction.atomic():
        unsent = WebhookMessage.objects.filter(pk=message.pk, sent=None)
        if not unsent.update(tries=0, next_try=clock.now()):
            return False
        about = f"webhook:{message.pk}"
        note("webhooks.retried", person=person, about=about, event=message.event, channel=message.address)
    return True


def post_webhook(message: WebhookMessage, address: Address) -> None:
    content = {"type": message.event, "timestamp": message.made.isoformat(), "data": message.content}
    body = json.dumps(content, ensure_ascii=False).encode()
    at = int(clock.now().timestamp())
    headers = webhook_headers(address.secret, f"webhook_{message.pk}", at, body)
    post(address.url, body, headers, internal=address.internal)

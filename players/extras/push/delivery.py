"""Sends notifications to the browsers of a player: what the player chose, and no amounts or cards.

The worker alone has the key. Nobody on a pause or excluded is notified of anything.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from http.client import HTTPException

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy
from msgspec import Struct

from players.extras.push.encryption import authorization, decode, encrypt, private_key
from players.extras.push.models import PushChoice, PushKind, PushNotice, PushSubscription
from players.inbox.browser_notifications import is_refused
from players.inbox.models import Message
from players.models import Player
from players.shared import clock
from players.shared.public_http import UnexpectedStatus, post

log = structlog.get_logger(__name__)
ENDED = (404, 410)  # the browser is no longer subscribed
SENT_AT_ONCE = 16
NOTICES_AT_ONCE = 500
STALE = timedelta(seconds=20)  # after which nobody has to be called to a table
SECONDS_TO_LIVE = {PushKind.TURN: 30, PushKind.SEAT: 30, PushKind.SESSION: 600, PushKind.PAYMENT: 86400}
TEXTS = {
    PushKind.TURN: gettext_lazy("It is your turn at the table."),
    PushKind.SEAT: gettext_lazy("A seat is being kept for you at the table."),
    PushKind.SESSION: gettext_lazy("A session you registered for is starting."),
    PushKind.PAYMENT: gettext_lazy("A withdrawal has been paid to your account."),
}
MESSAGES = {"session-begun": PushKind.SESSION, "withdrawal-paid": PushKind.PAYMENT}


class BrowserNotification(Struct, frozen=True):
    """One notification for one browser."""

    subscription: int
    endpoint: str
    point: str
    secret: str
    kind: PushKind
    body: bytes


def send_notices() -> int:
    """Sends what the croupiers noticed. Returns how many notifications were accepted."""
    with transaction.atomic():
        notices = list(
            PushNotice.objects.select_for_update(skip_locked=True).order_by("at")[:NOTICES_AT_ONCE]
        )
        PushNotice.objects.filter(pk__in=[notice.pk for notice in notices]).delete()
    since = clock.now() - STALE
    latest = {(notice.player_id, notice.table): notice for notice in notices if notice.at > since}
    return _send(
        notification
        for notice in latest.values()
        for notification in notifications(notice.player_id, PushKind(notice.kind), notice.table)
    )


def send_for_message(message: int) -> int:
    """Notifies the player of a message that has a kind of its own."""
    row = Message.objects.filter(pk=message, kind__in=MESSAGES).first()
    return _send(notifications(row.player_id, MESSAGES[row.kind])) if row else 0


def notifications(player_id: int, kind: PushKind, table: int = 0) -> list[BrowserNotification]:
    """One for each browser of the player; none unless the player chose the kind and may play."""
    if not settings.PUSH_KEY or not PushChoice.objects.filter(pk=player_id, **{kind.value: True}).exists():
        return []
    player = Player.objects.select_related("person").get(pk=player_id)
    if player.status != Player.Status.ACTIVE or is_refused(player):
        return []
    with translation.override(player.person.language):
        body = content(kind, table)
    return [
        BrowserNotification(row.pk, row.endpoint, row.point, row.secret, kind, body)
        for row in PushSubscription.objects.filter(player=player_id)
    ]


def content(kind: PushKind, table: int) -> bytes:
    address = {
        PushKind.TURN: partial(reverse, "table", args=[table]),
        PushKind.SEAT: partial(reverse, "table", args=[table]),
        PushKind.SESSION: partial(reverse, "table-sessions"),
        PushKind.PAYMENT: partial(reverse, "cashier"),
    }[kind]
    text = {
        "title": settings.HOUSE_NAME,
        "body": str(TEXTS[kind]),
        "url": address(),
        "tag": f"{kind.value} {table}",
    }
    return json.dumps(text, ensure_ascii=False).encode()


def _send(waiting: Iterable[BrowserNotification]) -> int:
    """Sends side by side, so that no service holds up another one. Deletes the subscriptions that ended."""
    batch = list(waiting)
    if not batch:
        return 0
    with ThreadPoolExecutor(SENT_AT_ONCE) as threads:
        statuses = list(threads.map(_post, batch))
    ended = [
        notification.subscription
        for notification, status in zip(batch, statuses, strict=True)
        if status in ENDED
    ]
    if ended:
        PushSubscription.objects.filter(pk__in=ended).delete()
    return statuses.count(201)


def _post(notification: BrowserNotification) -> int:
    """The status of the answer; 0 if there was none, 201 for every success."""
    key, contact = private_key(settings.PUSH_KEY), settings.HOUSE_MAIL or settings.DEFAULT_FROM_EMAIL
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(SECONDS_TO_LIVE[notification.kind]),
        "Urgency": "high",
        "Authorization": authorization(key, notification.endpoint, f"mailto:{contact}", int(time.time())),
    }
    try:
        body = encrypt(notification.body, decode(notification.point), decode(notification.secret))
        post(notification.endpoint, body, headers, internal=False)
    except UnexpectedStatus as answer:
        log.warning("push-refused", subscription=notification.subscription, status=answer.status)
        return answer.status
    except (OSError, HTTPException, ValueError) as error:
        log.warning("push-failed", subscription=notification.subscription, error=type(error).__name__)
        return 0
    return 201

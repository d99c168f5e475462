"""The browsers of a player, and the kinds of notifications that the player chose."""

from __future__ import annotations

import binascii
from collections.abc import Collection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.http import HttpRequest
from msgspec import Struct

from players.audit import note
from players.extras.push.encryption import CURVE, POINT_BYTES, SECRET_BYTES, decode
from players.extras.push.models import PushChoice, PushKind, PushSubscription
from players.models import Player
from players.shared.decoding import prepare

# The push services of the browsers. A browser names its own; no other address is accepted.
SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    ".notify.windows.com",
)
MOST_BROWSERS = 10  # of one player; the oldest one goes


class SubscriptionKeys(Struct, frozen=True):
    """The keys of a browser, as its `PushSubscription` says them."""

    p256dh: str
    auth: str


class BrowserSubscription(Struct, frozen=True):
    """What a browser sends when a player allowed notifications."""

    endpoint: str
    keys: SubscriptionKeys


class InvalidSubscription(Exception):
    """The address is not that of a known push service, or a key is malformed."""


prepare(BrowserSubscription)


def check_subscription(subscription: BrowserSubscription) -> None:
    try:
        parts = urlsplit(subscription.endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:  # no address at all, such as https://[::1
        raise InvalidSubscription from error
    is_known = any(host == name or (name[0] == "." and host.endswith(name)) for name in SERVICES)
    if parts.scheme != "https" or not is_known or parts.username or port not in (None, 443):
        raise InvalidSubscription
    try:
        point, secret = decode(subscription.keys.p256dh), decode(subscription.keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except (ValueError, binascii.Error) as error:
        raise InvalidSubscription from error
    if len(point) != POINT_BYTES or len(secret) != SECRET_BYTES or len(subscription.endpoint) > 500:
        raise InvalidSubscription


def subscribe_browser(*, player: Player, subscription: BrowserSubscription, request: HttpRequest) -> None:
    """Notifies this browser from now on. A browser belongs to the player who subscribed last."""
    check_subscription(subscription)
    with transaction.atomic():
        PushSubscription.objects.create(
            player=player,
            endpoint=subscription.endpoint,
            point=subscription.keys.p256dh,
            secret=subscription.keys.auth,
        )
        rows = PushSubscription.objects.filter(player=player).order_by("-pk")
        rows.filter(pk__in=rows.values_list("pk", flat=True)[MOST_BROWSERS:]).delete()
        note("notifications.browser-added", player=player, request=request)


def unsubscribe_browsers(*, player: Player, request: HttpRequest) -> int:
    """Ends the notifications in every browser of the player."""
    with transaction.atomic():
        ended, _ = PushSubscription.objects.filter(player=player).delete()
        if ended:
            note("notifications.browsers-removed", player=player, request=request, count=ended)
    return ended


def set_push_choices(*, player: Player, kinds: Collection[str], request: HttpRequest) -> None:
    chosen = {kind.value: kind.value in kinds for kind in PushKind}
    with transaction.atomic():
        PushChoice.objects.update_or_create(player=player, defaults=chosen)
        note("notifications.chosen", player=player, request=request, kinds=sorted(set(kinds)))


def choices_of(player: Player) -> set[str]:
    row = PushChoice.objects.filter(player=player).first()
    return {kind.value for kind in PushKind if row is not None and getattr(row, kind.value)}

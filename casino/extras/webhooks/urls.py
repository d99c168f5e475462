"""The addresses that receive webhooks, what went to them and how, and a test or another attempt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice.rights_page import with_permission
from casino.extras.webhooks.delivery import ask_for_test, send_again
from casino.extras.webhooks.labels import EVENTS, STATES, about, state_of
from casino.extras.webhooks.models import WebhookAddress, WebhookMessage
from players.shared.admin_base import signed_in_staff
from players.shared.failure_reasons import failure_reason
from players.shared.list_filters import chosen_value

PERMISSION = "self_checks.view_state"
ACTS = "backoffice.send_webhook"
RECENT = 50


@require_safe
@with_permission(PERMISSION)
def webhook_page(request: HttpRequest) -> HttpResponse:
    addresses = list(WebhookAddress.objects.order_by("name"))
    chosen = {
        "address": chosen_value(
            request.GET, "address", [row.name for row in addresses], pgettext("of a receiver", "address")
        ),
        "event": chosen_value(request.GET, "event", EVENTS, _("event")),
        "state": chosen_value(request.GET, "state", STATES, _("status")),
    }
    counts = {
        row["address"]: row
        for row in WebhookMessage.objects.order_by()
        .values("address")
        .annotate(
            count=Count("pk", filter=STATES["sent"][1]),
            waiting=Count("pk", filter=STATES["waiting"][1]),
            failing=Count("pk", filter=STATES["failing"][1]),
            given_up=Count("pk", filter=STATES["given-up"][1]),
            last=Max("sent"),
        )
    }
    context = {
        **admin.site.each_context(request),
        "title": _("Webhooks"),
        "addresses": [
            {
                "address": address,
                "events": [EVENTS.get(name, name) for name in address.events],
                "counts": counts.get(address.name, {}),
            }
            for address in addresses
        ],
        "filters": [
            ("address", _("Receiver"), [(row.name, row.name) for row in addresses], chosen["address"]),
            ("event", _("Event"), list(EVENTS.items()), chosen["event"]),
            ("state", _("Status"), [(code, name) for code, (name, _q) in STATES.items()], chosen["state"]),
        ],
        "is_filtered": any(chosen.values()),
        "may_act": request.user.has_perm(ACTS),
        "messages_sent": [_row(message) for message in _messages(chosen).order_by("-made", "-pk")[:RECENT]],
        "recent": RECENT,
    }
    return render(request, "backoffice/webhooks/webhooks.html", context)


def _row(message: WebhookMessage) -> dict[str, Any]:
    state = state_of(message)
    return {
        "message": message,
        "event": EVENTS.get(message.event, message.event),
        "about": about(message),
        "state": state,
        "label": STATES[state][0],
        "why_not": failure_reason(message.trouble),
    }


def _messages(chosen: Mapping[str, str]) -> QuerySet[WebhookMessage]:
    rows = WebhookMessage.objects.all()
    if chosen["address"]:
        rows = rows.filter(address=chosen["address"])
    if chosen["event"]:
        rows = rows.filter(event=chosen["event"])
    return rows.filter(STATES[chosen["state"]][1]) if chosen["state"] else rows


@require_safe
@with_permission(PERMISSION)
def message_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One message: what it says, and every attempt to deliver it."""
    message = get_object_or_404(WebhookMessage, pk=pk)
    context = {
        **admin.site.each_context(request),
        "title": _("Webhook message"),
        "row": _row(message),
        "message": message,
        "content": json.dumps(message.content, ensure_ascii=False, indent=2, sort_keys=True),
        "attempts": [
            (attempt, failure_reason(attempt.trouble)) for attempt in message.attempts.order_by("-at", "-pk")
        ],
        "may_retry": message.sent is None and request.user.has_perm(ACTS),
    }
    return render(request, "backoffice/webhooks/message.html", context)


@require_POST
@with_permission(ACTS)
def send_test(request: HttpRequest, name: str) -> HttpResponse:
    address = get_object_or_404(WebhookAddress, pk=name)
    if ask_for_test(address=address, person=signed_in_staff(request)):
        text = _("A test message for %(address)s is sent within ten seconds. Its outcome is below.")
        messages.success(request, text % {"address": address.name})
    else:
        messages.info(request, _("A test message for this address is already waiting."))
    return redirect("office_webhooks")


@require_POST
@with_permission(ACTS)
def retry(request: HttpRequest, pk: int) -> HttpResponse:
    message = get_object_or_404(WebhookMessage, pk=pk)
    if send_again(message=message, person=signed_in_staff(request)):
        messages.success(request, _("It is tried again within ten seconds."))
    else:
        messages.info(request, _("This message has already arrived."))
    return redirect("office_webhook", pk)


urlpatterns = [
    path("webhooks/", admin.site.admin_view(webhook_page), name="office_webhooks"),
    path("webhooks/<int:pk>/", admin.site.admin_view(message_page), name="office_webhook"),
    path("webhooks/<int:pk>/retry/", admin.site.admin_view(retry), name="office_webhook_retry"),
    path("webhooks/test/<slug:name>/", admin.site.admin_view(send_test), name="office_webhook_test"),
]

"""The addresses that receive webhooks, and what went to them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from casino.backoffice.outgoing import MAX_TRIES
from casino.backoffice.rights_page import with_permission
from casino.extras.webhooks.models import WebhookAddress, WebhookMessage

PERMISSION = "self_checks.view_state"
RECENT = 50
EVENTS = {
    "round-ended": lazy("round ended"),
    "payment": lazy("payment changed"),
    "exclusion": lazy("exclusion started"),
    "alert": lazy("alert raised"),
}


@require_safe
@with_permission(PERMISSION)
def webhook_page(request: HttpRequest) -> HttpResponse:
    counts = {
        row["address"]: row
        for row in WebhookMessage.objects.order_by()
        .values("address")
        .annotate(
            count=Count("pk", filter=Q(sent__isnull=False)),
            waiting=Count("pk", filter=Q(sent=None, tries__lt=MAX_TRIES)),
            given_up=Count("pk", filter=Q(sent=None, tries__gte=MAX_TRIES)),
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
            for address in WebhookAddress.objects.order_by("name")
        ],
        "messages_sent": [
            {"message": message, "event": EVENTS.get(message.event, message.event)}
            for message in WebhookMessage.objects.order_by("-made", "-pk")[:RECENT]
        ],
    }
    return render(request, "backoffice/webhooks.html", context)


urlpatterns = [path("webhooks/", admin.site.admin_view(webhook_page), name="office_webhooks")]

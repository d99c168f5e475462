"""The description of the socket: the AsyncAPI document, and a page that shows it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.api.socket_document import described_messages, described_objects, socket_document

VIEWS = (
    "PublicTableView",
    "SeatView",
    "BeaconView",
    "QueueEntry",
    "Nudge",
    "EndedSession",
    "WalletBalance",
    "News",
)


def document_of_house(request: HttpRequest) -> dict[str, Any]:
    scheme = "wss" if request.is_secure() else "ws"
    return socket_document(settings.HOUSE_NAME, request.get_host(), scheme, settings.SESSION_COOKIE_NAME)


@require_safe
def socket_schema(request: HttpRequest) -> HttpResponse:
    return JsonResponse(document_of_house(request), json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_safe
def socket_docs(request: HttpRequest) -> HttpResponse:
    document = document_of_house(request)
    parts = document["components"]["schemas"]
    commands = [name for name in parts if "." in name]
    engines: dict[str, list[str]] = {}
    for name in commands:
        engines.setdefault(name.partition(".")[0], []).append(name)
    context = {
        "incoming": described_messages(document, "fromBrowser"),
        "outgoing": described_messages(document, "toBrowser"),
        "views": described_objects(document, VIEWS),
        "engines": [(engine, described_objects(document, names)) for engine, names in engines.items()],
        "section": "api",
    }
    return render(request, "portal/socket_docs.html", context)

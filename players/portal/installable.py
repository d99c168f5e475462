"""What lets a browser install the site: manifest, service worker, and the page shown without a connection.

The service worker keeps the offline page and what that page needs, and no other page: no page of a person is
stored in the browser.
"""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render, resolve_url
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.languages import page_language
from players.templatetags.page_files import PAGE, page_sheets

# As in templates/table/table.html and --paper-1 of static/css/tokens.css.
INK, PAPER = "#0c1716", "#f5f4f0"


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    content: dict[str, Any] = {
        "id": "/",
        "name": settings.HOUSE_NAME,
        "short_name": settings.HOUSE_NAME,
        "description": _("Live tables: roulette, blackjack, ponto e banca, poker and studs."),
        "lang": page_language().tag,
        "start_url": resolve_url(settings.LOGIN_REDIRECT_URL),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [{"src": static("img/mark.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    kept = [reverse("offline"), *map(static, (*page_sheets(PAGE), "img/mark.svg"))]
    return render(
        request,
        "portal/service_worker.js",
        {"offline": json.dumps(kept[0]), "kept": json.dumps(kept)},
        content_type="text/javascript",
    )


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The same for everybody: it is stored in the browser, which asks for another one where the language of
    its pages has changed.
    """
    response = render(request, "portal/offline.html")
    response["Content-Language"] = page_language().tag  # as in the attribute `lang` of pages
    return response


urlpatterns = [
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service-worker"),
    path("offline/", offline, name="offline"),
]

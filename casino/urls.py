"""Every address of the house."""

from __future__ import annotations

import gc

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView

from casino.health import urlpatterns as health

admin.autodiscover()

handler400 = "casino.errors.bad_request"
handler403 = "casino.errors.forbidden"
handler404 = "casino.errors.not_found"
handler500 = "casino.errors.broken"


def page(address: str) -> URLPattern:
    """A page of the house that says the same to everybody."""
    view = TemplateView.as_view(
        template_name=f"portal/information/{address}.html", extra_context={"section": address}
    )
    return path(f"{address}/", view, name=address)


urlpatterns: list[URLPattern | URLResolver] = [
    *health,
    path("", include("games.urls")),
    path("account/", include("players.urls")),
    page("responsible"),
    page("complaints"),
    page("contacts"),
    page("terms"),
    page("privacy"),
    path("api/v1/", include("casino.api")),
    path("admin/", include("games.floor.urls")),
    path("admin/", include("casino.backoffice.autocomplete")),
    path("admin/", include("casino.backoffice.filters")),
    path("admin/", include("casino.backoffice.search")),
    path("admin/compliance/", include("casino.compliance.urls")),
    path("admin/", admin.site.urls),
]

# As in `asgi`: what was loaded for all these stays, and is not looked through again for garbage while sockets wait.
gc.freeze()

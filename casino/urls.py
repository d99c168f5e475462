"""The URLs of the whole site."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.module_loading import autodiscover_modules
from django.views.generic import RedirectView, TemplateView

from casino.compliance.duties.views import feed
from casino.compliance.monitoring.cases import FEWEST, published_times
from casino.compliance.regulator.notices import receive_notice
from casino.operation.health import urlpatterns as health
from casino.web.glossary import glossary
from casino.web.personal_data import GROUPS
from players.identity.sign_in.read_limits import limit_reads
from players.shared.extras import extra_pages
from players.wallet.cashier.views import payments

admin.autodiscover()
# What each app adds to a player's page in the back office registers itself.
autodiscover_modules("player_parts", "rounds.player_parts")

handler400 = "casino.web.errors.bad_request"
handler403 = "casino.web.errors.forbidden"
handler404 = "casino.web.errors.not_found"
handler500 = "casino.web.errors.server_error"


def page(name: str, limit: Callable[..., Any] = lambda view: view, **context: Any) -> URLPattern:
    """An information page."""
    view = TemplateView.as_view(
        template_name=f"portal/information/{name}.html", extra_context={"section": name, **context}
    )
    pattern: URLPattern = path(f"{name}/", limit(view), name=name)
    return pattern


urlpatterns: list[URLPattern | URLResolver] = [
    *health,
    *extra_pages(),
    path("", include("players.portal.installable")),
    path("", include("games.urls")),
    path("account/", include("players.urls")),
    page("responsible", months=published_times, fewest=FEWEST),
    page("complaints"),
    page("contacts"),
    page("rights"),
    path("payments/", payments, name="payments"),
    path("log/", include("casino.public_log.urls")),
    path("", include("casino.players_funds.urls")),
    page("terms", limit=limit_reads),
    page("privacy", groups=GROUPS),
    page("accessibility"),
    path("glossary/", glossary, name="glossary"),
    path("api/v1/", include("casino.api")),
    path("regulator/NotificacaoPedidoExclusao/", receive_notice, name="regulator_notice"),
    path("duties/<str:address>.ics", feed, name="duties_feed"),
    path("admin/", include("games.floor.urls")),
    path("admin/", include("casino.backoffice.autocomplete")),
    path("admin/", include("casino.backoffice.dashboard")),
    path("admin/", include("casino.backoffice.filters")),
    path("admin/", include("casino.backoffice.notice_pages")),
    path("admin/", include("casino.backoffice.rights_page")),
    path("admin/", include("casino.backoffice.search")),
    path("admin/", include("casino.backoffice.shift_pages")),
    path("admin/", include("casino.backoffice.token_pages")),
    path("admin/", include("casino.backoffice.work_views")),
    path("admin/compliance/", include("casino.compliance.urls")),
    # The page's name before its model was called a request to the gateway.
    re_path(
        r"^admin/cashier/errand/(?P<rest>.*)$",
        RedirectView.as_view(url="/admin/cashier/gatewayrequest/%(rest)s", query_string=True),
    ),
    path("admin/", admin.site.urls),
]

# As in `asgi`: exclude what is loaded by now from garbage collection.
gc.freeze()

"""The ASGI application of the plain project, behind the same checks as the product."""

from __future__ import annotations

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

# After Django is set up: what follows loads models.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import path  # noqa: E402

from tests.bench.plain.consumers import BettingClient, Listener, TellingBetter  # noqa: E402

sockets = [
    path("ws/listen/<int:table>/", Listener.as_asgi()),
    path("ws/bet/<int:table>/", BettingClient.as_asgi()),
    path("ws/bet-and-tell/<int:table>/", TellingBetter.as_asgi()),
]
application = ProtocolTypeRouter(
    {"http": pages, "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets)))}
)

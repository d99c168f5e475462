"""The ASGI application: HTTP requests and WebSockets."""

from __future__ import annotations

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()

# These load models, so Django must be set up first.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from casino.web.headers import SecurityHeaders  # noqa: E402
from casino.web.origin import SocketOrigin  # noqa: E402
from casino.web.static import StaticFiles  # noqa: E402
from games.tables.web.routing import websocket_urlpatterns  # noqa: E402

static_files = StaticFiles(pages)
application = ProtocolTypeRouter(
    {
        "http": SecurityHeaders(static_files),
        "websocket": SocketOrigin(URLRouter(websocket_urlpatterns)),
    }
)


def begin() -> None:
    """Once the house is prepared, before copies are forked: they share the list of static files."""
    _ = static_files.whitenoise


# Exclude what is loaded by now from garbage collection, which would pause every socket for a tenth of a
# second.
gc.collect()
gc.freeze()

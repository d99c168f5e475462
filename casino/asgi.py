"""Where every request and every socket enters."""

from __future__ import annotations

import gc
import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
pages = get_asgi_application()

# After Django is set up: what follows loads models.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from casino.origin import SocketOrigin  # noqa: E402
from casino.security_headers import SecurityHeaders  # noqa: E402
from casino.static import StaticFiles  # noqa: E402
from games.tables.web.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": SecurityHeaders(StaticFiles(pages)),
        "websocket": SocketOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

# What is loaded by now stays: looking through it again for garbage would stop every socket for a tenth of a second.
gc.collect()
gc.freeze()

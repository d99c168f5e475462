"""Whether the gateway answers, which is the way in that every player takes.  [903-B 2.1.1, 2.3.3]"""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import structlog
from django.conf import settings

log = structlog.get_logger(__name__)
TRIES, TIMEOUT = 2, 5  # of a request, and its seconds


def gateway_answers() -> bool | None:
    """Whether REGULATOR_GATEWAY answers a request; None where no address is set, so that nobody knows."""
    if not settings.REGULATOR_GATEWAY:
        return None
    return any(_answers(settings.REGULATOR_GATEWAY) for _ in range(TRIES))


def _answers(address: str) -> bool:
    """An answer that is no fault of the server."""
    try:
        with urlopen(Request(address), timeout=TIMEOUT):
            return True
    except HTTPError as error:
        return error.code < 500
    except (OSError, ValueError) as error:
        log.warning("gateway does not answer", error=str(error))
        return False

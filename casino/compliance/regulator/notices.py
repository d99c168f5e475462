"""The regulator's notices that its list has changed.  [903-B Anexo 1, I.3]

The gazette prints no signature for them. So nothing is taken from a notice: it makes the worker collect the
list itself, as the gazette asks. A false notice costs one download.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from casino.compliance.regulator.services import (
    NOTICE,
    UnreadableMessage,
    is_in_use,
    read_message,
    write_message,
)
from players.identity.sign_in.read_limits import limit_reads
from players.protection.models import NationalFeed
from players.protection.national_register import fetch_national_list
from players.shared import clock
from players.shared.background import enqueue_after_commit

TASK = "casino.compliance.regulator.tasks.collect_list"
# As many reads as a notice counts for: ten a minute of one address.
COST = 24
# A download that ended so long after a notice began after it.
DOWNLOAD_TAKES = timedelta(seconds=20)
APART = timedelta(seconds=5)  # two downloads


@csrf_exempt
@require_POST
@partial(limit_reads, cost=COST)
def receive_notice(request: HttpRequest) -> HttpResponse:
    if not is_in_use():
        raise Http404
    try:
        read_message(NOTICE, NOTICE.request, request.body)
    except UnreadableMessage as error:
        return _reply("false", str(error)[:200], status=400)
    enqueue_after_commit(TASK, int(clock.now().timestamp()))
    return _reply("true")


def _reply(done: str, error: str = "", *, status: int = 200) -> HttpResponse:
    message = write_message(NOTICE, NOTICE.reply, {"Sucesso": done, "MensagemErro": error})
    return HttpResponse(message, status=status, content_type="text/xml; charset=utf-8")


def is_too_soon() -> bool:
    """Whether a download ended just now, so that the next one waits."""
    feed = NationalFeed.objects.filter(pk=1).first()
    return feed is not None and feed.tried is not None and clock.now() - feed.tried < APART


def collect_list(noticed: int) -> int:
    """Collect the list, unless that was done since the notice came in."""
    feed = NationalFeed.objects.filter(pk=1).first()
    if feed is not None and feed.loaded is not None:
        since_notice = feed.loaded.timestamp() - noticed
        if since_notice > DOWNLOAD_TAKES.total_seconds():
            return 0
    return fetch_national_list()

"""The files of the public log, as c2sp.org/tlog-tiles names them. Any web server can serve this folder."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, re_path
from django.views.decorators.http import require_safe

from casino.public_log import sequencer

TILES = r"tile/(?:\d{1,2}|entries)/(?:x\d{3}/){0,5}\d{3}(?:\.p/\d{1,3})?"


@require_safe
def checkpoint(request: HttpRequest) -> HttpResponse:
    note = sequencer.files().published()
    if not note:
        raise Http404
    return _file(note.encode(), "text/plain; charset=utf-8")


@require_safe
def policy(request: HttpRequest) -> HttpResponse:
    """The keys of the log and of its witnesses. Whoever has them from elsewhere need not trust these."""
    text = sequencer.files().policy()
    if not text:
        raise Http404
    return _file(text.encode(), "text/plain; charset=utf-8")


@require_safe
def tile(request: HttpRequest, name: str) -> HttpResponse:
    try:
        content = sequencer.files().read(name)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise Http404 from None
    return _file(content, "application/octet-stream")


def _file(content: bytes, kind: str) -> HttpResponse:
    """Pages of other origins may read it too. A server before this one may keep tiles for ever."""
    return HttpResponse(content, content_type=kind, headers={"Access-Control-Allow-Origin": "*"})


urlpatterns = [
    path("checkpoint", checkpoint, name="log_checkpoint"),
    path("policy", policy, name="log_policy"),
    re_path(rf"^(?P<name>{TILES})$", tile, name="log_tile"),
]

"""Static files: named by their content, so that a browser may keep them for ever, and answered from memory of where they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from casino.request_middleware import ANSWERED, METHODS

OURS = ("css/", "fonts/", "img/", "js/")


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Names carry a hash of the content; the import lines of our ES modules are rewritten to the hashed names."""

    support_js_module_import_aggregation = True
    # Other people's scripts import nothing by name, and reading their megabytes in every pass is most of the work.
    patterns = tuple(
        pattern for pattern in CompressedManifestStaticFilesStorage.patterns if pattern[0] != "*.js"
    )
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
    # One pass for each step from a table's page to the last module that it imports, and some to spare.
    max_post_process_passes = 12

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Only what a page asks for by its hashed name; in a house on this machine only our own, so that it opens soon."""
        named = set(self.hashed_files.values())
        worth = [path for path in paths if path in named and (settings.PRODUCTION or path.startswith(OURS))]
        return super().compress_files(worth)


class StaticFiles:
    """In front of Django: the page of a table wants sixty files, and each would pass all middleware and two threads (3.7 ms, here 0.5)."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.known = WhiteNoiseMiddleware(lambda request: None)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        found = self.known.find_file(path) if self.known.autorefresh else self.known.files.get(path)
        if found is None:
            await self.application(scope, receive, send)
            return
        asked = {
            f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
            for name, value in scope["headers"]
        }
        answer = found.get_response(scope["method"], asked)
        content = b""
        if answer.file is not None:
            with answer.file:
                content = answer.file.read()
        ANSWERED.labels(
            scope["method"] if scope["method"] in METHODS else "other", "static", str(int(answer.status))
        ).inc()
        headers = [(name.lower().encode(), value.encode()) for name, value in answer.headers]
        await send({"type": "http.response.start", "status": int(answer.status), "headers": headers})
        await send({"type": "http.response.body", "body": content})

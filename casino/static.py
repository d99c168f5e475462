"""Static files: named by their content, so that a browser may keep them for ever, and answered from memory of where they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("css/", "fonts/", "img/", "js/")


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Names carry a hash of the content; the import lines of our ES modules are rewritten to the hashed names."""

    support_js_module_import_aggregation = True
    # Other people's scripts import nothing by name, and reading their megabytes in every pass is most of the work.
    patterns = tuple(pattern for pattern in CompressedManifestStaticFilesStorage.patterns if pattern[0] != "*.js")
    _js_module_import_aggregation_patterns = ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1])
    # One pass for each step from a table's page to the last module that it imports, and some to spare.
    max_post_process_passes = 12

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Only what a page asks for by its hashed name; in a house on this machine only our own, so that it opens soon."""
        named = set(self.hashed_files.values())
        worth = [path for path in paths if path in named and (settings.PRODUCTION or path.startswith(OURS))]
        return super().compress_files(worth)


class StaticFiles(WhiteNoiseMiddleware):
    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """A whole answer rather than a stream: our files are small, and an ASGI server would hand a stream through threads."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response

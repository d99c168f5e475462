"""The bodies of requests to the API: JSON that every store and every message can hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):  # type: ignore[misc]
    """Refuses what no client of ours sends and no column holds: nesting without end, and lone surrogates."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            content = super().parse(stream, media_type, parser_context)
            json.dumps(content, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError from error
        return content

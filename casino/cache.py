"""How values lie in the cache: as JSON. Django's own serializer unpickles, so whoever writes to Valkey would run code here."""

from __future__ import annotations

from typing import Any

import msgspec


class JsonSerializer:
    """Numbers stay plain digits, so that the server can count them up."""

    def dumps(self, value: Any) -> bytes | int:
        if type(value) is int:
            return value
        return msgspec.json.encode(value)

    def loads(self, data: bytes) -> Any:
        """A value that nobody of ours wrote counts as absent."""
        try:
            return msgspec.json.decode(data)
        except msgspec.DecodeError:
            return None

"""The serializer of the cache: JSON. Django's own unpickles, so write access to Valkey would execute code."""

from __future__ import annotations

from typing import Any

import msgspec


class JsonSerializer:
    """Integers stay plain digits, so that the server can increment them."""

    def dumps(self, value: Any) -> bytes | int:
        if type(value) is int:
            return value
        return msgspec.json.encode(value)

    def loads(self, data: bytes) -> Any:
        """A value that is not JSON counts as absent."""
        try:
            return msgspec.json.decode(data)
        except msgspec.DecodeError:
            return None

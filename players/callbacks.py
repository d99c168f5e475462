"""How the house and those it works with outside know each other: every message is signed, dated, and worth nothing later."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import re
import time
import urllib.error
import urllib.request
from typing import Any, BinaryIO

# A message is believed this many seconds before and after the hour that it carries.
WINDOW = 300
# As long as somebody outside may take to answer.
PATIENCE = 5.0
LONGEST = 8 * 1024 * 1024
PART = 256 * 1024
HEADER = "Feltro-Signature"
SPELLED = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")


class Unreachable(Exception):
    """Whoever was asked did not answer, or not in a way that can be believed."""


def signature(key: bytes, body: bytes, at: int) -> str:
    return f"t={at},v1={hmac.new(key, b'%d.' % at + body, hashlib.sha256).hexdigest()}"


def genuine(key: bytes, header: str, body: bytes) -> bool:
    """Whether somebody who has the key said exactly this, and said it just now."""
    found = SPELLED.fullmatch(header)
    if not key or found is None:
        return False
    at = int(found[1])
    # Two machines compare their own clocks here; no hour of people hangs on it.
    return hmac.compare_digest(signature(key, body, at), header) and abs(time.time() - at) <= WINDOW


def download(url: str, key: bytes, file: BinaryIO) -> None:
    """Writes an answer of any size into a file. It is signed as every other; nothing of it counts before all of it was read."""
    asked = urllib.request.Request(url)
    asked.add_header(HEADER, signature(key, b"", int(time.time())))
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            header = SPELLED.fullmatch(answer.headers.get(HEADER, ""))
            if not key or header is None:
                raise Unreachable("the answer is not signed as it should be")
            digest, left = (
                hmac.new(key, b"%d." % int(header[1]), hashlib.sha256),
                int(answer.headers["Content-Length"]),
            )
            while part := answer.read(PART):
                digest.update(part)
                left -= file.write(part)
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError, TypeError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    if left:
        raise Unreachable(f"the answer ends {left} bytes too early")
    if not hmac.compare_digest(digest.hexdigest(), header[2]) or abs(time.time() - int(header[1])) > WINDOW:
        raise Unreachable("the answer is not signed as it should be")


def ask(url: str, key: bytes, said: dict[str, Any] | None) -> dict[str, Any]:
    """Says something signed and reads the answer, which is signed too. Without a body it is a question."""
    body = b"" if said is None else json.dumps(said).encode()
    asked = urllib.request.Request(url, data=body or None, method="POST" if body else "GET")
    asked.add_header("Content-Type", "application/json")
    asked.add_header(HEADER, signature(key, body, int(time.time())))
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            text = answer.read(LONGEST)
            header = answer.headers.get(HEADER, "")
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    if not genuine(key, header, text):
        raise Unreachable("the answer is not signed as it should be")
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Unreachable("the answer cannot be read") from error
    if not isinstance(found, dict):
        raise Unreachable("the answer cannot be read")
    return found

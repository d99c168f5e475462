"""How the house and those it works with outside know each other: every message is signed and dated.

A signature covers the time, what the message is, and its body. A request is "METHOD path"; an answer names the
signature of the request, so it counts as the answer to that request alone; a notification is neither.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import re
import time
import urllib.error
import urllib.request
from typing import Any, BinaryIO, cast

# A message is believed this many seconds before and after the hour that it carries.
WINDOW = 300
# As long as somebody outside may take to answer.
PATIENCE = 5.0
LONGEST = 8 * 1024 * 1024
PART = 256 * 1024
HEADER = "Feltro-Signature"
SPELLED = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")


# HTTP alone: no files, no FTP, and no redirect to somewhere else, which an answer could ask for.
_opener = urllib.request.OpenerDirector()
for _handler in (
    urllib.request.ProxyHandler,
    urllib.request.HTTPHandler,
    urllib.request.HTTPSHandler,
    urllib.request.HTTPErrorProcessor,
    urllib.request.HTTPDefaultErrorHandler,
):
    _opener.add_handler(_handler())


class Unreachable(Exception):
    """Whoever was asked did not answer, or not in a way that can be believed."""


def http_open(request: urllib.request.Request, *, timeout: float) -> http.client.HTTPResponse:
    """Sends a request over HTTP and gives the answer; an answer that is no success is an HTTPError."""
    answer = _opener.open(request, timeout=timeout)
    if answer is None:  # no handler for the scheme of the address
        raise urllib.error.URLError("the address is not one of HTTP")
    return cast(http.client.HTTPResponse, answer)


def _signed(key: bytes, at: int, what: str) -> hmac.HMAC:
    """Where the body is still to be added."""
    return hmac.new(key, f"{at}\n{what}\n".encode(), hashlib.sha256)


def signature(key: bytes, body: bytes, at: int, what: str = "") -> str:
    code = _signed(key, at, what)
    code.update(body)
    return f"t={at},v1={code.hexdigest()}"


def answer_to(request_signature: str) -> str:
    """What the answer to a request is, as its signature says it."""
    return f"answer to {request_signature}"


def _sign_request(request: urllib.request.Request, key: bytes) -> str:
    """Signs a request; what its answer must be signed as."""
    what = f"{request.get_method()} {request.selector}"
    header = signature(key, bytes(request.data or b""), int(time.time()), what)
    request.add_header(HEADER, header)
    return answer_to(header)


def genuine(key: bytes, header: str, body: bytes, what: str = "") -> bool:
    """Whether somebody who has the key said exactly this, and said it just now."""
    found = SPELLED.fullmatch(header)
    if not key or found is None:
        return False
    at = int(found[1])
    # Two machines compare their own clocks here; no hour of people hangs on it.
    return hmac.compare_digest(signature(key, body, at, what), header) and abs(time.time() - at) <= WINDOW


def download(url: str, key: bytes, file: BinaryIO) -> None:
    """Writes an answer of any size into a file. It is signed as every other; nothing of it counts before all of it was read."""
    asked = urllib.request.Request(url)
    what = _sign_request(asked, key)
    try:
        with http_open(asked, timeout=PATIENCE) as answer:
            header = SPELLED.fullmatch(answer.headers.get(HEADER, ""))
            if not key or header is None:
                raise Unreachable("the answer is not signed as it should be")
            digest, left = _signed(key, int(header[1]), what), int(answer.headers["Content-Length"])
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
    what = _sign_request(asked, key)
    try:
        with http_open(asked, timeout=PATIENCE) as answer:
            text = answer.read(LONGEST)
            header = answer.headers.get(HEADER, "")
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    if not genuine(key, header, text, what):
        raise Unreachable("the answer is not signed as it should be")
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Unreachable("the answer cannot be read") from error
    if not isinstance(found, dict):
        raise Unreachable("the answer cannot be read")
    return found

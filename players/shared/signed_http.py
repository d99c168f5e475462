"""Signed HTTP between the operator and outside services. Every message is signed and dated.

A signature covers the time, what the message is, and its body. A request is "METHOD path"; a response names
the signature of the request, so it counts as the response to that request only; a notification is neither.
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
from typing import BinaryIO, cast

HEADER = "Feltro-Signature"
SIGNATURE = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")
MAX_CLOCK_DIFFERENCE = 300  # seconds before and after the time that a message carries
TIMEOUT = 5.0  # seconds
MAX_BODY = 8 * 1024 * 1024
CHUNK = 256 * 1024
NOT_SIGNED = "the response is not signed correctly"

# Only HTTP: no files, no FTP, and no redirects, with which a response could lead elsewhere.
_opener = urllib.request.OpenerDirector()
for _handler in (
    urllib.request.ProxyHandler,
    urllib.request.HTTPHandler,
    urllib.request.HTTPSHandler,
    urllib.request.HTTPErrorProcessor,
    urllib.request.HTTPDefaultErrorHandler,
):
    _opener.add_handler(_handler())


class UnreachableError(Exception):
    """The service did not respond, or its response cannot be trusted."""


def open_http(request: urllib.request.Request, *, timeout: float) -> http.client.HTTPResponse:
    """Sends a request over HTTP. A response that is no success raises HTTPError."""
    response = _opener.open(request, timeout=timeout)
    if response is None:  # no handler for the scheme of the URL
        raise urllib.error.URLError("not an HTTP URL")
    return cast(http.client.HTTPResponse, response)


def _mac(key: bytes, at: int, purpose: str) -> hmac.HMAC:
    """A MAC to which the body must still be added."""
    return hmac.new(key, f"{at}\n{purpose}\n".encode(), hashlib.sha256)


def signature(key: bytes, body: bytes, at: int, purpose: str = "") -> str:
    mac = _mac(key, at, purpose)
    mac.update(body)
    return f"t={at},v1={mac.hexdigest()}"


def response_to(request_signature: str) -> str:
    """The purpose under which the response to a request is signed."""
    return f"answer to {request_signature}"


def is_genuine(key: bytes, header: str, body: bytes, purpose: str = "") -> bool:
    """Whether this exact message was signed with the key within the last minutes."""
    match = SIGNATURE.fullmatch(header)
    if not key or match is None:
        return False
    at = int(match[1])
    return hmac.compare_digest(signature(key, body, at, purpose), header) and _is_recent(at)


def _is_recent(at: int) -> bool:
    """Compares the clocks of two machines; nothing else depends on this time."""
    return abs(time.time() - at) <= MAX_CLOCK_DIFFERENCE


def _sign(request: urllib.request.Request, key: bytes) -> str:
    """Signs a request. Returns the purpose under which the response must be signed."""
    purpose = f"{request.get_method()} {request.selector}"
    body = request.data if isinstance(request.data, bytes) else b""
    header = signature(key, body, int(time.time()), purpose)
    request.add_header(HEADER, header)
    return response_to(header)


def download(url: str, key: bytes, file: BinaryIO) -> None:
    """Writes a signed response of any size into a file. The caller must not use the file if this raises."""
    request = urllib.request.Request(url)
    purpose = _sign(request, key)
    try:
        with open_http(request, timeout=TIMEOUT) as response:
            header = SIGNATURE.fullmatch(response.headers.get(HEADER, ""))
            if not key or header is None:
                raise UnreachableError(NOT_SIGNED)
            mac, remaining = _mac(key, int(header[1]), purpose), int(response.headers["Content-Length"])
            while chunk := response.read(CHUNK):
                mac.update(chunk)
                remaining -= file.write(chunk)
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError, TypeError) as error:
        raise UnreachableError(f"{type(error).__name__}: {error}") from error
    if remaining:
        raise UnreachableError(f"the response ends {remaining} bytes too early")
    if not hmac.compare_digest(mac.hexdigest(), header[2]) or not _is_recent(int(header[1])):
        raise UnreachableError(NOT_SIGNED)


def request_json(url: str, key: bytes, content: dict[str, object] | None) -> dict[str, object]:
    """Sends a signed POST with this content, or a signed GET without any, and reads the signed response."""
    body = b"" if content is None else json.dumps(content).encode()
    request = urllib.request.Request(url, data=body or None, method="POST" if body else "GET")
    request.add_header("Content-Type", "application/json")
    purpose = _sign(request, key)
    try:
        with open_http(request, timeout=TIMEOUT) as response:
            text = response.read(MAX_BODY)
            header = response.headers.get(HEADER, "")
    except (urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        raise UnreachableError(f"{type(error).__name__}: {error}") from error
    if not is_genuine(key, header, text, purpose):
        raise UnreachableError(NOT_SIGNED)
    try:
        answer = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise UnreachableError("the response is not JSON") from error
    if not isinstance(answer, dict):
        raise UnreachableError("the response is not a JSON object")
    return answer

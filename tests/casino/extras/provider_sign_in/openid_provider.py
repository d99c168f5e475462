"""A provider of OpenID Connect on this machine: real HTTP, discovery, codes with PKCE, published keys."""

from __future__ import annotations

import hmac
import json
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

CLIENT, SECRET = "feltro", "client-secret-of-tests"
RSA_KEY = rsa.generate_private_key(65537, 2048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())
Claims = dict[str, Any]


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def number(value: int) -> str:
    return encoded(value.to_bytes((value.bit_length() + 7) // 8))


def rsa_jwk(key: rsa.RSAPrivateKey = RSA_KEY, **fields: Any) -> dict[str, Any]:
    public = key.public_key().public_numbers()
    return {"kty": "RSA", "kid": "one", "use": "sig", "n": number(public.n), "e": number(public.e)} | fields


def ec_jwk(key: ec.EllipticCurvePrivateKey = EC_KEY, **fields: Any) -> dict[str, Any]:
    public = key.public_key().public_numbers()
    x, y = (encoded(value.to_bytes(32)) for value in (public.x, public.y))
    return {"kty": "EC", "kid": "two", "crv": "P-256", "x": x, "y": y} | fields


def unsigned(header: Claims, claims: Claims) -> str:
    return ".".join(encoded(json.dumps(part).encode()) for part in (header, claims))


def signed_rs256(claims: Claims, key: rsa.RSAPrivateKey = RSA_KEY, **header: Any) -> str:
    text = unsigned({"alg": "RS256", "kid": "one"} | header, claims)
    return f"{text}.{encoded(key.sign(text.encode(), padding.PKCS1v15(), SHA256()))}"


def signed_es256(claims: Claims, key: ec.EllipticCurvePrivateKey = EC_KEY, **header: Any) -> str:
    text = unsigned({"alg": "ES256", "kid": "two"} | header, claims)
    halves = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(SHA256())))
    return f"{text}.{encoded(b''.join(half.to_bytes(32) for half in halves))}"


def signed_hs256(claims: Claims, secret: bytes, **header: Any) -> str:
    text = unsigned({"alg": "HS256", "kid": "one"} | header, claims)
    return f"{text}.{encoded(hmac.digest(secret, text.encode(), 'sha256'))}"


class Provider(ThreadingHTTPServer):
    """`account` is who signs in there; `token` and `change` let a test forge what the provider says."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.issuer = f"http://127.0.0.1:{self.server_port}"
        self.account: Claims = {}
        self.keys: list[dict[str, Any]] = [rsa_jwk(), ec_jwk()]
        self.codes: dict[str, dict[str, str]] = {}
        self.change: Callable[[Claims], Claims] = lambda claims: claims
        self.token: Callable[[Claims], str] = signed_rs256
        self.document: dict[str, Any] = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
        }

    def claims(self, nonce: str) -> Claims:
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce}
        return self.change(claims | self.account)

    def authorize(self, url: str) -> str:
        """What a browser does at the provider: signs in, and is sent back with a code."""
        authorised = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert authorised["response_type"] == "code" and authorised["client_id"] == CLIENT
        assert authorised["code_challenge_method"] == "S256" and "openid" in authorised["scope"].split()
        code = uuid4().hex
        self.codes[code] = authorised
        return f"{authorised['redirect_uri']}?{urlencode({'code': code, 'state': authorised['state']})}"

    def exchange(self, fields: dict[str, str]) -> dict[str, Any] | None:
        authorised = self.codes.pop(fields.get("code", ""), None)
        challenge = encoded(sha256(fields.get("code_verifier", "").encode()).digest())
        if (
            authorised is None
            or challenge != authorised["code_challenge"]
            or fields.get("redirect_uri") != authorised["redirect_uri"]
            or (fields.get("client_id"), fields.get("client_secret")) != (CLIENT, SECRET)
        ):
            return None
        token = self.token(self.claims(authorised["nonce"]))
        return {"access_token": "unused", "token_type": "Bearer", "id_token": token}


class _Handler(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        documents = {
            "/.well-known/openid-configuration": self.server.document,
            "/keys": {"keys": self.server.keys},
        }
        self._answer(documents.get(self.path))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        fields = {name: values[0] for name, values in parse_qs(body).items()}
        self._answer(self.server.exchange(fields) if self.path == "/token" else None)

    def _answer(self, content: dict[str, Any] | None) -> None:
        body = json.dumps(content or {"error": "invalid_grant"}).encode()
        self.send_response(200 if content else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name of the base class)
        pass


@contextmanager
def running_provider() -> Iterator[Provider]:
    provider = Provider()
    thread = threading.Thread(target=provider.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.shutdown()
        provider.server_close()
        thread.join()

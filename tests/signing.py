"""Sign in to a running installation as a browser does: form, CSRF token, cookie."""

from __future__ import annotations

import http.cookiejar
import re
import urllib.parse
import urllib.request

# Seconds. A sign-in hashes a password, and the first page of a process compiles its templates: both take
# long on a busy machine. This ends a test that waits in vain; it is no measure of speed.
PATIENCE = 120


class Visitor:
    """A client with a cookie jar."""

    def __init__(self, house: str) -> None:
        self.house = house.rstrip("/")
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        with self.opener.open(self.house + path, timeout=PATIENCE) as response:
            return str(response.read().decode())

    def post(self, path: str, **fields: str) -> str:
        return self.send(path, path, **fields)

    def send(self, page: str, path: str, **fields: str) -> str:
        """Submit the form of `page` to the address `path`."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(page))
        assert token is not None, f"no form at {page}"
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        request = urllib.request.Request(self.house + path, data=data, headers={"Referer": self.house + page})
        with self.opener.open(request, timeout=PATIENCE) as response:
            return str(response.read().decode())

    def sign_in(self, email: str, password: str) -> None:
        self.post("/account/sign-in/", login=email, password=password)
        assert self.cookie(), f"{email} could not sign in"

    def sign_out(self) -> None:
        self.post("/account/sign-out/")

    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar if "session" in cookie.name)

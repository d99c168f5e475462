"""A guest who plays free at a house on this machine while its operator works: bets, and notes what happens.
Beside the table the guest sends a form twice a second; one that is answered by anything but a redirection is
noted as lost.

    python guest.py https://casino.example TABLE SECONDS REPORT

It runs on the machine of the walk, with the libraries of the release, and knows of the product only its pages
and its socket. The report is one line of JSON, written anew each second.
"""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import re
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

BET_EVERY = 1.0
REPEAT_AFTER = 2.0  # without an answer, under the same id, as static/js/table/socket.js does
FORM_EVERY = 0.5


class Guest:
    def __init__(self, site: str, table: str, report: Path) -> None:
        self.site, self.table, self.report = site, table, report
        self.jar = http.cookiejar.CookieJar()
        self.accepted = self.refused = self.rounds = self.sockets = 0
        self.round = -1
        self.waiting: dict[str, tuple[float, str]] = {}
        self.repeated = 0.0
        self.slowest = 0.0
        self.forms = 0
        self.lost: list[str] = []

    def visit(self) -> None:
        """«Play free» in the lobby."""
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        page = browser.open(f"{self.site}/lobby/", timeout=30).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        action = re.search(rf'action="([^"]*/{self.table}/[^"]*)"', page)
        assert token and action, "the lobby offers no free play at this table"
        form = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]}).encode()
        request = urllib.request.Request(f"{self.site}{action[1]}", form, {"Referer": f"{self.site}/lobby/"})
        browser.open(request, timeout=30).read()

    def find_form(self) -> Callable[[], None]:
        """The choice of a language, as at the foot of each page, with a jar of its own."""
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), Unredirected)
        page = browser.open(f"{self.site}/lobby/", timeout=30).read().decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        action = re.search(r'action="([^"]*/language/)"', page)
        assert token and action, "the lobby offers no choice of language"
        fields = {"csrfmiddlewaretoken": token[1], "language": "en", "next": "/lobby/"}
        form = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(f"{self.site}{action[1]}", form, {"Referer": f"{self.site}/lobby/"})
        return lambda: self.send_forms(browser, request)

    def send_forms(self, browser: urllib.request.OpenerDirector, request: urllib.request.Request) -> None:
        while True:
            self.forms += 1
            try:
                browser.open(request, timeout=30).close()
                self.lost.append("not redirected")
            except urllib.error.HTTPError as answer:
                if answer.code != 302:
                    self.lost.append(f"{time.strftime('%H:%M:%S')} {answer.code}")
            except OSError as error:
                self.lost.append(f"{time.strftime('%H:%M:%S')} {error}")
            time.sleep(FORM_EVERY)

    def play(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                self.stay(end)
            time.sleep(0.3)

    def stay(self, end: float) -> None:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        address = f"{self.site.replace('https', 'wss')}/ws/table/{self.table}/"
        with connect(address, additional_headers={"Cookie": cookies}, origin=self.site) as socket:  # type: ignore[arg-type]
            self.sockets += 1
            socket.send(json.dumps({"t": "look"}))
            self.send(socket, {"t": "sit"})
            bet = time.monotonic()
            self.repeated = 0.0
            while time.monotonic() < end:
                with contextlib.suppress(TimeoutError):
                    self.receive(json.loads(socket.recv(timeout=0.5)))
                if time.monotonic() - bet >= BET_EVERY and self.round >= 0:
                    bet = time.monotonic()
                    self.send(
                        socket, {"t": "do", "round": self.round, "do": {"t": "bet", "on": {"red": 100}}}
                    )
                if time.monotonic() - self.repeated >= REPEAT_AFTER:
                    self.repeated = time.monotonic()
                    for sent, request in self.waiting.values():
                        if self.repeated - sent >= REPEAT_AFTER:
                            socket.send(request)
                self.write()

    def send(self, socket: ClientConnection, request: dict[str, Any]) -> None:
        """Every request is repeated until it is answered: a croupier that does not know a new web process yet
        drops what it sends.
        """
        request_id = str(uuid.uuid4())
        text = json.dumps(request | {"id": request_id})
        self.waiting[request_id] = (time.monotonic(), text)
        socket.send(text)

    def receive(self, frame: dict[str, Any]) -> None:
        content = frame.get("table") or frame.get("set") or {}
        if frame["t"] in ("snapshot", "table") and "round" in content:
            self.rounds += content["round"] != self.round and self.round >= 0
            self.round = content["round"]
        if frame["t"] in ("ok", "no") and frame.get("id") in self.waiting:
            sent, _command = self.waiting.pop(frame["id"])
            self.slowest = max(self.slowest, time.monotonic() - sent)
            self.accepted += frame["t"] == "ok"
            self.refused += frame["t"] == "no"

    def write(self) -> None:
        new = self.report.with_suffix(".new")
        new.write_text(json.dumps({
            "accepted": self.accepted, "refused": self.refused, "rounds": self.rounds,
            "sockets": self.sockets, "waiting": len(self.waiting), "slowest": round(self.slowest, 1),
            "forms": self.forms, "lost": self.lost[:5],
        }))  # fmt: skip
        new.replace(self.report)


class Unredirected(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def main(site: str, table: str, seconds: str, report: str) -> None:
    guest = Guest(site, table, Path(report))
    guest.visit()
    threading.Thread(target=guest.find_form(), daemon=True).start()
    guest.play(float(seconds))
    guest.write()


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The sandbox's doors: for the house, signed; for people, plain pages; and the thread that tells the house what happened."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from players.shared import signed_http
from players.wallet.cashier.sandbox import pages
from players.wallet.cashier.sandbox.state import MANNERS, Book, Row

LONGEST = 65536
NOTIFICATION_PATHS = {"gateway": "/account/cashier/notifications/", "register": "/account/national-list/"}


class Sandbox(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, book: Book, house: str, keys: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Door, bind_and_activate=False)
        self.book, self.house, self.keys = book, house, keys

    def talk(self) -> None:
        """Ends what is due and says what is to be said, for ever."""
        while True:
            self.book.tick()
            for letter in self.book.letters_due():
                if not self.say(letter):
                    self.book.again(letter)
            time.sleep(0.2)

    def say(self, letter: Row) -> bool:
        body = json.dumps(letter["body"]).encode()
        asked = urllib.request.Request(
            self.house + NOTIFICATION_PATHS[letter["to"]], data=body, method="POST"
        )
        asked.add_header("Content-Type", "application/json")
        asked.add_header(
            signed_http.HEADER, signed_http.signature(self.keys[letter["to"]], body, int(time.time()))
        )
        try:
            with signed_http.http_open(asked, timeout=5) as answer:
                return bool(200 <= answer.status < 300)
        except (urllib.error.URLError, OSError):
            return False

    def serve(self) -> None:
        threading.Thread(target=self.talk, name="letters", daemon=True).start()
        self.serve_forever()


class Door(BaseHTTPRequestHandler):
    server: Sandbox
    server_version = "Sandbox"
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """The house's console has enough to say."""

    def do_GET(self) -> None:
        path, book = self.path.partition("?")[0], self.server.book
        if path == "/":
            return self._page(pages.overview(book.payments(), book.entries(), book.data["reports"]))
        if found := re.fullmatch(r"/pay/([\w-]+)", path):
            row = book.by_reference(found[1])
            return self._page(pages.payment(row), 200 if row else 404)
        if found := re.fullmatch(r"/payments/([0-9a-f-]{36})", path):
            row = book.payment(found[1]) if self._house("gateway", b"") else None
            known = {name: row[name] for name in ("cents", "kind", "status")} if row else {"status": ""}
            return self._answer("gateway", {"payment": found[1], **known})
        if path == "/register/list":
            return self._answer_lines("register", book.copy() if self._house("register", b"") else None)
        return self._page(pages.nothing(), 404)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LONGEST:
            self.close_connection = True
            return self._page(pages.nothing(), 413)
        body, book = self.rfile.read(int(length)), self.server.book
        if found := re.fullmatch(r"/pay/([\w-]+)", self.path):
            return self._pay(found[1], self._form(body))
        if self.path == "/list":
            return self._list(self._form(body))
        who = "register" if self.path.startswith("/register/") else "gateway"
        if not self._house(who, body):
            return self._answer(who, None)
        said = json.loads(body)
        if self.path in ("/deposits", "/payouts"):
            row = book.open(self.path[1:-1], said)
            url = (
                f"http://{self.headers.get('Host')}/pay/{row['reference']}"
                if row["kind"] == "deposit"
                else ""
            )
            answer = {"payment": row["id"], "cents": row["cents"], "reference": row["reference"], "url": url}
            return self._answer(who, answer)
        if found := re.fullmatch(r"/payments/([0-9a-f-]{36})/(cancel|refund)", self.path):
            book.end(found[1], "failed") if found[2] == "cancel" else book.refund(found[1])
            return self._answer(who, {"payment": found[1]})
        if self.path == "/register/reports":
            book.report(said)
            return self._answer(who, {})
        return self._page(pages.nothing(), 404)

    # --- people

    def _pay(self, reference: str, said: dict[str, str]) -> None:
        row = self.server.book.by_reference(reference)
        if row is None or row["kind"] != "deposit":
            return self._page(pages.nothing(), 404)
        manner = said.get("manner", "once")
        self.server.book.end(
            row["id"],
            "paid" if said.get("outcome") == "pay" else "failed",
            manner if manner in MANNERS else "once",
        )
        return self._go(row["back"] or "/")

    def _list(self, said: dict[str, str]) -> None:
        """By hand: a document comes onto the list, for so many months or without end, or goes from it."""
        now = datetime.now(UTC)
        if said.get("remove"):
            old = next(
                (row for row in self.server.book.entries() if row["reference"] == said["remove"]), None
            )
            if old is not None:
                self.server.book.list_change({**old, "removed": True})
        elif (document := self._document(said)) is not None:
            months = said.get("months", "")
            ends = (
                (now + timedelta(days=30 * int(months))).isoformat()
                if months.isdecimal() and 0 < int(months) < 1200
                else None
            )
            self.server.book.list_change(
                {
                    "reference": f"N-{secrets.token_hex(5)}",
                    **document,
                    "starts": now.isoformat(),
                    "ends": ends,
                }
            )
        return self._go("/")

    @staticmethod
    def _document(said: dict[str, str]) -> Row | None:
        kind, number, nationality = (said.get(name, "").strip() for name in ("kind", "number", "nationality"))
        if (
            kind not in pages.KINDS
            or not 1 <= len(number) <= 20
            or not re.fullmatch(r"[A-Za-z]{2}", nationality)
        ):
            return None
        return {"kind": int(kind), "number": number, "nationality": nationality.upper()}

    @staticmethod
    def _form(body: bytes) -> dict[str, str]:
        return {
            name: values[-1] for name, values in urllib.parse.parse_qs(body.decode(errors="replace")).items()
        }

    # --- the house

    def _house(self, who: str, body: bytes) -> bool:
        header, what = self.headers.get(signed_http.HEADER, ""), f"{self.command} {self.path}"
        return signed_http.is_genuine(self.server.keys[who], header, body, what)

    def _answer(self, who: str, said: Row | None) -> None:
        """Signed, as the question was; a question that was not is not answered."""
        self._answer_lines(who, None if said is None else json.dumps(said).encode(), "application/json")

    def _answer_lines(self, who: str, said: bytes | None, type: str = "application/x-ndjson") -> None:
        body = said or b"{}"
        what = signed_http.response_to(self.headers.get(signed_http.HEADER, ""))
        signature = signed_http.signature(self.server.keys[who], body, int(time.time()), what)
        headers = {} if said is None else {signed_http.HEADER: signature}
        self._send(403 if said is None else 200, type, body, headers)

    # --- the wire

    def _page(self, html: str, status: int = 200) -> None:
        self._send(
            status, "text/html; charset=utf-8", html.encode(), {"Content-Security-Policy": pages.POLICY}
        )

    def _go(self, url: str) -> None:
        self._send(303, "text/plain", b"", {"Location": url})

    def _send(self, status: int, type: str, body: bytes, headers: dict[str, str]) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(status)
            for name, value in {
                "Content-Type": type,
                "Content-Length": str(len(body)),
                "Cache-Control": "no-store",
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

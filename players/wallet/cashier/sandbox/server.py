"""The sandbox's HTTP server: signed requests of the casino, pages for people, a thread for notifications."""

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
from players.wallet.cashier.sandbox import answers, pages
from players.wallet.cashier.sandbox.state import ASKS_FOR_PROOF, MANNERS, Row, SandboxState
from players.wallet.methods import wire

MAX_BODY = 65536
OUTAGE = 60.0  # seconds
PAYOUT_PATHS = ("/payouts", "/refund", "/payees/verifications")
NOTIFICATION_PATHS = {"gateway": "/account/cashier/notifications/", "register": "/account/national-list/"}


class SandboxServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, state: SandboxState, house: str, keys: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), RequestHandler, bind_and_activate=False)
        self.state, self.house, self.keys = state, house, keys

    def run_jobs(self) -> None:
        """Ends due payments and sends due notifications, until the process ends."""
        while True:
            self.state.tick()
            for notification in self.state.due_notifications():
                if not self.send(notification):
                    self.state.retry_later(notification)
            time.sleep(0.2)

    def send(self, notification: Row) -> bool:
        if notification["to"] == "gateway":
            if self.state.is_silent:
                return False
            key = wire.notification_key(self.keys["gateway"])
            body, headers = wire.seal_notification(key, notification["body"])
            headers["Content-Type"] = "text/plain"
        else:
            body = json.dumps(notification["body"]).encode()
            signature = signed_http.signature(self.keys[notification["to"]], body, int(time.time()))
            headers = {"Content-Type": "application/json", signed_http.HEADER: signature}
        request = urllib.request.Request(
            self.house + NOTIFICATION_PATHS[notification["to"]], data=body, headers=headers, method="POST"
        )
        try:
            with signed_http.open_http(request, timeout=5) as response:
                return bool(200 <= response.status < 300)
        except (urllib.error.URLError, OSError):
            return False

    def serve(self) -> None:
        threading.Thread(target=self.run_jobs, name="notifications", daemon=True).start()
        self.serve_forever()


class RequestHandler(BaseHTTPRequestHandler):
    server: SandboxServer
    server_version = "Sandbox"
    protocol_version = "HTTP/1.1"
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Keeps the console quiet."""

    def do_GET(self) -> None:
        path, state = self.path.partition("?")[0], self.server.state
        if path == "/":
            return self._page(pages.overview(state.payments(), state.entries(), state.data["reports"]))
        if match := re.fullmatch(r"/(pay|fields)/([\w-]+)", path):
            row = state.by_reference(match[2])
            return self._payment_page(row, is_framed=match[1] == "fields", status=200 if row else 404)
        if path == f"{wire.API}/payments/status":
            if state.is_silent:
                return self._page(pages.not_found(), 503)
            if not self._is_genuine("payout", b""):
                return self._respond("payout", None)
            number = self._form(self.path.partition("?")[2].encode()).get("merchantTransactionId", "")
            return self._respond("payout", answers.status(state.payment(number), number))
        if path == "/register/list":
            return self._respond_bytes(
                "register", state.copy() if self._is_genuine("register", b"") else None
            )
        return self._page(pages.not_found(), 404)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True
            return self._page(pages.not_found(), 413)
        body, state = self.rfile.read(int(length)), self.server.state
        if match := re.fullmatch(r"/(pay|fields)/([\w-]+)", self.path):
            return self._pay(match[2], self._form(body), is_framed=match[1] == "fields")
        if match := re.fullmatch(r"/take-back/([\w-]+)", self.path):
            return self._take_back(match[1], self._form(body))
        if self.path == "/outage":
            state.fall_silent(OUTAGE)
            return self._redirect("/")
        if self.path == "/list":
            return self._list(self._form(body))
        if self.path.startswith(wire.API) and state.is_silent:
            return self._page(pages.not_found(), 503)
        who = self._signer()
        if not self._is_genuine(who, body):
            return self._respond(who, None)
        data = json.loads(body)
        if self.path.startswith(wire.API):
            return self._api(self.path.removeprefix(wire.API), who, data)
        if self.path == "/register/reports":
            state.report(data)
            return self._respond(who, {})
        return self._page(pages.not_found(), 404)

    def _api(self, path: str, who: str, data: Row) -> None:
        """Requests in the shapes of SIBS' API, and two that are assumed (docs/subsystems/wallet.md)."""
        state = self.server.state
        if path in ("/payments", "/payouts"):
            return self._respond(
                who, answers.opened(state.open(path[1:-1].replace("payment", "deposit"), data))
            )
        if path == "/payees/verifications":
            return self._respond(who, answers.owner(data))
        match = re.fullmatch(r"/payments/([\w-]+)/([\w/-]+)", path)
        row = state.by_reference(match[1]) if match else None
        if match is None or row is None:
            return self._page(pages.not_found(), 404)
        if match[2] == "cancellation":
            state.cancel(row["id"])
        elif match[2] == "refund":
            state.refund(row["id"])
        else:
            started = state.start(match[1], match[2], data)
            if started is None:
                return self._page(pages.not_found(), 404)
            return self._respond(who, answers.started(started, f"http://{self.headers.get('Host')}"))
        return self._respond(who, answers.opened(row))

    # --- people

    def _payment_page(
        self, row: Row | None, *, is_framed: bool, status: int = 200, typed: dict[str, str] | None = None
    ) -> None:
        """The page for one payment; in a frame of the house, and of nobody else, the fields of a card."""
        html = pages.payment(row, is_framed=is_framed, typed=typed)
        policy = pages.framed_policy(row) if is_framed and row else pages.POLICY
        self._send(status, "text/html; charset=utf-8", html.encode(), {"Content-Security-Policy": policy})

    def _pay(self, reference: str, form: dict[str, str], *, is_framed: bool) -> None:
        row, state = self.server.state.by_reference(reference), self.server.state
        if row is None or row["kind"] != "deposit":
            return self._page(pages.not_found(), 404)
        manner, reason = form.get("manner", "once"), form.get("reason", "")
        is_paid, is_proven = form.get("outcome") == "pay", bool(row.get("asks_for_proof"))
        own = f"/{'fields' if is_framed else 'pay'}/{reference}"
        card = ""
        if is_paid and row["method"] == "CARD" and row["status"] == "pending" and not is_proven:
            if pages.mistakes(form):
                return self._payment_page(row, is_framed=is_framed, status=422, typed=form)
            card = pages.digits(form["number"])
            if card == ASKS_FOR_PROOF:
                state.ask_for_proof(row["id"], card)
                return self._redirect(own)
        state.end(
            row["id"],
            "paid" if is_paid else "failed",
            manner if manner in MANNERS else "once",
            reason="" if is_paid else reason if reason in wire.CODES else "declined-by-payer",
            card=card,
            payer=form.get("payer", "").strip()[:70],
            account=form.get("account", "").strip()[:34],
        )
        return self._redirect(own if is_framed else row.get("back") or own)

    def _take_back(self, reference: str, form: dict[str, str]) -> None:
        row = self.server.state.by_reference(reference)
        if row is not None:
            kind = wire.REVERSAL if form.get("kind") == "reversal" else wire.CHARGEBACK
            self.server.state.take_back(row["id"], kind)
        return self._redirect("/")

    def _list(self, form: dict[str, str]) -> None:
        """Adds a document to the list, for some months or indefinitely, or removes it."""
        now = datetime.now(UTC)
        if form.get("remove"):
            old = next(
                (row for row in self.server.state.entries() if row["reference"] == form["remove"]), None
            )
            if old is not None:
                self.server.state.change_national_list({**old, "removed": True})
        elif (document := self._document(form)) is not None:
            months = form.get("months", "")
            ends = (
                (now + timedelta(days=30 * int(months))).isoformat()
                if months.isdecimal() and 0 < int(months) < 1200
                else None
            )
            self.server.state.change_national_list(
                {
                    "reference": f"N-{secrets.token_hex(5)}",
                    **document,
                    "starts": now.isoformat(),
                    "ends": ends,
                }
            )
        return self._redirect("/")

    @staticmethod
    def _document(form: dict[str, str]) -> Row | None:
        kind, number, nationality = (form.get(name, "").strip() for name in ("kind", "number", "nationality"))
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

    # --- requests of the casino

    def _signer(self) -> str:
        """The key of a request: one for money that goes out, another for deposits."""
        if self.path.startswith("/register/"):
            return "register"
        return "payout" if self.path.endswith(PAYOUT_PATHS) else "gateway"

    def _is_genuine(self, who: str, body: bytes) -> bool:
        header, what = self.headers.get(signed_http.HEADER, ""), f"{self.command} {self.path}"
        return signed_http.is_genuine(self.server.keys[who], header, body, what)

    def _respond(self, who: str, data: Row | None) -> None:
        """Sends a signed response; None refuses the request."""
        self._respond_bytes(who, None if data is None else json.dumps(data).encode(), "application/json")

    def _respond_bytes(
        self, who: str, data: bytes | None, content_type: str = "application/x-ndjson"
    ) -> None:
        body = data or b"{}"
        what = signed_http.response_to(self.headers.get(signed_http.HEADER, ""))
        signature = signed_http.signature(self.server.keys[who], body, int(time.time()), what)
        headers = {} if data is None else {signed_http.HEADER: signature}
        self._send(403 if data is None else 200, content_type, body, headers)

    # --- responses

    def _page(self, html: str, status: int = 200) -> None:
        self._send(
            status, "text/html; charset=utf-8", html.encode(), {"Content-Security-Policy": pages.POLICY}
        )

    def _redirect(self, url: str) -> None:
        self._send(303, "text/plain", b"", {"Location": url})

    def _send(self, status: int, content_type: str, body: bytes, headers: dict[str, str]) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(status)
            for name, value in {
                "Content-Type": content_type,
                "Content-Length": str(len(body)),
                "Cache-Control": "no-store",
                **headers,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

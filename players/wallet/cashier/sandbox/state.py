"""The sandbox's state, kept in one file: payments, the national list and the notifications still to send."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from players.wallet.methods import wire

# Seconds until an unpaid deposit expires, and until a payout is made.
EXPIRES = 1800.0
MB_WAY_EXPIRES = 240.0
PAYOUT_AFTER = 2.0
LATE = 20.0
# Payouts whose cents equal this fail, as the test numbers of real services do.
FAILING_CENTS = 13
RETRIES = (1, 2, 5, 15, 60, 300, 900, 3600)

# Of references that are paid at a cash machine, and of the account for transfers. Both are invented.
ENTITY = "99999"
ACCOUNT = "PT50000201230000000000154"
# Invented cards, of a range that no bank issues. The second one's bank asks for a confirmation (3-D Secure).
CARDS = ("4000000000064321", "4000000000049876")
ASKS_FOR_PROOF = CARDS[1]
STEPS = {
    "MBWAY": "mbway-id/purchase",
    "REFERENCE": "service-reference/generate",
    "CARD": "form/context",
    "XPAY": "transfer/generate",
}
# A phone that ends so has no MB WAY.
NO_MB_WAY = "000"

MANNERS = ("once", "twice", "late", "reordered", "silent")
Row = dict[str, Any]


# Invented people on the initial list: two for each type of document (IdTipoCid).
INVENTED = (
    (0, "9900000", "PT"),
    (1, "9900001", "PT"),
    (2, "ZZ00000", "BR"),
    (3, "29900000", "PT"),
    (4, "AB00000", "FR"),
)
INITIAL_ENTRIES: tuple[Row, ...] = tuple(
    {"reference": f"N-{kind}{number}", "kind": kind, "number": f"{spelled}{number}", "nationality": nation,
     "starts": "2026-01-01T00:00:00+00:00", "ends": None}
    for kind, spelled, nation in INVENTED
    for number in (1, 2)
)  # fmt: skip


def _seconds(period: Row | None) -> float:
    """For how long a payment can be paid: as the request says, else half an hour."""
    if not period:
        return EXPIRES
    begins, ends = (datetime.fromisoformat(period[name]) for name in ("initialDatetime", "finalDatetime"))
    return (ends - begins).total_seconds()


class SandboxState:
    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path, self.lock, self.now = path, threading.RLock(), now
        self.data: dict[str, Any] = {
            "payments": {},
            "notifications": [],
            "list": {},
            "version": 0,
            "reports": {},
            "silent_until": 0.0,
        }
        if path.exists():
            self.data.update(json.loads(path.read_text()))
        # A national list is never empty, and an empty one is refused.
        self.data["list"] = self.data["list"] or {entry["reference"]: entry for entry in INITIAL_ENTRIES}

    def save(self) -> None:
        new_path = self.path.with_suffix(".new")
        with open(os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(json.dumps(self.data))
        os.replace(new_path, self.path)

    # --- payments

    def payment(self, payment_id: str) -> Row | None:
        with self.lock:
            row = self.data["payments"].get(payment_id)
            return dict(row) if row else None

    def by_reference(self, reference: str) -> Row | None:
        with self.lock:
            return next(
                (dict(row) for row in self.data["payments"].values() if row["reference"] == reference), None
            )

    def payments(self) -> list[Row]:
        with self.lock:
            return sorted((dict(row) for row in self.data["payments"].values()), key=lambda row: -row["made"])

    def open(self, kind: str, data: Row) -> Row:
        """Opens a payment; a repeated number of the merchant returns the existing one."""
        transaction, creditor = data["transaction"], data.get("creditor", {})
        period = transaction.get("paymentReference")
        with self.lock:
            payment_id = str(data["merchant"]["merchantTransactionId"])
            if payment_id not in self.data["payments"]:
                made = self.now()
                row: Row = {
                    "id": payment_id,
                    "kind": kind,
                    "method": (transaction.get("paymentMethod") or ["SCTINST"])[0],
                    "cents": wire.cents_of(transaction["amount"]),
                    "reference": f"SBX-{secrets.token_hex(6)}",
                    "iban": creditor.get("iban", ""),
                    "holder": creditor.get("name", ""),
                    "token": creditor.get("token", {}).get("value", ""),
                    "made": made,
                    "status": "pending",
                    "refunded": False,
                    "due": made + (PAYOUT_AFTER if kind == "payout" else _seconds(period)),
                }
                self.data["payments"][payment_id] = row
                self._notification(row, "pending", 0)
                self.save()
            return dict(self.data["payments"][payment_id])

    def start(self, reference: str, step: str, data: Row) -> Row | None:
        """Starts the method of an opened payment. Repeating it changes nothing; another method has none."""
        with self.lock:
            row = next((row for row in self.data["payments"].values() if row["reference"] == reference), None)
            if row is None or STEPS.get(row["method"]) != step:
                return None
            if not row.get("started"):
                row["started"] = True
                row["back"], row["language"] = data.get("returnUrl", ""), data.get("language", "")
                row["phone"] = data.get("customerPhone", "")
                row["number"] = f"{secrets.randbelow(10**9):09}"
                if row["method"] == "MBWAY":
                    row["due"] = min(row["due"], self.now() + MB_WAY_EXPIRES)
            if row["phone"].endswith(NO_MB_WAY):
                self.end(row["id"], "failed", reason="no-such-phone")
            self.save()
            return dict(row)

    @property
    def is_silent(self) -> bool:
        """Whether the service does not answer, because a person wanted to see an outage."""
        return bool(self.now() < self.data["silent_until"])

    def fall_silent(self, seconds: float) -> None:
        with self.lock:
            self.data["silent_until"] = self.now() + seconds
            self.save()

    def ask_for_proof(self, payment_id: str, card: str) -> None:
        """The bank of the card wants the payer's confirmation first (3-D Secure)."""
        with self.lock:
            row = self.data["payments"].get(payment_id)
            if row is not None and row["status"] == "pending":
                row["card"], row["asks_for_proof"] = card[-4:], True
                self.save()

    def end(
        self,
        payment_id: str,
        status: str,
        manner: str = "once",
        *,
        reason: str = "",
        card: str = "",
        payer: str = "",
        account: str = "",
    ) -> None:
        """Ends a payment and notifies the casino in the chosen manner."""
        with self.lock:
            row = self.data["payments"].get(payment_id)
            if row is None or row["status"] != "pending":
                return
            row["status"] = status
            row |= {"reason": reason, "payer": payer, "account": account}
            if status == "paid" and row.get("method") == "CARD":
                row["card"] = card[-4:] or row.get("card") or CARDS[0][-4:]
            if manner == "reordered":
                # The notification of the beginning is sent after that of the end.
                self.data["notifications"] = [
                    notification
                    for notification in self.data["notifications"]
                    if notification.get("payment") != payment_id
                ]
                self._notification(row, "pending", 3)
            if manner != "silent":
                notification = self._notification(row, status, LATE if manner == "late" else 0)
                if manner == "twice":
                    self.data["notifications"].append({**notification, "due": notification["due"] + 1})
            self.save()

    def cancel(self, payment_id: str) -> None:
        """Ends a deposit that has not been paid yet."""
        row = self.payment(payment_id)
        if row is not None and row["kind"] == "deposit":
            self.end(payment_id, "failed", reason="withdrawn")

    def take_back(self, payment_id: str, kind: str) -> None:
        """The payer's bank takes a paid deposit back, weeks later, or the service reverses it."""
        with self.lock:
            row = self.data["payments"].get(payment_id)
            if row is None or (row["kind"], row["status"]) != ("deposit", "paid") or row.get("taken_back"):
                return
            row["taken_back"] = kind
            self._notification(row, "paid", 0, kind)
            self.save()

    def refund(self, payment_id: str) -> None:
        with self.lock:
            if (row := self.data["payments"].get(payment_id)) is not None:
                row["refunded"] = True
                self.save()

    def tick(self) -> None:
        """Ends payments whose time has come."""
        now = self.now()
        with self.lock:
            due = [
                dict(row)
                for row in self.data["payments"].values()
                if row["status"] == "pending" and row["due"] <= now
            ]
        for row in due:
            succeeds = row["kind"] == "payout" and row["cents"] % 100 != FAILING_CENTS
            reason = "expired" if row["kind"] == "deposit" else "declined-bank"
            self.end(row["id"], "paid" if succeeds else "failed", reason="" if succeeds else reason)

    # --- the national list

    def entries(self) -> list[Row]:
        with self.lock:
            return [dict(row) for row in self.data["list"].values()]

    def change_national_list(self, entry: Row) -> None:
        """Adds or removes an entry and notifies the casino. The last entry stays: the list is never empty."""
        with self.lock:
            if entry.get("removed") and set(self.data["list"]) <= {entry["reference"]}:
                return
            self.data["version"] += 1
            if entry.get("removed"):
                self.data["list"].pop(entry["reference"], None)
            else:
                self.data["list"][entry["reference"]] = entry
            body = {"number": f"push-{self.data['version']}-{secrets.token_hex(4)}", "entries": [entry]}
            self.data["notifications"].append({"to": "register", "body": body, "due": self.now(), "tries": 0})
            self.save()

    def copy(self) -> bytes:
        """The whole list: a header line, then one line for each entry."""
        entries = self.entries()
        head = {"number": f"{time.strftime('%Y-%m-%d')}.{self.data['version']}", "entries": len(entries)}
        return "".join(json.dumps(line) + "\n" for line in (head, *entries)).encode()

    def report(self, data: Row) -> None:
        with self.lock:
            self.data["reports"][str(data.get("number", ""))] = data
            self.save()

    # --- notifications to the casino

    def _notification(self, row: Row, status: str, wait: float, kind: str = wire.PURCHASE) -> Row:
        body = wire.notification(
            number=f"ntf-{secrets.token_hex(8)}",
            payment=row["id"],
            transaction=row["reference"],
            status=status,
            cents=row["cents"],
            method=row.get("method", ""),
            kind=wire.PAYOUT if row["kind"] == "payout" else kind,
            reason=row.get("reason", "") if status == "failed" else "",
            at=datetime.fromtimestamp(self.now(), UTC),
        )
        notification = {
            "to": "gateway", "body": body, "payment": row["id"], "due": self.now() + wait, "tries": 0,
        }  # fmt: skip
        self.data["notifications"].append(notification)
        return notification

    def due_notifications(self) -> list[Row]:
        now = self.now()
        with self.lock:
            due = [notification for notification in self.data["notifications"] if notification["due"] <= now]
            self.data["notifications"] = [
                notification for notification in self.data["notifications"] if notification["due"] > now
            ]
            return due

    def retry_later(self, notification: Row) -> None:
        """Schedules another attempt, or gives up after the last."""
        with self.lock:
            if notification["tries"] < len(RETRIES):
                self.data["notifications"].append(
                    {
                        **notification,
                        "due": self.now() + RETRIES[notification["tries"]],
                        "tries": notification["tries"] + 1,
                    }
                )
            self.save()

"""The sandbox's state, kept in one file: payments, the national list and the notifications still to send."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from pathlib import Path
from typing import Any

# Seconds until an unpaid deposit expires, and until a payout is made.
EXPIRES = 1800.0
PAYOUT_AFTER = 2.0
LATE = 20.0
# Payouts whose cents equal this fail, as the test numbers of real services do.
FAILING_CENTS = 13
RETRIES = (1, 2, 5, 15, 60, 300, 900, 3600)

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


class SandboxState:
    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, threading.RLock()
        self.data: dict[str, Any] = {
            "payments": {},
            "notifications": [],
            "list": {},
            "version": 0,
            "reports": {},
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
        """Opens a payment; a repeated id returns the existing one."""
        with self.lock:
            payment_id = str(data["payment"])
            if payment_id not in self.data["payments"]:
                made = time.time()
                row = {name: data.get(name, "") for name in ("back", "language", "iban", "holder")}
                row |= {
                    "id": payment_id,
                    "kind": kind,
                    "cents": int(data["cents"]),
                    "reference": f"SBX-{secrets.token_hex(6)}",
                    "made": made,
                }
                row |= {
                    "status": "pending",
                    "refunded": False,
                    "due": made + (PAYOUT_AFTER if kind == "payout" else EXPIRES),
                }
                self.data["payments"][payment_id] = row
                self._notification(row, "pending", 0)
                self.save()
            return dict(self.data["payments"][payment_id])

    def end(self, payment_id: str, status: str, manner: str = "once") -> None:
        """Ends a payment and notifies the casino in the chosen manner."""
        with self.lock:
            row = self.data["payments"].get(payment_id)
            if row is None or row["status"] != "pending":
                return
            row["status"] = status
            if manner == "reordered":
                # The notification of the beginning is sent after that of the end.
                self.data["notifications"] = [
                    notification
                    for notification in self.data["notifications"]
                    if notification["body"].get("payment") != payment_id
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
            self.end(payment_id, "failed")

    def refund(self, payment_id: str) -> None:
        with self.lock:
            if (row := self.data["payments"].get(payment_id)) is not None:
                row["refunded"] = True
                self.save()

    def tick(self) -> None:
        """Ends payments whose time has come."""
        now = time.time()
        with self.lock:
            due = [
                dict(row)
                for row in self.data["payments"].values()
                if row["status"] == "pending" and row["due"] <= now
            ]
        for row in due:
            succeeds = row["kind"] == "payout" and row["cents"] % 100 != FAILING_CENTS
            self.end(row["id"], "paid" if succeeds else "failed")

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
            self.data["notifications"].append(
                {"to": "register", "body": body, "due": time.time(), "tries": 0}
            )
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

    def _notification(self, row: Row, status: str, wait: float) -> Row:
        body = {
            "id": f"ntf-{secrets.token_hex(8)}",
            "payment": row["id"],
            "status": status,
            "cents": row["cents"],
            "reference": row["reference"],
        }
        notification = {"to": "gateway", "body": body, "due": time.time() + wait, "tries": 0}
        self.data["notifications"].append(notification)
        return notification

    def due_notifications(self) -> list[Row]:
        now = time.time()
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
                        "due": time.time() + RETRIES[notification["tries"]],
                        "tries": notification["tries"] + 1,
                    }
                )
            self.save()

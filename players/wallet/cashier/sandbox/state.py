"""What the sandbox knows: payments, the national list, and what it still has to say to the house. Kept in one file."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from pathlib import Path
from typing import Any

# A deposit that nobody pays is given up after so long; a payout is made after so long.
EXPIRES = 1800.0
PAYOUT_AFTER = 2.0
LATE = 20.0
# Amounts that end so fail when they are paid out, as test numbers of real services do.
UNLUCKY = 13
RETRIES = (1, 2, 5, 15, 60, 300, 900, 3600)

MANNERS = ("once", "twice", "late", "reordered", "silent")
Row = dict[str, Any]


# Invented people who are on the list from the beginning: of each type of document (IdTipoCid) two.
INVENTED = (
    (0, "9900000", "PT"),
    (1, "9900001", "PT"),
    (2, "ZZ00000", "BR"),
    (3, "29900000", "PT"),
    (4, "AB00000", "FR"),
)
STRANGERS: tuple[Row, ...] = tuple(
    {"reference": f"N-{kind}{number}", "kind": kind, "number": f"{spelled}{number}", "nationality": nation,
     "starts": "2026-01-01T00:00:00+00:00", "ends": None}
    for kind, spelled, nation in INVENTED
    for number in (1, 2)
)  # fmt: skip


class Book:
    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, threading.RLock()
        self.data: dict[str, Any] = {"payments": {}, "letters": [], "list": {}, "version": 0, "reports": {}}
        if path.exists():
            self.data.update(json.loads(path.read_text()))
        # A national list is never empty, and an empty one is refused.
        self.data["list"] = self.data["list"] or {entry["reference"]: entry for entry in STRANGERS}

    def keep(self) -> None:
        fresh = self.path.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(json.dumps(self.data))
        os.replace(fresh, self.path)

    # --- payments

    def payment(self, id: str) -> Row | None:
        with self.lock:
            found = self.data["payments"].get(id)
            return dict(found) if found else None

    def by_reference(self, reference: str) -> Row | None:
        with self.lock:
            return next(
                (dict(row) for row in self.data["payments"].values() if row["reference"] == reference), None
            )

    def payments(self) -> list[Row]:
        with self.lock:
            return sorted((dict(row) for row in self.data["payments"].values()), key=lambda row: -row["made"])

    def open(self, kind: str, said: Row) -> Row:
        """The same payment again is the same payment."""
        with self.lock:
            id = str(said["payment"])
            if id not in self.data["payments"]:
                made = time.time()
                row = {name: said.get(name, "") for name in ("back", "language", "iban", "holder")}
                row |= {
                    "id": id,
                    "kind": kind,
                    "cents": int(said["cents"]),
                    "reference": f"SBX-{secrets.token_hex(6)}",
                    "made": made,
                }
                row |= {
                    "status": "pending",
                    "refunded": False,
                    "due": made + (PAYOUT_AFTER if kind == "payout" else EXPIRES),
                }
                self.data["payments"][id] = row
                self._letter(row, "pending", 0)
                self.keep()
            return dict(self.data["payments"][id])

    def end(self, id: str, status: str, manner: str = "once") -> None:
        """A payment ends, once and for ever, and the house hears of it in the manner that was chosen."""
        with self.lock:
            row = self.data["payments"].get(id)
            if row is None or row["status"] != "pending":
                return
            row["status"] = status
            if manner == "reordered":
                # What was still to be said of the beginning is said after the end.
                self.data["letters"] = [
                    letter for letter in self.data["letters"] if letter["body"].get("payment") != id
                ]
                self._letter(row, "pending", 3)
            if manner != "silent":
                letter = self._letter(row, status, LATE if manner == "late" else 0)
                if manner == "twice":
                    self.data["letters"].append({**letter, "due": letter["due"] + 1})
            self.keep()

    def refund(self, id: str) -> None:
        with self.lock:
            if (row := self.data["payments"].get(id)) is not None:
                row["refunded"] = True
                self.keep()

    def tick(self) -> None:
        """What ends by itself."""
        now = time.time()
        with self.lock:
            due = [
                dict(row)
                for row in self.data["payments"].values()
                if row["status"] == "pending" and row["due"] <= now
            ]
        for row in due:
            lucky = row["kind"] == "payout" and row["cents"] % 100 != UNLUCKY
            self.end(row["id"], "paid" if lucky else "failed")

    # --- the national list

    def entries(self) -> list[Row]:
        with self.lock:
            return [dict(row) for row in self.data["list"].values()]

    def list_change(self, entry: Row) -> None:
        """Somebody comes onto the list or goes from it; the house hears at once. The last one stays: the list is never empty."""
        with self.lock:
            if entry.get("removed") and set(self.data["list"]) <= {entry["reference"]}:
                return
            self.data["version"] += 1
            if entry.get("removed"):
                self.data["list"].pop(entry["reference"], None)
            else:
                self.data["list"][entry["reference"]] = entry
            body = {"number": f"push-{self.data['version']}-{secrets.token_hex(4)}", "entries": [entry]}
            self.data["letters"].append({"to": "register", "body": body, "due": time.time(), "tries": 0})
            self.keep()

    def copy(self) -> bytes:
        """The whole list: a line that names and counts it, and one for each entry."""
        entries = self.entries()
        head = {"number": f"{time.strftime('%Y-%m-%d')}.{self.data['version']}", "entries": len(entries)}
        return "".join(json.dumps(line) + "\n" for line in (head, *entries)).encode()

    def report(self, said: Row) -> None:
        with self.lock:
            self.data["reports"][str(said.get("number", ""))] = said
            self.keep()

    # --- letters to the house

    def _letter(self, row: Row, status: str, wait: float) -> Row:
        body = {
            "id": f"ntf-{secrets.token_hex(8)}",
            "payment": row["id"],
            "status": status,
            "cents": row["cents"],
            "reference": row["reference"],
        }
        letter = {"to": "gateway", "body": body, "due": time.time() + wait, "tries": 0}
        self.data["letters"].append(letter)
        return letter

    def letters_due(self) -> list[Row]:
        now = time.time()
        with self.lock:
            due = [letter for letter in self.data["letters"] if letter["due"] <= now]
            self.data["letters"] = [letter for letter in self.data["letters"] if letter["due"] > now]
            return due

    def again(self, letter: Row) -> None:
        """The house did not take it: said again later, and given up after half a day."""
        with self.lock:
            if letter["tries"] < len(RETRIES):
                self.data["letters"].append(
                    {**letter, "due": time.time() + RETRIES[letter["tries"]], "tries": letter["tries"] + 1}
                )
            self.keep()

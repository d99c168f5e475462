"""Compares the record with its seals: it finds any edit, removal, insertion, reordering or truncation."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from django.core.cache import cache
from django.db import connection, transaction
from msgspec import Struct

from players.audit.models import Seal
from players.audit.seals import ROWS, WITNESS, chain_hash, digests

LATE = timedelta(minutes=10)
BATCH = 500
SEALS_LATE = "seals-late"  # nothing differs, but sealing has stopped


class Fault(Struct, frozen=True):
    """A part of the record differs from what was sealed.

    `seal` is the first seal that shows it, if there is one.
    """

    code: str
    seal: int | None
    description: str


def check_seals(*, late: timedelta = LATE) -> list[Fault]:
    """Checks every seal against its rows, and the whole chain."""
    seen = cache.get(WITNESS)  # read first: a seal made meanwhile is not a fault
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
        seals = list(Seal.objects.order_by("number"))
        faults = [*_chain(seals), *_rows(seals), *_end(seals, seen, late), *_books()]
    return sorted(faults, key=lambda fault: (fault.seal is None, fault.seal or 0))


def _chain(seals: list[Seal]) -> list[Fault]:
    faults = []
    if seals and seals[0].number != 1:
        faults.append(
            Fault("seal-missing", seals[0].number, f"The chain begins with seal {seals[0].number}.")
        )
    for previous, seal in pairwise(seals):
        if seal.number != previous.number + 1:
            faults.append(
                Fault(
                    "seal-missing",
                    seal.number,
                    f"Seals are missing between {previous.number} and {seal.number}.",
                )
            )
        elif seal.since != previous.until:
            faults.append(
                Fault("seal-changed", seal.number, "It does not begin where the previous seal ends.")
            )
    previous_hash = ""
    for seal in seals:
        if chain_hash(previous_hash, seal) != seal.chain:
            faults.append(
                Fault("seal-changed", seal.number, "Its hash does not follow from the previous seals.")
            )
        previous_hash = seal.chain
    return faults


def _rows(seals: list[Seal]) -> list[Fault]:
    faults = []
    for start in range(0, len(seals), BATCH):
        batch = {seal.number: seal for seal in seals[start : start + BATCH]}
        for kind in ROWS:
            for number, count, digest in _recompute(kind, min(batch), max(batch)):
                sealed_count, sealed_digest = (
                    getattr(batch[number], kind),
                    getattr(batch[number], f"{kind}_digest"),
                )
                if count != sealed_count:
                    faults.append(
                        Fault(f"{kind}-count", number, f"{sealed_count} rows were sealed and {count} exist.")
                    )
                elif digest != sealed_digest:
                    faults.append(
                        Fault(
                            f"{kind}-changed", number, f"Some of its {count} rows were changed after sealing."
                        )
                    )
    return faults


def _recompute(kind: str, first: int, last: int) -> list[tuple[int, int, str]]:
    query = digests(kind) % {"since": "seal.since", "until": "seal.until"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seal.number, recomputed.count, recomputed.digest "
            f"FROM audit_seal AS seal, LATERAL ({query}) AS recomputed "
            "WHERE seal.number BETWEEN %s AND %s ORDER BY seal.number",
            [first, last],
        )
        rows: list[tuple[int, int, str]] = cursor.fetchall()
    return rows


def _end(seals: list[Seal], seen: tuple[int, str] | None, late: timedelta) -> list[Fault]:
    """Checks the end of the chain: it may be cut off, late, or behind rows that are dated in the future."""
    faults = []
    last = seals[-1] if seals else None
    if seen is not None and (last is None or last.number < seen[0]):
        faults.append(
            Fault("chain-cut", last.number if last else None, f"Seal {seen[0]} was made and is missing.")
        )
    elif seen is not None and not any(seal.number == seen[0] and seal.chain == seen[1] for seal in seals):
        faults.append(Fault("chain-replaced", seen[0], "It differs from the seal that was made."))
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now = cursor.fetchone()[0]
        if last is not None and now - last.until > late:
            faults.append(
                Fault(
                    SEALS_LATE,
                    last.number,
                    f"Nothing has been sealed since {last.until.isoformat(timespec='seconds')}.",
                )
            )
        for kind, (table, _columns) in ROWS.items():
            cursor.execute(f"SELECT count(*) FROM {table} WHERE at > %s", [now + timedelta(minutes=1)])
            if ahead := cursor.fetchone()[0]:
                faults.append(Fault(f"{kind}-ahead", None, f"{ahead} rows are dated in the future."))
    return faults


# The balances and transfer counts of accounts against all transfers. Rows removed before they were sealed
# show here.
BOOKS = """
SELECT a.id FROM wallet_account AS a LEFT JOIN (
    SELECT account, sum(cents)::bigint AS cents, count(*) AS moves FROM (
        SELECT source_id AS account, -cents AS cents FROM wallet_transfer
        UNION ALL SELECT target_id, cents FROM wallet_transfer
    ) AS sides GROUP BY account
) AS t ON t.account = a.id
WHERE a.balance <> coalesce(t.cents, 0) OR a.moves <> coalesce(t.moves, 0) ORDER BY a.id LIMIT 20
"""


def _books() -> list[Fault]:
    with connection.cursor() as cursor:
        cursor.execute(BOOKS)
        return [
            Fault("books", None, f"The balance of account {row[0]} is not the sum of its transfers.")
            for row in cursor.fetchall()
        ]

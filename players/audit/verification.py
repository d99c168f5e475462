"""Whether the record is as it was sealed: any edit, removal, insertion, change of order or cut end is found and named."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

from django.core.cache import cache
from django.db import connection, transaction
from msgspec import Struct

from players.audit.models import Seal
from players.audit.seals import ROWS, WITNESS, digests, linked

LATE = timedelta(minutes=10)
BATCH = 500
SEALS_LATE = "seals-late"  # nothing differs: sealing stands still


class Fault(Struct, frozen=True):
    """Something on the record is not as it was sealed. `seal` is the first one that shows it, where there is one."""

    code: str
    seal: int | None
    said: str


def check_seals(*, late: timedelta = LATE) -> list[Fault]:
    """Every seal against the rows it was made of, and the chain from its first link to its last."""
    seen = cache.get(WITNESS)  # asked first: a seal made meanwhile is no fault
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
    for before, after in pairwise(seals):
        if after.number != before.number + 1:
            faults.append(
                Fault(
                    "seal-missing",
                    after.number,
                    f"Between seals {before.number} and {after.number} there is a gap.",
                )
            )
        elif after.since != before.until:
            faults.append(Fault("seal-changed", after.number, "It does not begin where the one before ends."))
    before = ""
    for seal in seals:
        if linked(before, seal) != seal.chain:
            faults.append(
                Fault("seal-changed", seal.number, "It is not the one that was chained to those before it.")
            )
        before = seal.chain
    return faults


def _rows(seals: list[Seal]) -> list[Fault]:
    faults = []
    for start in range(0, len(seals), BATCH):
        batch = {seal.number: seal for seal in seals[start : start + BATCH]}
        for kind in ROWS:
            for number, count, digest in _recounted(kind, min(batch), max(batch)):
                then, sealed = getattr(batch[number], kind), getattr(batch[number], f"{kind}_digest")
                if count != then:
                    faults.append(
                        Fault(f"{kind}-count", number, f"{then} were sealed and {count} are there.")
                    )
                elif digest != sealed:
                    faults.append(
                        Fault(f"{kind}-changed", number, f"{count} are there, and not as they were sealed.")
                    )
    return faults


def _recounted(kind: str, first: int, last: int) -> list[tuple[int, int, str]]:
    each = digests(kind) % {"since": "seal.since", "until": "seal.until"}
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT seal.number, found.count, found.digest FROM audit_seal AS seal, LATERAL ({each}) AS found "
            "WHERE seal.number BETWEEN %s AND %s ORDER BY seal.number",
            [first, last],
        )
        return cursor.fetchall()


def _end(seals: list[Seal], seen: tuple[int, str] | None, late: timedelta) -> list[Fault]:
    """The end of the chain: cut off, left behind, or run ahead of."""
    faults = []
    last = seals[-1] if seals else None
    if seen is not None and (last is None or last.number < seen[0]):
        faults.append(
            Fault("chain-cut", last.number if last else None, f"Seal {seen[0]} was made and is not there.")
        )
    elif seen is not None and not any(seal.number == seen[0] and seal.chain == seen[1] for seal in seals):
        faults.append(Fault("chain-replaced", seen[0], "It is not the one that was made."))
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
                faults.append(Fault(f"{kind}-ahead", None, f"{ahead} carry an hour that has not come yet."))
    return faults


# The balances and counts of the accounts against all transfers: what was cut off before it was sealed shows here.
BOOKS = """
SELECT a.id FROM wallet_account AS a LEFT JOIN (
    SELECT account, sum(cents)::bigint AS cents, count(*) AS moves FROM (
        SELECT source_id AS account, -cents AS cents FROM wallet_transfer UNION ALL SELECT target_id, cents FROM wallet_transfer
    ) AS sides GROUP BY account
) AS t ON t.account = a.id
WHERE a.balance <> coalesce(t.cents, 0) OR a.moves <> coalesce(t.moves, 0) ORDER BY a.id LIMIT 20
"""


def _books() -> list[Fault]:
    with connection.cursor() as cursor:
        cursor.execute(BOOKS)
        return [
            Fault("books", None, f"Account {row[0]} does not hold what its transfers make.")
            for row in cursor.fetchall()
        ]

"""Compares the record with its seals: it finds any edit, removal, insertion, reordering or truncation."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

from django.core.cache import cache
from django.db import connection, transaction
from msgspec import Struct

from players.audit.models import Seal, SealCheck
from players.audit.online_record import online_since
from players.audit.seals import ROWS, WITNESS, chain_hash, digests
from players.shared.progress import Advance, ignore_progress
from players.wallet import books

OVERDUE_AFTER = timedelta(minutes=10)
BATCH = 500
SEALS_LATE = "seals-late"  # nothing differs, but sealing has stopped


class SealFault(Struct, frozen=True):
    """A part of the record differs from what was sealed.

    `seal` is the first seal that shows it, if there is one.
    """

    code: str
    seal: int | None
    description: str


def check_seals(
    *, late: timedelta = OVERDUE_AFTER, after: SealCheck | None = None, advance: Advance = ignore_progress
) -> list[SealFault]:
    """Checks the chain of seals and their rows: of all seals, or of those `after` an earlier check."""
    return _check_seals(late, after, advance)[0]


def store_seal_check(*, complete: bool) -> list[SealFault]:
    """Checks the seals since the last check, or all. Without a fault, the next check begins after them."""
    after = None if complete else SealCheck.objects.order_by("pk").last()
    faults, last = _check_seals(OVERDUE_AFTER, after, ignore_progress)
    if last is not None and all(fault.code == SEALS_LATE for fault in faults):
        if after is None or after.number < last.number:
            SealCheck.objects.create(number=last.number, chain=last.chain, complete=after is None)
        books.store_checked_sums(last.until)
    return faults


def _check_seals(
    late: timedelta, after: SealCheck | None, advance: Advance
) -> tuple[list[SealFault], Seal | None]:
    """The faults, and the last seal. The seals are read in batches and not kept."""
    seen = cache.get(WITNESS)  # read first: a seal made meanwhile is not a fault
    faults: list[SealFault] = []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
        last: Seal | None = None
        if after is not None:
            last = Seal.objects.filter(number=after.number).first()
            if last is None or last.chain != after.chain:
                faults.append(
                    SealFault("chain-replaced", after.number, "It differs from the seal that was checked.")
                )
        while seals := _next_seals(last):
            faults += [*_chain(last, seals), *_rows(seals)]
            last = seals[-1]
            advance(len(seals))
        faults += [*_end(last, seen, late), *_books(complete=after is None)]
    return sorted(faults, key=lambda fault: (fault.seal is None, fault.seal or 0)), last


def _next_seals(last: Seal | None) -> list[Seal]:
    seals = Seal.objects.filter(number__gt=last.number) if last else Seal.objects.all()
    return list(seals.order_by("number")[:BATCH])


def _chain(before: Seal | None, seals: list[Seal]) -> list[SealFault]:
    faults = []
    if before is None and seals[0].number != 1:
        faults.append(
            SealFault("seal-missing", seals[0].number, f"The chain begins with seal {seals[0].number}.")
        )
    for previous, seal in pairwise([before, *seals] if before else seals):
        if seal.number != previous.number + 1:
            faults.append(
                SealFault(
                    "seal-missing",
                    seal.number,
                    f"Seals are missing between {previous.number} and {seal.number}.",
                )
            )
        elif seal.since != previous.until:
            faults.append(
                SealFault("seal-changed", seal.number, "It does not begin where the previous seal ends.")
            )
    previous_hash = before.chain if before else ""
    for seal in seals:
        if chain_hash(previous_hash, seal) != seal.chain:
            faults.append(
                SealFault("seal-changed", seal.number, "Its hash does not follow from the previous seals.")
            )
        previous_hash = seal.chain
    return faults


def _rows(seals: list[Seal]) -> list[SealFault]:
    faults, since = [], online_since()
    batch = {seal.number: seal for seal in seals}
    for kind in ROWS:
        online = [seal.number for seal in seals if _is_online(kind, seal, since)]
        if not online:
            continue
        for number, count, digest in _recompute(kind, min(online), max(online)):
            sealed_count, sealed_digest = (
                getattr(batch[number], kind),
                getattr(batch[number], f"{kind}_digest"),
            )
            if count != sealed_count:
                faults.append(
                    SealFault(f"{kind}-count", number, f"{sealed_count} rows were sealed and {count} exist.")
                )
            elif digest != sealed_digest:
                faults.append(
                    SealFault(
                        f"{kind}-changed", number, f"Some of its {count} rows were changed after sealing."
                    )
                )
    return faults


def _is_online(kind: str, seal: Seal, since: datetime | None) -> bool:
    """Whether its rows are in the database. Transfers may be in the archive alone."""
    return kind != "transfers" or since is None or (seal.since is not None and seal.since >= since)


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


def _end(last: Seal | None, seen: tuple[int, str] | None, late: timedelta) -> list[SealFault]:
    """Checks the end of the chain: it may be cut off, late, or behind rows that are dated in the future."""
    faults = []
    if seen is not None and (last is None or last.number < seen[0]):
        faults.append(
            SealFault("chain-cut", last.number if last else None, f"Seal {seen[0]} was made and is missing.")
        )
    elif seen is not None and not Seal.objects.filter(number=seen[0], chain=seen[1]).exists():
        faults.append(SealFault("chain-replaced", seen[0], "It differs from the seal that was made."))
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now = cursor.fetchone()[0]
        if last is not None and now - last.until > late:
            faults.append(
                SealFault(
                    SEALS_LATE,
                    last.number,
                    f"Nothing has been sealed since {last.until.isoformat(timespec='seconds')}.",
                )
            )
        for kind, (table, _columns) in ROWS.items():
            cursor.execute(f"SELECT count(*) FROM {table} WHERE at > %s", [now + timedelta(minutes=1)])
            if ahead := cursor.fetchone()[0]:
                faults.append(SealFault(f"{kind}-ahead", None, f"{ahead} rows are dated in the future."))
    return faults


def _books(*, complete: bool) -> list[SealFault]:
    """The balances of accounts against transfers: rows removed before they were sealed show here."""
    return [
        SealFault("books", None, f"The balance of account {account} is not the sum of its transfers.")
        for account, _balance, _sum in books.different_accounts(complete=complete)
    ]

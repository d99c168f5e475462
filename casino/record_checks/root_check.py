"""Compares the record with its roots: all of them, or those since an earlier check.

Roots and events are read in batches, so that the check needs the same memory after ten years as on the first
day.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection

from casino.record_checks.models import Root
from casino.record_checks.record_roots import (
    ROUNDS,
    SETTINGS,
    SHEETS,
    last_roots,
    root_chain_hash,
    whole_part_query,
)
from games.models import Table
from games.tables.event_chain import ChainFollower
from players.audit.online_record import last_detached
from players.shared.progress import Advance, ignore_progress

ROOTS_AT_ONCE = 500
EVENTS_AT_ONCE = 5000
LAST_ROUND = 2**31 - 1
EVENTS = """
SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest, chain
FROM games_event WHERE table_id = %s AND seq > %s AND seq <= %s ORDER BY seq LIMIT %s
"""
# A disclosed seed matches its commitment. A seed that an event disclosed is stored.
COMMITMENTS = """
WITH opened AS MATERIALIZED (
    SELECT e.round_id FROM games_event AS e
    WHERE e.table_id = %(table)s AND e.seq > %(after)s AND e.seq <= %(seq)s
      AND e.kind = 'round-ended' AND e.data::jsonb ->> 'seed' <> ''
)
SELECT r.number FROM games_round AS r
WHERE r.table_id = %(table)s AND r.status IN ('ended', 'void')
  AND r.number BETWEEN %(first)s AND %(last)s AND CASE WHEN r.seed <> '' THEN r.seed !~ '^[0-9a-f]{64}$'
    OR encode(sha256(convert_to('feltro/commitment/v1', 'UTF8') || decode(r.seed, 'hex')), 'hex')
       <> r.commitment
  ELSE EXISTS (SELECT FROM opened AS o WHERE o.round_id = r.id) END
ORDER BY r.number LIMIT 20
"""
SHEETS_IN_FORCE = """
SELECT s.system FROM games_rulesheet AS s WHERE s.status <> 'draft' GROUP BY s.system
HAVING count(*) FILTER (WHERE s.status = 'in-force') <> 1
    OR max(s.version) FILTER (WHERE s.status = 'in-force') <> max(s.version)
"""

# Where a check begins: the number and the chain of the last root of each part that an earlier one compared.
Reached = dict[str, tuple[int, str]]
RootFault = tuple[str, str]  # a code and a sentence


def check_roots(reached: Reached | None = None, advance: Advance = ignore_progress) -> Iterator[RootFault]:
    """A code and a sentence for everything that differs from its root."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '0', true)")
    detached = last_detached()
    heads = detached.heads if detached is not None else {}
    parts = set(last_roots()) | set(Table.objects.values_list("pk", flat=True))
    for part in sorted(parts):
        yield from _PartCheck(part, heads.get(str(part))).run((reached or {}).get(str(part)), advance)
    yield from _check_sheets_in_force()


def reached_roots() -> Reached:
    return {str(part): (root.number, root.chain) for part, root in last_roots().items()}


class _PartCheck:
    """Compares one part of the record, batch by batch."""

    def __init__(self, part: int, detached: tuple[int, str] | None) -> None:
        self.part = part
        self.last: Root | None = None  # the root before the batch
        # Up to where the journal of a table was compared, or is in the archive alone.
        self.seq, self.chain = 0, ChainFollower(b"")
        if detached is not None:
            self.seq, self.chain = detached[0], ChainFollower(bytes.fromhex(detached[1]))
        self.is_chain_broken = self.is_journal_broken = False

    def run(self, reached: tuple[int, str] | None, advance: Advance) -> Iterator[RootFault]:
        if reached is not None:
            number, chain = reached
            self.last = Root.objects.filter(part=self.part, number=number, chain=chain).first()
            if self.last is None:
                yield "root-changed", f"Part {self.part}: root {number} is not the one that was checked."
            elif self.last.events > self.seq:
                self.seq, self.chain = self.last.events, ChainFollower(bytes.fromhex(self.last.head))
        while roots := self._next_roots():
            yield from self._check_links(roots)
            if self.part > 0:
                yield from self._check_rounds(roots)
                yield from self._check_events(roots[-1].events, {root.events: root.head for root in roots})
                yield from self._check_commitments(roots[0].first, roots[-1].last, roots[-1].events)
            self.last = roots[-1]
            advance(len(roots))
        if self.part > 0:
            yield from self._check_tail()
        elif self.last is not None:
            yield from self._check_whole_part(self.last)

    def _next_roots(self) -> list[Root]:
        after = self.last.number if self.last else 0
        return list(Root.objects.filter(part=self.part, number__gt=after).order_by("number")[:ROOTS_AT_ONCE])

    def _check_links(self, roots: list[Root]) -> Iterator[RootFault]:
        number, chain, last = (self.last.number, self.last.chain, self.last.last) if self.last else (0, "", 0)
        for root in roots:
            number += 1
            if self.is_chain_broken:
                return
            if root.number != number:
                self.is_chain_broken = True
                yield "root-missing", f"Part {self.part}: root {number} is missing."
                return
            if root_chain_hash(chain, root) != root.chain or (self.part > 0 and root.first != last + 1):
                yield "root-changed", f"Part {self.part}: root {root.number} does not match its chain."
            chain, last = root.chain, root.last

    def _check_rounds(self, roots: list[Root]) -> Iterator[RootFault]:
        recount = ROUNDS % {"part": "w.part", "first": "w.first", "last": "w.last"}
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT w.number, now.* FROM self_checks_root AS w, LATERAL ({recount}) AS now "
                "WHERE w.part = %s AND w.number BETWEEN %s AND %s ORDER BY w.number",
                [self.part, roots[0].number, roots[-1].number],
            )
            counted = {number: (rows, digest) for number, rows, digest in cursor.fetchall()}
        for root in roots:
            yield from self._compare_rows("rounds-changed", root, *counted[root.number])

    def _check_whole_part(self, root: Root) -> Iterator[RootFault]:
        """Of a part that is covered whole, only the last root can be compared."""
        code = {SHEETS: "sheets-changed", SETTINGS: "settings-changed"}[self.part]
        with connection.cursor() as cursor:
            cursor.execute(whole_part_query(self.part), {"last": root.last})
            yield from self._compare_rows(code, root, *cursor.fetchone())

    def _compare_rows(self, code: str, root: Root, rows: int, digest: str) -> Iterator[RootFault]:
        if (rows, digest) != (root.rows, root.digest):
            yield (
                code,
                f"Part {self.part}, {root.first} to {root.last}: the root covers {root.rows} rows, "
                f"there are {rows}, or they have changed.",
            )

    def _check_events(self, until: int, heads: dict[int, str]) -> Iterator[RootFault]:
        """Recompute the chain of the table's events and compare it with the head that each root stores."""
        if self.is_journal_broken:
            return
        for row in self._journal(until):
            number = row[0]
            if not self.chain.follow(row) or number != self.seq + 1:
                self.is_journal_broken = True
                yield "events-changed", f"Table {self.part}: event {number} does not match its chain."
                return
            self.seq = number
            chain = self.chain.chain.hex()
            if heads.pop(number, chain) != chain:
                self.is_journal_broken = True
                yield "events-replaced", f"Table {self.part}: the chain was rebuilt before event {number}."
                return
        if missing := [number for number in heads if number > self.seq]:
            self.is_journal_broken = True
            yield (
                "events-cut",
                f"Table {self.part}: {len(missing)} roots cover missing events; "
                f"the journal ends with {self.seq}.",
            )

    def _journal(self, until: int) -> Iterator[Any]:
        seq = self.seq
        while True:
            with connection.cursor() as cursor:
                cursor.execute(EVENTS, [self.part, seq, until, EVENTS_AT_ONCE])
                rows = cursor.fetchall()
            if not rows:
                return
            yield from rows
            seq = rows[-1][0]

    def _check_commitments(self, first: int, last: int, until: int) -> Iterator[RootFault]:
        after = self.last.events if self.last else 0
        span = {"table": self.part, "first": first, "last": last, "after": after, "seq": until}
        with connection.cursor() as cursor:
            cursor.execute(COMMITMENTS, span)
            for (number,) in cursor.fetchall():
                yield (
                    "seed-changed",
                    f"Table {self.part}, round {number}: the disclosed seed is gone or not the committed "
                    "one.",
                )

    def _check_tail(self) -> Iterator[RootFault]:
        """What happened since the last root, up to the table's own version."""
        # Read first: what is played meanwhile is no fault.
        row = Table.objects.filter(pk=self.part).values_list("version", "chain").first()
        if row is None:
            yield "events-cut", f"Table {self.part} is missing."
            return
        version, chain = row
        yield from self._check_events(version, {})
        if not self.is_journal_broken and (version, bytes(chain)) != (self.seq, self.chain.chain):
            yield "events-cut", f"Table {self.part}: the journal does not end at the table's version."
        after = self.last.last if self.last else 0
        yield from self._check_commitments(after + 1, LAST_ROUND, version)


def _check_sheets_in_force() -> Iterator[RootFault]:
    with connection.cursor() as cursor:
        cursor.execute(SHEETS_IN_FORCE)
        for (system,) in cursor.fetchall():
            yield "sheets-changed", f"{system}: the newest version of the rules is not the one in force."

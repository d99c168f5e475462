"""What enters the log: a salted digest of each row, so that the log tells nobody what the row says.

A salt is made from the keys of the players whom the row is about, and dies with them: of erased data the
digest stays, and nobody can try out what it was. Rows about nobody are salted with the key of the log, and
what is published elsewhere has no salt, so that anybody can compute its digest.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import connection
from msgspec import Struct

from casino.public_log.notes import LogKey
from players.shared import person_keys
from players.shared.keeping import RECORD

NOBODY = "NULL::bigint"
PURPOSE = b"feltro/public log/salt\n"
MICROSECONDS = "(extract(epoch FROM {at}) * 1000000)::bigint"


class Kind(Struct, frozen=True):
    """The rows of a table. Columns are SQL; times do not depend on settings."""

    name: str
    id: str
    at: str  # when the row counts, which is when it is settled
    content: str
    tables: str
    player: str = NOBODY
    # Accounts, whose owners the row is about. They are looked up for all rows at once: beside millions of
    # accounts a join would read too many of them.
    source: str = NOBODY
    target: str = NOBODY
    is_public: bool = False


def _time(column: str) -> str:
    return MICROSECONDS.format(at=column)


KINDS = (
    Kind(
        "transfer", "t.id::text", "t.at",
        f"t.id, {_time('t.at')}, t.kind, t.source_id, t.target_id, t.currency, t.cents, t.round, t.seat",
        "wallet_transfer AS t", source="t.source_id", target="t.target_id",
    ),
    Kind(
        "audit", "l.id::text", "l.at",
        f"l.id, {_time('l.at')}, l.kind, l.person_id, l.player_id, l.about, l.details::text, l.address::text,"
        " l.device",
        "audit_line AS l", "l.player_id",
    ),
    # A round's events enter when it has ended: then all of them are settled.
    Kind(
        "event", "e.table_id || ':' || e.seq", "r.ended",
        f"e.table_id, e.seq, {_time('e.at')}, e.kind, e.data, e.player, e.command, encode(e.chain, 'hex')",
        "games_round AS r JOIN games_event AS e ON e.round_id = r.id",
        "e.player",
    ),
    Kind(
        "round", "r.id::text", "r.ended",
        f"r.id, r.table_id, r.number, r.status, r.commitment, r.seed, r.root, {_time('r.ended')}, r.sheet_id",
        "games_round AS r",
    ),
    Kind(
        "rules", "p.id::text", "p.at",
        f"p.id, {_time('p.at')}, p.change_id, p.verb, p.digest, p.reason, p.reference, {_time('p.moment')}",
        "rulebook_rulestep AS p",
    ),
    Kind(
        "envelope", "v.id::text", "v.sealed", f"v.id, v.name, v.digest, v.size, {_time('v.sealed')}",
        "regulator_envelope AS v",
    ),
    Kind(
        "seal", "a.number::text", "a.made",
        f"a.number, {_time('a.made')}, {_time('a.until')}, a.lines_digest, a.transfers_digest, a.chain",
        "audit_seal AS a",
    ),
    Kind(
        "funds", "d.day::text || '.' || d.currency", "d.made",
        f"d.day, d.currency, {_time('d.instant')}, d.leaves, d.cents, d.jackpots, d.root",
        "players_funds_daytotal AS d",
        is_public=True,
    ),
)  # fmt: skip
PUBLIC = frozenset(kind.name for kind in KINDS if kind.is_public)
COLUMNS, ABOUT = "kind, id, player, source, target, content", slice(2, 5)
QUERIES = {
    kind.name: f"SELECT '{kind.name}' AS kind, {kind.id} AS id, {kind.at} AS at, {kind.player} AS player,"
    f" {kind.source} AS source, {kind.target} AS target, json_build_array({kind.content})::text AS content"
    f" FROM {kind.tables}"
    f" WHERE {kind.at} >= %(since)s AND {kind.at} < %(until)s"
    for kind in KINDS
}
ONE_ROW = {
    kind.name: f"SELECT {COLUMNS} FROM ({QUERIES[kind.name]} AND {kind.id} = %(id)s) AS entry"
    for kind in KINDS
}
QUERY = " UNION ALL ".join(QUERIES.values())
OWNERS = "SELECT id, player_id FROM wallet_account WHERE id = ANY(%s) AND player_id IS NOT NULL"
ORDERED = f'SELECT {COLUMNS} FROM ({QUERY}) AS entries ORDER BY at, kind, id COLLATE "C"'


class SaltUnknown(Exception):
    """Only the worker knows the salt: the row is about nobody, or about somebody who was erased."""


class Entry(Struct, frozen=True, gc=False):
    """A row that enters the log. `content` is its canonical text."""

    kind: str
    id: str
    players: tuple[int, ...]
    content: str

    @property
    def name(self) -> str:
        return f"{self.kind} {self.id}"

    def salt(self, key: LogKey | None) -> bytes:
        """The same whenever it is asked for, until one of the keys is destroyed. `key` is that of the log,
        which the worker alone has.
        """
        if self.kind in PUBLIC:
            return b""
        return _salts(self.players, key, person_keys.key_numbers(self.players, RECORD))(self.name.encode())

    def logged(self, salt: bytes) -> bytes:
        """What stands in the log."""
        return _logged(self.name.encode(), salt, self.content)


def _logged(name: bytes, salt: bytes, content: str) -> bytes:
    digest = sha256(salt + content.encode()).digest()
    return b"%s %s" % (name, binascii.b2a_base64(digest, newline=False))


def _salts(
    players: Collection[int], key: LogKey | None, numbers: Mapping[int, UUID | None]
) -> Callable[[bytes], bytes]:
    """What makes the salts of rows about these players, whose keys have these numbers, from their names."""
    try:
        secrets = [person_keys.deriver(numbers[player], PURPOSE) for player in sorted(set(players))]
    except person_keys.KeyDestroyed:
        secrets = []  # rows about somebody who was erased: their digests hide them all the same
    if not secrets:
        if key is None:
            raise SaltUnknown(players)
        secrets = [person_keys.deriver_of(key.secret, PURPOSE)]
    if len(secrets) == 1:
        [secret] = secrets
        return lambda name: sha256(secret(name)).digest()
    return lambda name: sha256(b"".join([secret(name) for secret in secrets])).digest()


def entries_between(since: datetime, until: datetime) -> Iterator[Entry]:
    """In the order of the log. The record is settled there: the same question has the same answer."""
    with connection.cursor() as cursor:
        cursor.execute(ORDERED, {"since": since, "until": until})
        return _entries(cursor.fetchall())


def _entries(rows: Sequence[tuple[Any, ...]]) -> Iterator[Entry]:
    groups = {row[ABOUT] for row in rows}
    owners = _owners({account for group in groups for account in group[1:] if account is not None})
    about = {
        (player, source, target): (player, owners.get(source), owners.get(target))
        for player, source, target in groups
    }
    people = {group: tuple(one for one in named if one is not None) for group, named in about.items()}
    for row in rows:
        yield Entry(row[0], row[1], people[row[ABOUT]], row[5])


def _owners(accounts: Collection[int]) -> dict[int | None, int]:
    """The players of those accounts that are a player's."""
    if not accounts:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(OWNERS, [list(accounts)])
        return dict(cursor.fetchall())


def all_logged(entries: Sequence[Entry], key: LogKey) -> list[bytes]:
    """What stands in the log. The keys of all players are looked up at once."""
    together = {entry.players for entry in entries}
    numbers = person_keys.key_numbers({player for players in together for player in players}, RECORD)
    salts = {players: _salts(players, key, numbers) for players in together}
    logged = []
    for entry in entries:
        name = entry.name.encode()
        salt = b"" if entry.kind in PUBLIC else salts[entry.players](name)
        logged.append(_logged(name, salt, entry.content))
    return logged


def entry_of(kind: str, number: str, since: datetime, until: datetime) -> Entry | None:
    """One row of a stretch; None if it is not there, as after its month has left the database."""
    with connection.cursor() as cursor:
        cursor.execute(ONE_ROW[kind], {"since": since, "until": until, "id": number})
        return next(_entries(cursor.fetchall()), None)

"""What enters the log: a salted digest of each row, so that the log tells nobody what the row says.

A salt is made from the keys of the players whom the row is about, and dies with them: of erased data the
digest stays, and nobody can try out what it was. Rows about nobody are salted with the key of the log, and
what is published elsewhere has no salt, so that anybody can compute its digest.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from msgspec import Struct

from casino.public_log.notes import LogKey
from players.shared import person_keys
from players.shared.keeping import RECORD
from players.wallet.models import Account

NOBODY = "NULL::bigint"
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
COLUMNS = "kind, id, player, source, target, content"
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

    def salt(self, key: LogKey | None, numbers: Mapping[int, UUID | None] | None = None) -> bytes:
        """The same whenever it is asked for, until one of the keys is destroyed. `key` is that of the log,
        which the worker alone has, and `numbers` are those of the players' keys, where they are known.
        """
        if self.kind in PUBLIC:
            return b""
        known = person_keys.key_numbers(self.players, RECORD) if numbers is None else numbers
        purpose = f"feltro/public log/salt\n{self.name}".encode()
        try:
            parts = [person_keys.derive(known[player], purpose) for player in sorted(set(self.players))]
        except person_keys.KeyDestroyed:
            parts = []  # a row about somebody who was erased: the digest hides it all the same
        if not parts and key is None:
            raise SaltUnknown(self.name)
        if not parts and key is not None:
            parts = [hmac.digest(key.secret, purpose, "sha256")]
        return hashlib.sha256(b"".join(parts)).digest()

    def logged(self, salt: bytes) -> bytes:
        """What stands in the log."""
        digest = hashlib.sha256(salt + self.content.encode()).digest()
        return f"{self.name} {base64.b64encode(digest).decode()}".encode()


def entries_between(since: datetime, until: datetime) -> Iterator[Entry]:
    """In the order of the log. The record is settled there: the same question has the same answer."""
    with connection.cursor() as cursor:
        cursor.execute(ORDERED, {"since": since, "until": until})
        yield from _entries(cursor.fetchall())


def _entries(rows: Sequence[tuple[Any, ...]]) -> Iterator[Entry]:
    owners = _owners({account for row in rows for account in row[3:5] if account is not None})
    for kind, number, player, source, target, content in rows:
        about = (player, owners.get(source), owners.get(target))
        yield Entry(kind, number, tuple(one for one in about if one is not None), content)


def _owners(accounts: Collection[int]) -> dict[int | None, int]:
    """The players of those accounts that are a player's."""
    if not accounts:
        return {}
    owned = Account.objects.filter(pk__in=accounts, player__isnull=False)
    return dict(owned.values_list("pk", "player_id"))


def all_logged(entries: Iterable[Entry], key: LogKey) -> list[bytes]:
    """What stands in the log. The keys of all players are looked up at once."""
    entries = list(entries)
    numbers = person_keys.key_numbers({player for entry in entries for player in entry.players}, RECORD)
    return [entry.logged(entry.salt(key, numbers)) for entry in entries]


def entry_of(kind: str, number: str, since: datetime, until: datetime) -> Entry | None:
    """One row of a stretch; None if it is not there, as after its month has left the database."""
    with connection.cursor() as cursor:
        cursor.execute(ONE_ROW[kind], {"since": since, "until": until, "id": number})
        return next(_entries(cursor.fetchall()), None)

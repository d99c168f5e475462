"""Tampering by the owner of the database, who can disable triggers and rebuild seals, roots and chains."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from casino.record_checks.models import Root
from casino.record_checks.record_roots import ROUNDS, root_chain_hash, whole_part_query
from games.tables.domain.pending_changes import chain_hash as event_link
from players.audit.models import Seal
from players.audit.seals import chain_hash as seal_link
from players.audit.seals import digests

# The parts of the record: table, key, and the columns that tampering changes.
RECORD: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "events": ("games_event", "ctid", ("data", "kind", "at", "player", "round_id")),
    "transfers": (
        "wallet_transfer",
        "id",
        ("cents", "kind", "source_id", "target_id", "at", "round", "seat"),
    ),
    "stakes": ("games_stake", "id", ("staked", "lost", "back", "prize", "commission", "player_id", "at")),
    "rounds": (
        "games_round",
        "id",
        (
            "outcome",
            "staked",
            "returned",
            "cause",
            "ended",
            "opened",
            "sheet_id",
            "nonces",
            "commitment",
            "seed",
        ),
    ),
    "lines": ("audit_line", "id", ("kind", "details", "about", "at", "player_id")),
    "sheets": ("games_rulesheet", "id", ("data", "digest", "reference", "version", "since")),
}
NEW_VALUES = {
    "data": "data || ' '",
    "kind": "kind || 'x'",
    "at": "at - interval '1 second'",
    "player": "coalesce(player, 0) + 1",
    "round_id": "coalesce(round_id, 0) + 1",
    "cents": "cents + 1",
    "source_id": "source_id + 1000000",
    "target_id": "target_id + 1000000",
    "round": "coalesce(round, 0) + 1",
    "seat": "coalesce(seat, 0) + 1",
    "staked": "staked + 1",
    "lost": "lost + 1",
    "back": "back + 1",
    "prize": "prize + 100",
    "commission": "commission + 1",
    "player_id": "coalesce(player_id, 0) + 1000000",
    "outcome": "outcome || '7'",
    "returned": "returned - 1",
    "cause": "cause || 'x'",
    "ended": "ended - interval '1 hour'",
    "opened": "opened - interval '1 hour'",
    "sheet_id": "sheet_id + 1",
    "nonces": "nonces || ' '",
    "commitment": "repeat('ab', 32)",
    "seed": "CASE seed WHEN '' THEN repeat('cd', 32) ELSE '' END",
    "details": """details || '{"x": 1}'""",
    "about": "about || 'x'",
    "digest": "reverse(digest)",
    "reference": "reference || 'x'",
    "version": "version + 100",
    "since": "coalesce(since, now()) - interval '1 day'",
}


def execute(sql: str, parameters: Any = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)


def fetch_all(sql: str, parameters: Any = None) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


@contextmanager
def as_owner() -> Iterator[None]:
    """Run without triggers, and roll back at the end."""
    with transaction.atomic():
        execute("SET CONSTRAINTS ALL IMMEDIATE")
        execute("SET LOCAL session_replication_role = replica")
        yield
        transaction.set_rollback(True)


def sample_keys(rng: random.Random, table: str, key: str, count: int = 1) -> list[Any]:
    keys = [
        row[0]
        for row in fetch_all(f"SELECT {key} FROM {table} WHERE {COVERED.get(table, 'true')} ORDER BY {key}")
    ]
    return rng.sample(keys, min(count, len(keys)))


# The rows that a seal or root covers: a prepared or open round is not covered yet.
COVERED = {
    "games_round": "status IN ('ended', 'void')",
    "games_stake": "true",
    "wallet_transfer": "at < (SELECT max(until) FROM audit_seal)",
    "audit_line": "at < (SELECT max(until) FROM audit_seal)",
    "games_rulesheet": "status <> 'draft'",
}


def edit(rng: random.Random, kind: str) -> str:
    table, key, columns = RECORD[kind]
    (row,), column = sample_keys(rng, table, key), rng.choice(columns)
    cast = "::tid" if key == "ctid" else ""
    assert execute(f"UPDATE {table} SET {column} = {NEW_VALUES[column]} WHERE {key} = %s{cast}", [row]) == 1
    return f"{kind}: {column} of {row}"


def delete(rng: random.Random, kind: str) -> str:
    table, key, _ = RECORD[kind]
    (row,) = sample_keys(rng, table, key)
    assert execute(f"DELETE FROM {table} WHERE {key} = %s{'::tid' if key == 'ctid' else ''}", [row]) == 1
    return f"{kind}: {row} gone"


def insert(rng: random.Random, kind: str) -> str:
    """Copy a row under another number or id, in the same minute."""
    table, key, _ = RECORD[kind]
    (row,) = sample_keys(rng, table, key)
    columns = [
        name
        for (name,) in fetch_all(
            "SELECT attname FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
            [table],
        )
    ]
    new = {
        "events": {"seq": "seq + 1", "command": "NULL"},
        "transfers": {"id": "gen_random_uuid()"},
        "stakes": {"id": "(SELECT max(id) + 1 FROM games_stake)", "player_id": "player_id + 1000000"},
        "rounds": {"id": "(SELECT max(id) + 1000 FROM games_round)", "number": "number + 100000"},
        "lines": {"id": "(SELECT max(id) + 1 FROM audit_line)"},
        "sheets": {
            "id": "(SELECT max(id) + 1 FROM games_rulesheet)",
            "version": "version + 50",
            "status": "'superseded'",
        },
    }[kind]
    if kind == "events":  # between two others; the later ones move up by one
        ((table_id, seq),) = fetch_all("SELECT table_id, seq FROM games_event WHERE ctid = %s::tid", [row])
        execute("UPDATE games_event SET seq = -seq WHERE table_id = %s AND seq > %s", [table_id, seq])
        execute("UPDATE games_event SET seq = 1 - seq WHERE table_id = %s AND seq < 0", [table_id])
        execute("UPDATE games_table SET version = version + 1 WHERE id = %s", [table_id])
        ((row,),) = fetch_all(
            "SELECT ctid FROM games_event WHERE table_id = %s AND seq = %s", [table_id, seq]
        )
    if kind == "rounds":  # move it beyond the covered span
        execute("UPDATE games_round SET number = -number WHERE id = %s", [row])
        return f"rounds: {row} under another number"
    chosen = ", ".join(new.get(name, f'"{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    cast = "::tid" if key == "ctid" else ""
    assert (
        execute(
            f"INSERT INTO {table} ({names}) SELECT {chosen} FROM {table} AS s WHERE {key} = %s{cast}", [row]
        )
        == 1
    )
    return f"{kind}: {row} twice"


def swap(rng: random.Random, kind: str) -> str:
    """Exchange a value of two rows; if the values are equal, edit one instead."""
    table, key, columns = RECORD[kind]
    two, column = sample_keys(rng, table, key, 2), rng.choice(columns)
    if len(two) < 2:
        return edit(rng, kind)
    cast = "::tid" if key == "ctid" else ""
    values = {
        row: fetch_all(
            f"SELECT {column}{'::text' if column == 'details' else ''} FROM {table} WHERE {key} = %s{cast}",
            [row],
        )[0][0]
        for row in two
    }
    if values[two[0]] == values[two[1]] or (kind, column) in (("sheets", "version"), ("stakes", "player_id")):
        return edit(rng, kind)
    if column in (
        "source_id",
        "target_id",
    ):  # may become a transfer to the same account, which a constraint forbids
        execute("ALTER TABLE wallet_transfer DROP CONSTRAINT a_transfer_goes_elsewhere")
    for row, other in zip(two, reversed(two), strict=True):
        execute(
            f"UPDATE {table} SET {column} = %s{'::jsonb' if column == 'details' else ''} "
            f"WHERE {key} = %s{cast}",
            [values[other], row],
        )
        if key == "ctid":  # an update moves the row to another ctid
            break
    return f"{kind}: {column} of {two}"


def cut(rng: random.Random, kind: str) -> str:
    """Delete the end of a part of the record, and the seal or root that covers it."""
    if kind in ("lines", "transfers"):
        table = RECORD[kind][0]
        last = Seal.objects.order_by("-number").first()
        assert last is not None
        execute(
            f"DELETE FROM {table}"
            " WHERE at >= coalesce((SELECT since FROM audit_seal WHERE number = %s), '-infinity')",
            [last.number],
        )
        execute("DELETE FROM audit_seal WHERE number = %s", [last.number])
        return f"{kind}: the last minute and its seal"
    parts = fetch_all("SELECT DISTINCT part FROM self_checks_root WHERE part > 0 ORDER BY 1")
    part = 0 if kind == "sheets" else rng.choice(parts)[0]
    last_root = Root.objects.filter(part=part).order_by("-number").first()
    assert last_root is not None
    before = Root.objects.filter(part=part, number=last_root.number - 1).first()
    execute("DELETE FROM self_checks_root WHERE id = %s", [last_root.pk])
    if part:
        keep, events, head = (before.last, before.events, before.head) if before else (0, 0, "")
        execute(
            "DELETE FROM games_stake"
            " WHERE round_id IN (SELECT id FROM games_round WHERE table_id = %s AND number > %s)",
            [part, keep],
        )
        execute("DELETE FROM games_round WHERE table_id = %s AND number > %s", [part, keep])
        execute("DELETE FROM games_event WHERE table_id = %s AND seq > %s", [part, events])
        execute(
            "UPDATE games_table SET version = %s, chain = decode(%s, 'hex') WHERE id = %s",
            [events, head, part],
        )
    return f"{kind}: the end of part {part} and its root"


TAMPERINGS: dict[str, Callable[[random.Random, str], str]] = {
    "edit": edit,
    "delete": delete,
    "insert": insert,
    "swap": swap,
    "cut": cut,
}


def rebuild_chains() -> None:
    """Rebuild every chain over the changed rows: events, seals, roots. The database is then consistent."""
    for (table,) in fetch_all("SELECT id FROM games_table ORDER BY id"):
        chain, seq = b"", 0
        rows = fetch_all(
            "SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, "
            "digest FROM games_event"
            " WHERE table_id = %s ORDER BY seq",
            [table],
        )
        chains = []
        for _number, kind, data, round_id, at, player, command, digest in rows:
            seq += 1
            chain = event_link(chain, at, seq, kind, data.encode(), round_id, player, command, digest)
            chains.append(chain)
        execute("UPDATE games_event SET seq = -seq WHERE table_id = %s", [table])
        execute(
            "UPDATE games_event AS e SET seq = n.new, chain = n.chain"
            " FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[]) AS n (old, new, chain)"
            " WHERE e.table_id = %s AND e.seq = -n.old",
            [[row[0] for row in rows], list(range(1, seq + 1)), chains, table],
        )
        execute("UPDATE games_table SET version = %s, chain = %s WHERE id = %s", [seq, chain, table])
    _rebuild_seals()
    _rebuild_roots()


def _rebuild_seals() -> None:
    previous = ""
    for seal in Seal.objects.order_by("number"):
        for kind in ("lines", "transfers"):
            ((count, digest),) = fetch_all(digests(kind), {"since": seal.since, "until": seal.until})
            setattr(seal, kind, count)
            setattr(seal, f"{kind}_digest", digest)
        seal.chain = previous = seal_link(previous, seal)
        seal.save()


def _rebuild_roots() -> None:
    chains: dict[int, str] = {}
    for root in Root.objects.order_by("part", "number"):
        sql = ROUNDS if root.part > 0 else whole_part_query(root.part)
        ((root.rows, root.digest),) = fetch_all(
            sql, {"part": root.part, "first": root.first, "last": root.last}
        )
        if root.part > 0:
            rows = fetch_all(
                "SELECT encode(chain, 'hex') FROM games_event WHERE table_id = %s AND seq = %s",
                [root.part, root.events],
            )
            root.head = rows[0][0] if rows else root.head
        root.chain = chains[root.part] = root_chain_hash(chains.get(root.part, ""), root)
        root.save()

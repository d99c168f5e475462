"""Somebody owns the database: no trigger and no right stops him, and he knows how seals, roots and chains are made."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from casino.compliance.self_checks.models import Root
from casino.compliance.self_checks.record_roots import ROUNDS, chained, whole_sql
from games.tables.domain.pending_changes import linked as event_link
from players.audit.models import Seal
from players.audit.seals import chain_hash as seal_link
from players.audit.seals import digests

# What is on the record: where a row is found, and what of it means something.
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
    "lines": ("audit_line", "id", ("kind", "said", "about", "at", "player_id")),
    "sheets": ("games_rulesheet", "id", ("data", "digest", "reference", "version", "since")),
}
CHANGED = {
    "data": "data || ' '", "kind": "kind || 'x'", "at": "at - interval '1 second'", "player": "coalesce(player, 0) + 1",
    "round_id": "coalesce(round_id, 0) + 1", "cents": "cents + 1", "source_id": "source_id + 1000000",
    "target_id": "target_id + 1000000", "round": "coalesce(round, 0) + 1", "seat": "coalesce(seat, 0) + 1", "staked": "staked + 1",
    "lost": "lost + 1", "back": "back + 1", "prize": "prize + 100", "commission": "commission + 1",
    "player_id": "coalesce(player_id, 0) + 1000000",
    "outcome": "outcome || '7'", "returned": "returned - 1", "cause": "cause || 'x'", "ended": "ended - interval '1 hour'",
    "opened": "opened - interval '1 hour'", "sheet_id": "sheet_id + 1", "nonces": "nonces || ' '", "commitment": "repeat('ab', 32)",
    "seed": "CASE seed WHEN '' THEN repeat('cd', 32) ELSE '' END", "said": """said || '{"x": 1}'""", "about": "about || 'x'",
    "digest": "reverse(digest)", "reference": "reference || 'x'", "version": "version + 100",
    "since": "coalesce(since, now()) - interval '1 day'",
}  # fmt: skip


def done(sql: str, told: Any = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, told)
        return int(cursor.rowcount)


def asked(sql: str, told: Any = None) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, told)
        return list(cursor.fetchall())


@contextmanager
def as_owner() -> Iterator[None]:
    """With every trigger off, and nothing of it kept."""
    with transaction.atomic():
        done("SET CONSTRAINTS ALL IMMEDIATE")
        done("SET LOCAL session_replication_role = replica")
        yield
        transaction.set_rollback(True)


def some(dice: random.Random, table: str, key: str, count: int = 1) -> list[Any]:
    keys = [
        row[0] for row in asked(f"SELECT {key} FROM {table} WHERE {HELD.get(table, 'true')} ORDER BY {key}")
    ]
    return dice.sample(keys, min(count, len(keys)))


# A round that is only prepared or still open is nobody's record yet.
HELD = {
    "games_round": "status IN ('ended', 'void')",
    "games_stake": "true",
    "wallet_transfer": "at < (SELECT max(until) FROM audit_seal)",
    "audit_line": "at < (SELECT max(until) FROM audit_seal)",
    "games_rulesheet": "status <> 'draft'",
}


def edit(dice: random.Random, kind: str) -> str:
    table, key, columns = RECORD[kind]
    (row,), column = some(dice, table, key), dice.choice(columns)
    cast = "::tid" if key == "ctid" else ""
    assert done(f"UPDATE {table} SET {column} = {CHANGED[column]} WHERE {key} = %s{cast}", [row]) == 1
    return f"{kind}: {column} of {row}"


def delete(dice: random.Random, kind: str) -> str:
    table, key, _ = RECORD[kind]
    (row,) = some(dice, table, key)
    assert done(f"DELETE FROM {table} WHERE {key} = %s{'::tid' if key == 'ctid' else ''}", [row]) == 1
    return f"{kind}: {row} gone"


def insert(dice: random.Random, kind: str) -> str:
    """The same row once more, under a number or an id of its own, in the same minute."""
    table, key, _ = RECORD[kind]
    (row,) = some(dice, table, key)
    columns = [
        name
        for (name,) in asked(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
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
    if kind == "events":  # between two others, which move on by one
        ((table_id, seq),) = asked("SELECT table_id, seq FROM games_event WHERE ctid = %s::tid", [row])
        done("UPDATE games_event SET seq = -seq WHERE table_id = %s AND seq > %s", [table_id, seq])
        done("UPDATE games_event SET seq = 1 - seq WHERE table_id = %s AND seq < 0", [table_id])
        done("UPDATE games_table SET version = version + 1 WHERE id = %s", [table_id])
        ((row,),) = asked("SELECT ctid FROM games_event WHERE table_id = %s AND seq = %s", [table_id, seq])
    if kind == "rounds":  # between two that are held
        done("UPDATE games_round SET number = -number WHERE id = %s", [row])
        return f"rounds: {row} under another number"
    chosen = ", ".join(new.get(name, f'"{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    cast = "::tid" if key == "ctid" else ""
    assert (
        done(f"INSERT INTO {table} ({names}) SELECT {chosen} FROM {table} AS s WHERE {key} = %s{cast}", [row])
        == 1
    )
    return f"{kind}: {row} twice"


def swap(dice: random.Random, kind: str) -> str:
    """Two rows exchange what they say; where they say the same, one is edited instead."""
    table, key, columns = RECORD[kind]
    two, column = some(dice, table, key, 2), dice.choice(columns)
    if len(two) < 2:
        return edit(dice, kind)
    cast = "::tid" if key == "ctid" else ""
    values = {
        row: asked(
            f"SELECT {column}{'::text' if column == 'said' else ''} FROM {table} WHERE {key} = %s{cast}",
            [row],
        )[0][0]
        for row in two
    }
    if values[two[0]] == values[two[1]] or (kind, column) in (("sheets", "version"), ("stakes", "player_id")):
        return edit(dice, kind)
    if column in ("source_id", "target_id"):  # from an account to itself: the owner takes this law away too
        done("ALTER TABLE wallet_transfer DROP CONSTRAINT a_transfer_goes_elsewhere")
    for row, other in zip(two, reversed(two), strict=True):
        done(
            f"UPDATE {table} SET {column} = %s{'::jsonb' if column == 'said' else ''} WHERE {key} = %s{cast}",
            [values[other], row],
        )
        if key == "ctid":  # a row that was written lies elsewhere now
            break
    return f"{kind}: {column} of {two}"


def cut(dice: random.Random, kind: str) -> str:
    """The end of that part of the record, and the end of whatever holds it."""
    if kind in ("lines", "transfers"):
        table = RECORD[kind][0]
        last = Seal.objects.order_by("-number").first()
        assert last is not None
        done(
            f"DELETE FROM {table} WHERE at >= coalesce((SELECT since FROM audit_seal WHERE number = %s), '-infinity')",
            [last.number],
        )
        done("DELETE FROM audit_seal WHERE number = %s", [last.number])
        return f"{kind}: the last minute and its seal"
    part = (
        0
        if kind == "sheets"
        else dice.choice(
            [row[0] for row in asked("SELECT DISTINCT part FROM watch_root WHERE part > 0 ORDER BY 1")]
        )
    )
    last_root = Root.objects.filter(part=part).order_by("-number").first()
    assert last_root is not None
    before = Root.objects.filter(part=part, number=last_root.number - 1).first()
    done("DELETE FROM watch_root WHERE id = %s", [last_root.pk])
    if part:
        keep, events, head = (before.last, before.events, before.head) if before else (0, 0, "")
        done(
            "DELETE FROM games_stake WHERE round_id IN (SELECT id FROM games_round WHERE table_id = %s AND number > %s)",
            [part, keep],
        )
        done("DELETE FROM games_round WHERE table_id = %s AND number > %s", [part, keep])
        done("DELETE FROM games_event WHERE table_id = %s AND seq > %s", [part, events])
        done(
            "UPDATE games_table SET version = %s, chain = decode(%s, 'hex') WHERE id = %s",
            [events, head, part],
        )
    return f"{kind}: the end of part {part} and its root"


WAYS: dict[str, Callable[[random.Random, str], str]] = {
    "edit": edit,
    "delete": delete,
    "insert": insert,
    "swap": swap,
    "cut": cut,
}


def made_anew() -> None:
    """Every chain again, over what is there now: events, seals, roots. Nothing in the database itself tells any more."""
    for (table,) in asked("SELECT id FROM games_table ORDER BY id"):
        chain, seq = b"", 0
        rows = asked(
            "SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, digest FROM games_event"
            " WHERE table_id = %s ORDER BY seq",
            [table],
        )
        chains = []
        for _number, kind, data, round, at, player, command, digest in rows:
            seq += 1
            chain = event_link(chain, at, seq, kind, data.encode(), round, player, command, digest)
            chains.append(chain)
        done("UPDATE games_event SET seq = -seq WHERE table_id = %s", [table])
        done(
            "UPDATE games_event AS e SET seq = n.new, chain = n.chain"
            " FROM unnest(%s::bigint[], %s::bigint[], %s::bytea[]) AS n (old, new, chain) WHERE e.table_id = %s AND e.seq = -n.old",
            [[row[0] for row in rows], list(range(1, seq + 1)), chains, table],
        )
        done("UPDATE games_table SET version = %s, chain = %s WHERE id = %s", [seq, chain, table])
    _seals_anew()
    _roots_anew()


def _seals_anew() -> None:
    before = ""
    for seal in Seal.objects.order_by("number"):
        for kind in ("lines", "transfers"):
            ((count, digest),) = asked(digests(kind), {"since": seal.since, "until": seal.until})
            setattr(seal, kind, count)
            setattr(seal, f"{kind}_digest", digest)
        seal.chain = before = seal_link(before, seal)
        seal.save()


def _roots_anew() -> None:
    before: dict[int, str] = {}
    for root in Root.objects.order_by("part", "number"):
        sql = ROUNDS if root.part > 0 else whole_sql(root.part)
        ((root.rows, root.digest),) = asked(sql, {"part": root.part, "first": root.first, "last": root.last})
        if root.part > 0:
            found = asked(
                "SELECT encode(chain, 'hex') FROM games_event WHERE table_id = %s AND seq = %s",
                [root.part, root.events],
            )
            root.head = found[0][0] if found else root.head
        root.chain = before[root.part] = chained(before.get(root.part, ""), root)
        root.save()

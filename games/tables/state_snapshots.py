"""The state of a table as bytes, for snapshots and proofs: compressed JSON with the types of the engine."""

from __future__ import annotations

import zlib

import msgspec
from msgspec import structs

from games.tables import journal_reading
from games.tables.domain.state import Live
from players.shared.decoding import prepare

prepare(Live)


def encode_state(live: Live) -> bytes:
    state = structs.replace(live, game=None, rules=None)
    return zlib.compress(msgspec.json.encode((state, live.game)), 1)


def decode_state(table: int, system: str, snapshot: bytes) -> Live:
    if not snapshot:
        return Live(table=table)
    live, game = msgspec.json.decode(zlib.decompress(snapshot), type=tuple[Live, msgspec.Raw])
    if not live.setting_id:
        return live
    rules = journal_reading.rules_of(system, live.sheet_id, live.setting_id)
    return structs.replace(live, game=msgspec.json.decode(game, type=rules.engine.state_type), rules=rules)

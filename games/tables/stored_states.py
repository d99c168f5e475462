"""States as compressed JSON: of a table, for snapshots and proofs, and of the engine at a round's opening.

Most of the engine's state at the opening is its rules, which the rule sheet and the setting keep once for all
rounds. Their text is the dictionary of the compression. States that were stored without one are read as well.
"""

from __future__ import annotations

import zlib

import msgspec
from msgspec import structs

from games.tables import journal_reading
from games.tables.domain.state import Live
from players.shared.decoding import prepare

prepare(Live)


def encode_state(live: Live) -> bytes:
    """The table without its rules, which the sheet and the setting keep."""
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


def compress_opening(game: object, sheet: int, setting: int) -> bytes:
    compressor = zlib.compressobj(1, zdict=_dictionary(sheet, setting))
    return compressor.compress(msgspec.json.encode(game)) + compressor.flush()


def decompress_opening(stored: bytes, sheet: int, setting: int) -> bytes:
    """The state as JSON."""
    decompressor = zlib.decompressobj(zdict=_dictionary(sheet, setting))
    return decompressor.decompress(stored) + decompressor.flush()


def _dictionary(sheet: int, setting: int) -> bytes:
    return "".join(journal_reading.rule_texts(sheet, setting)).encode()

"""The engine's state when a round opened, as the round keeps it: compressed JSON.

Most of such a state is its rules, which the rule sheet and the setting keep once for all rounds. Their text
is the dictionary of the compression. States that were stored without one are read as well.
"""

from __future__ import annotations

import zlib

import msgspec

from games.tables import journal_reading


def compress_opening(game: object, sheet: int, setting: int) -> bytes:
    compressor = zlib.compressobj(1, zdict=_dictionary(sheet, setting))
    return compressor.compress(msgspec.json.encode(game)) + compressor.flush()


def decompress_opening(stored: bytes, sheet: int, setting: int) -> bytes:
    """The state as JSON."""
    decompressor = zlib.decompressobj(zdict=_dictionary(sheet, setting))
    return decompressor.decompress(stored) + decompressor.flush()


def _dictionary(sheet: int, setting: int) -> bytes:
    return "".join(journal_reading.rule_texts(sheet, setting)).encode()

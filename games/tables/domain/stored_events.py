"""The form in which the journal keeps an event: JSON without what other places already say.

The tag of an event is its `kind`, a column of its own. A beacon that the program pins is named by the hash of
its chain, which covers its key and its schedule. Events that were written in full are read as well.

Events are brought into this form where they are collected: `pending_changes.stored_event`.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from games.draw.beacon import PINNED

BETS_OPENED = "bets-opened"
# Each description that the program pins, as an event spells it, and the hash that stands for it.
PINNED_CHAINS = [
    (b'"chain":' + msgspec.json.encode(chain), b'"chain":"' + chain.hash.encode() + b'"')
    for chain in PINNED.values()
]


class EventDecoder:
    """Reads the stored events of one game and of its table."""

    def __init__(self, events: Any) -> None:
        self._decoders: dict[str, msgspec.json.Decoder[Any]] = {
            event_type.__struct_config__.tag: msgspec.json.Decoder(event_type)
            for event_type in get_args(events)
        }

    def decode(self, kind: str, data: str | bytes) -> Any:
        if kind == BETS_OPENED:
            data = _with_pinned_chain(data)
        return self._decoders[kind].decode(data)


def _with_pinned_chain(data: str | bytes) -> bytes:
    spelled = data.encode() if isinstance(data, str) else data
    for description, name in PINNED_CHAINS:
        spelled = spelled.replace(name, description, 1)
    return spelled

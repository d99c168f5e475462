"""A signed receipt for every accepted stake: amount, round, event number, time before the close of bets.

Only the croupier can sign; the public key verifies a receipt. Building the receipt of an event twice gives
the same receipt.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from games.catalogue import GAMES
from games.draw.seal_key import SealKey
from games.draw.signed_json import canonical_bytes, is_signed_by
from games.models import Event, HouseKey
from games.models.house_keys import receipt_keys
from games.tables.domain.apply import BET_TRANSFERS
from games.tables.event_chain import link_of
from games.tables.journal_reading import event_decoder
from players.models import Player

FORMAT = "feltro/receipt/v1"
KEY_NAME = HouseKey.RECEIPTS
# Not signed: the signature itself, and what the public log says, which it does only after the signature.
UNSIGNED = frozenset({"signature", "log"})
SIGNATURE = re.compile(r"[0-9a-f]{128}")  # in one spelling, so that a receipt has one text


def build_receipt(table: int, seq: int, player: int, key: SealKey) -> dict[str, Any]:
    """The receipt of an event for the player who staked.

    Empty for anybody else, and for events that take no stake.
    """
    row = Event.objects.select_related("table", "round").filter(table=table, seq=seq, player=player).first()
    if row is None or row.kind not in GAMES[row.table.system].rounds.stake_events:
        return {}
    event = event_decoder(row.table.system).decode(row.kind, row.data)
    stakes = {
        posting.kind.value: posting.cents
        for posting in GAMES[row.table.system].engine.postings(event)
        if posting.kind in BET_TRANSFERS
    }
    if not stakes:
        return {}
    receipt: dict[str, Any] = {
        "format": FORMAT,
        "table": table,
        "name": row.table.name,
        "game": row.table.system,
        "currency": row.table.currency,
        "round": row.round.number if row.round else 0,
        "event": seq,
        "at": row.at.isoformat(timespec="milliseconds"),
        "player": Player.objects.values_list("alias", flat=True).get(pk=player),
        "wish": str(row.command) if row.command else "",
        "laid": msgspec.to_builtins(getattr(event, "on", None) or stakes),
        "cents": sum(stakes.values()),
        "chain": link_of(table, seq).hex(),
    }
    milliseconds = milliseconds_before_close(row)
    if milliseconds is not None:
        receipt["ms_before_close"] = milliseconds
    return {**receipt, "signature": key.sign(canonical_bytes(receipt)).hex()}


def milliseconds_before_close(stake: Event) -> int | None:
    """The time from a stake to the close of bets in its round. None if they did not close."""
    if stake.round_id is None:
        return None
    close = (
        Event.objects.filter(round=stake.round_id, kind="bets-closed", seq__gt=stake.seq)
        .order_by("seq")
        .first()
    )
    return None if close is None else int((close.at - stake.at).total_seconds() * 1000)


def publish_key(key: SealKey) -> None:
    """Stores the public key that verifies receipts. The croupier does this when it starts."""
    HouseKey.objects.get_or_create(name=KEY_NAME, public=key.public())


def is_genuine(receipt: object) -> bool:
    """Whether this house signed the receipt and it is unchanged."""
    if not isinstance(receipt, dict) or receipt.get("format") != FORMAT:
        return False
    text = receipt.get("signature")
    if not isinstance(text, str) or not SIGNATURE.fullmatch(text):
        return False
    try:
        signed = canonical_bytes({name: value for name, value in receipt.items() if name not in UNSIGNED})
    except UnicodeEncodeError:  # half of a character: nobody can have signed it
        return False
    signature = bytes.fromhex(text)
    return any(is_signed_by(public, signature, signed) for public in receipt_keys())

"""A signed receipt for every accepted stake: what was laid, in which round, as which event of the record, how long before the close.

Only the croupier can sign; the key that proves a receipt is public. A receipt made again later says and proves the same.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.catalogue import GAMES
from games.models import Event, HouseKey
from games.tables.croupier.journal import event_decoder
from games.tables.croupier.keys import SealKey
from games.tables.domain.state import BETS
from players.models import Player

FORMAT = "feltro/receipt/v1"
NAME = "receipts"


def written(receipt: dict[str, Any]) -> bytes:
    """A receipt as it is signed: one way to write it, whoever writes it."""
    return json.dumps(receipt, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def receipt(table: int, seq: int, player: int, key: SealKey) -> dict[str, Any]:
    """The receipt of that event for the player whose stake it took; empty for anybody else, and for what is no stake."""
    found = Event.objects.select_related("table", "round").filter(table=table, seq=seq, player=player).first()
    if found is None or found.kind not in GAMES[found.table.system].rounds.stake_events:
        return {}
    event = event_decoder(found.table.system).decode(found.data)
    laid = {
        posting.kind.value: posting.cents
        for posting in GAMES[found.table.system].engine.postings(event)
        if posting.kind in BETS
    }
    if not laid:
        return {}
    said: dict[str, Any] = {
        "format": FORMAT,
        "table": table,
        "name": found.table.name,
        "game": found.table.system,
        "currency": found.table.currency,
        "round": found.round.number if found.round else 0,
        "event": seq,
        "at": found.at.isoformat(timespec="milliseconds"),
        "player": Player.objects.values_list("alias", flat=True).get(pk=player),
        "wish": str(found.command) if found.command else "",
        "laid": msgspec.to_builtins(getattr(event, "on", None) or laid),
        "cents": sum(laid.values()),
        "chain": bytes(found.chain).hex(),
    }
    if (before := before_the_close(found)) is not None:
        said["ms_before_close"] = before
    return {**said, "signature": key.sign(written(said)).hex()}


def before_the_close(found: Event) -> int | None:
    """Milliseconds from this stake to the close of the bets of its round, where they have closed."""
    closed = (
        Event.objects.filter(round=found.round_id, kind="bets-closed", seq__gt=found.seq)
        .order_by("seq")
        .first()
    )
    return (
        None
        if closed is None or found.round_id is None
        else int((closed.at - found.at).total_seconds() * 1000)
    )


def publish(key: SealKey) -> None:
    """Tells the house which key proves its receipts: once, at the croupier's start."""
    HouseKey.objects.get_or_create(name=NAME, public=key.public())


def genuine(given: Any) -> bool:
    """Did this house sign that receipt, and is it as it was signed?"""
    if (
        not isinstance(given, dict)
        or given.get("format") != FORMAT
        or not isinstance(given.get("signature"), str)
    ):
        return False
    said = {name: value for name, value in given.items() if name != "signature"}
    try:
        signature = bytes.fromhex(given["signature"])
    except ValueError:
        return False
    return any(
        _signed(key, signature, written(said))
        for key in HouseKey.objects.filter(name=NAME).values_list("public", flat=True)
    )


def _signed(public: str, signature: bytes, said: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, said)
    except (InvalidSignature, ValueError):
        return False
    return True

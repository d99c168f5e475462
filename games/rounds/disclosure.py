"""A finished round told again by the croupier, who alone can open what the house keeps secret of it.

A player is told what his seat saw. The whole, face up, is told to staff who have named themselves and their reason, and the croupier
itself writes that on the record before it answers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db import transaction

from games.catalogue import GAMES
from games.draw import card_commitments
from games.models import Round, Stake
from games.rounds import replay
from games.rounds.proof import keeps_seed_sealed, published, published_cards
from games.rules.shared.money import Seat
from games.tables.croupier.keys import SealKey
from games.tables.transport.protocol import Recall
from players.audit import note
from players.models import Person


def recalled(table: int, wish: Recall, key: SealKey) -> dict[str, Any]:
    """What is told of that round to whoever the wish names; empty where there is nothing for them."""
    round = (
        Round.objects.select_related("table", "sheet", "setting")
        .filter(pk=wish.round, table=table)
        .exclude(ended=None)
        .first()
    )
    if round is None:
        return {}
    seed = seed_of(round, key)
    if wish.reason:
        with transaction.atomic():
            person = Person.objects.get(pk=wish.person)
            note("rounds.seen-face-up", person=person, about=f"round:{round.pk}", reason=wish.reason)
        return {
            "round": round.pk,
            "hands": face_up(round, seed),
            "story": _plain(replay.story(round, None, seed)),
        }
    stake = Stake.objects.filter(round=round, player=wish.player).first() if wish.player else None
    if stake is None:
        return {}
    told = replay.told(round, stake.seat, seed)
    explain = [{"code": line.code, "rule": line.rule, "said": line.details} for line in told.explained]
    story = _plain(replay.story(round, stake.seat, seed)) if wish.steps else []
    return {
        "round": round.pk,
        "view": told.view,
        "explain": explain,
        "story": story,
        "proof": proof(round, stake.seat, seed),
    }


def seed_of(round: Round, key: SealKey) -> str:
    """The seed that the round was dealt from: that of the round in which its shoe began."""
    began = round.shoe or round.number
    sealed = Round.objects.values_list("sealed", flat=True).get(table=round.table_id, number=began)
    return key.seed(round.table_id, began, bytes(sealed)).hex()


def proof(round: Round, seat: Seat | None, seed: str) -> dict[str, Any]:
    """What that seat needs to check the draw of the round; of a promised pack the cards it saw, and no seed."""
    if round.status != Round.Status.ENDED or (not round.seed and not keeps_seed_sealed(round.table.system)):
        return {}  # a void round stays sealed for ever, and a shoe as long as it is dealt from
    return proof_of(round, replay.final_state(round, seed), seat, seed, json.loads(round.nonces))


def proof_of(
    round: Round, state: Any, seat: Seat | None, seed: str, shares: Mapping[str, str]
) -> dict[str, Any]:
    system = round.table.system
    engine: Any = GAMES[system].engine
    nonces = {int(share): nonce for share, nonce in shares.items()}
    about: dict[str, Any] = {
        "system": system,
        "table": round.table_id,
        "round": round.number,
        "commitment": round.commitment,
        "nonces": nonces,
        "drawn": engine.draw_record(state),
    }
    if not keeps_seed_sealed(system):
        return published(**about, seed=seed, shoe=round.shoe)
    pack = card_commitments.pack(bytes.fromhex(seed), round.table_id, round.number, nonces)
    return published_cards(pack, **about, positions=engine.visible_positions(state, seat))


def face_up(round: Round, seed: str) -> dict[str, Any]:
    """Every hand as it was, whether or not anybody was shown it; between players also of who folded before putting anything in."""
    engine: Any = GAMES[round.table.system].engine
    state = replay.final_state(round, seed)
    seats = state.players if engine.between_players else seats_of(round)
    return {str(seat): engine.view(state, seat).get("cards", []) for seat in sorted(seats)}


def seats_of(round: Round) -> list[int]:
    return list(round.stakes.values_list("seat", flat=True))


def _plain(story: list[replay.Moment]) -> Any:
    return msgspec.to_builtins(story)

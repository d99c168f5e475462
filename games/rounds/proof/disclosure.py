"""What the croupier discloses of a finished round: it alone can open what stays sealed.

A player receives what their seat saw. Staff receive every hand face up after they have identified
themselves and given a reason; the croupier writes that to the audit log before it replies.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.db import transaction

from games.catalogue import GAMES
from games.draw import card_commitments, hand_draw
from games.draw.beacon import BeaconUse
from games.draw.proof import build_card_proof, build_seed_proof, keeps_seed_sealed
from games.draw.seal_key import SealKey
from games.draw.shoe import ShoeBefore
from games.models import Round, Stake
from games.rounds.proof.draw_inputs import beacon_use_of, recorded_end, shoe_before
from games.rounds.replay import replay
from games.rules.shared.money import Seat
from games.tables.transport.protocol import RequestRound
from players.audit import note
from players.models import Person


def disclose_round(table: int, request: RequestRound, key: SealKey) -> dict[str, object]:
    """The reply to a request for a finished round. Empty if the person may not see it."""
    game_round = (
        Round.objects.select_related("table", "sheet", "setting")
        .filter(pk=request.round, table=table)
        .exclude(ended=None)
        .first()
    )
    if game_round is None:
        return {}
    seed = round_seed(game_round, key)
    if request.reason:
        with transaction.atomic():
            note(
                "rounds.seen-face-up",
                person=Person(pk=request.person),
                about=f"round:{game_round.pk}",
                reason=request.reason,
            )
        return {
            "round": game_round.pk,
            "hands": face_up_hands(game_round, seed),
            "story": _to_builtins(replay.replay_steps(game_round, None, seed)),
        }
    stake = Stake.objects.filter(round=game_round, player=request.player).first() if request.player else None
    if stake is None:
        return {}
    seat_replay = replay.replay_for_seat(game_round, stake.seat, seed)
    explanation = [
        {"code": line.code, "rule": line.rule, "details": line.details} for line in seat_replay.explanation
    ]
    steps = _to_builtins(replay.player_steps(game_round, stake.seat, seed)) if request.steps else []
    return {
        "round": game_round.pk,
        "view": seat_replay.view,
        "explain": explanation,
        "story": steps,
        "proof": seat_proof(game_round, stake.seat, seed),
    }


def round_seed(game_round: Round, key: SealKey) -> str:
    """The seed that the round was dealt from."""
    return key.seed(game_round.table_id, game_round.number, bytes(game_round.sealed)).hex()


def seat_proof(game_round: Round, seat: Seat | None, seed: str) -> dict[str, object]:
    """What a seat needs to check the draw. Of a committed pack: the cards it saw, without the seed."""
    # The seed of a void round is never published.
    if game_round.status != Round.Status.ENDED or (
        not game_round.seed and not keeps_seed_sealed(game_round.table.system)
    ):
        return {}
    shoe, beacon = shoe_before(game_round), beacon_use_of(game_round)
    ending = "" if beacon is None else recorded_end(game_round).ending or ""
    return build_proof(game_round, replay.final_state(game_round, seed), seat, seed, shoe, beacon, ending)


def build_proof(
    game_round: Round,
    state: Any,
    seat: Seat | None,
    seed: str,
    shoe: ShoeBefore,
    beacon: BeaconUse | None = None,
    ending: str = "",
) -> dict[str, Any]:
    """The proof of a round for one seat, from the engine's final state."""
    system = game_round.table.system
    engine = GAMES[system].engine
    nonces = {int(owner): share for owner, share in json.loads(game_round.nonces).items()}
    facts: dict[str, Any] = {
        "system": system,
        "table": game_round.table_id,
        "round_number": game_round.number,
        "commitment": game_round.commitment,
        "nonces": nonces,
        "drawn": engine.draw_record(state),
    }
    if not keeps_seed_sealed(system):
        return build_seed_proof(**facts, seed=seed, shoe=shoe, beacon=beacon, ending=ending)
    opened = bytes.fromhex(seed)
    pack = card_commitments.pack(opened, game_round.table_id, game_round.number, nonces, beacon)
    return build_card_proof(
        pack,
        **facts,
        positions=engine.visible_positions(state, seat),
        beacon=beacon,
        button_seed=hand_draw.button_seed(opened),
        ending=ending,
    )


def face_up_hands(game_round: Round, seed: str) -> dict[str, Any]:
    """Every hand face up, shown or not. Between players this includes those who folded before betting."""
    engine = GAMES[game_round.table.system].engine
    state = replay.final_state(game_round, seed)
    seats = state.players if engine.between_players else staked_seats(game_round)
    return {str(seat): engine.view(state, seat).get("cards", []) for seat in sorted(seats)}


def staked_seats(game_round: Round) -> list[int]:
    """The seats that bet in the round."""
    return list(game_round.stakes.values_list("seat", flat=True))


def _to_builtins(steps: list[replay.ReplayStep]) -> Any:
    return msgspec.to_builtins(steps)

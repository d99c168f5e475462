"""What the house would have won or lost at a round that became void after its bets closed."""

from __future__ import annotations

import json

from games.catalogue import GAMES
from games.draw import generator
from games.models import Round
from games.rounds.proof.draw_inputs import beacon_use_of, shoe_before
from games.rounds.replay.replay import engine_events, opening_state
from games.rules.engine import AnyEngine, RoundState, Wait
from games.tables.domain.round_beacon import play_on_alone


def missed_house_result(game_round: Round) -> int | None:
    """In cents, negative where the house would have lost.

    None where nobody can say: no value of the beacon came, or players would still have decided.
    """
    use = beacon_use_of(game_round)
    if use is None or not game_round.seed:
        return None
    engine = GAMES[game_round.table.system].engine
    shares = {int(seat): share for seat, share in json.loads(game_round.nonces).items()}
    seed = bytes.fromhex(game_round.seed)
    key = generator.key(seed, game_round.table_id, game_round.number, shares, use)
    draw = generator.Draw(key, shoe_before(game_round).dealt)
    return house_result(engine, play_on_alone(engine, _state_before_void(engine, game_round), draw))


def house_result(engine: AnyEngine, state: RoundState) -> int | None:
    """What the house wins with this state; None unless the round is over."""
    if engine.waiting_for(state) is not Wait.OVER:
        return None
    return sum(result.lost + result.commission - result.prize for result in engine.results(state).values())


def _state_before_void(engine: AnyEngine, game_round: Round) -> RoundState:
    state: RoundState = opening_state(game_round)
    for event, _ in engine_events(game_round):
        after: RoundState = engine.apply(state, event)
        if after.cause:
            break
        state = after
    return state

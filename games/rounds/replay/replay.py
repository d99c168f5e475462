"""Replays a round from the record: the engine applies its events to the state when the round opened.

Concealed events are encrypted in the journal with the round's own seed. In games against the house the seed
is published when the round or the shoe ends, and any page can decrypt them. In games between players only
the croupier has the seed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.draw import hidden_events
from games.models import Event, Round
from games.rules.engine import AnyEngine, ExplanationLine, Wait
from games.rules.shared.money import Seat
from games.tables.domain.stored_events import EventDecoder
from games.tables.domain.views import PHASES
from games.tables.stored_states import decompress_opening
from games.tables.transport import protocol


class RoundSealed(Exception):
    """The round has events that only its seed decrypts, and the seed is not published."""


class RoundArchived(Exception):
    """The events of the round are in the archive alone."""


class SeatReplay(Struct, frozen=True):
    """What one seat may see of a finished round.  [AR-24] [FR-R25]"""

    view: dict[str, Any]
    explanation: tuple[ExplanationLine, ...]


class ReplayStep(Struct, frozen=True):
    """One step of a round as a seat or a spectator saw it: time, event, and what changed in the view.

    `phase` is the phase of the table, as its page names it.
    """

    at: int
    news: Mapping[str, Any] | None
    set: dict[str, Any]
    phase: str = ""


@cache
def event_tags(system: str) -> frozenset[str]:
    """The tags of every event of a game."""
    event_type: Any = GAMES[system].engine.event_type
    return frozenset(kind.__struct_config__.tag for kind in event_type.__args__)


@cache
def _decoder(system: str) -> EventDecoder:
    return EventDecoder(GAMES[system].engine.event_type)


def opening_state(game_round: Round) -> Any:
    """The engine's state when bets opened."""
    assert game_round.sheet_id is not None and game_round.setting_id is not None
    state = decompress_opening(bytes(game_round.start), game_round.sheet_id, game_round.setting_id)
    return msgspec.json.decode(state, type=GAMES[game_round.table.system].engine.state_type)


def engine_events(game_round: Round, seed: str = "") -> Iterator[tuple[Any, int]]:
    """The events of the game in this round, in order, with their time.

    Events of the table itself are left out.
    """
    if game_round.is_archived:
        raise RoundArchived(game_round.pk)
    system = game_round.table.system
    decode, key = _decoder(system).decode, bytes.fromhex(seed or game_round.seed)
    rows = (
        Event.objects.filter(round=game_round, kind__in=event_tags(system), **game_round.within())
        .order_by("seq")
        .values_list("kind", "data", "seq", "at")
    )
    for kind, data, seq, at in rows:
        milliseconds = int(at.timestamp() * 1000)
        if not hidden_events.is_hidden(data):
            yield decode(kind, data), milliseconds
        elif not key:
            raise RoundSealed(game_round.pk)
        else:
            yield decode(kind, hidden_events.reveal(key, game_round.table_id, seq, data)), milliseconds


def decode_event(game_round: Round, kind: str, data: str) -> Any:
    """An event that is not concealed."""
    return _decoder(game_round.table.system).decode(kind, data)


def decode_events(game_round: Round, rows: Iterable[tuple[str, str, int]]) -> Iterator[Any]:
    """The events of a round whose seed is published, from rows of kind, data and event number."""
    key = bytes.fromhex(game_round.seed)
    for kind, data, seq in rows:
        yield (
            decode_event(game_round, kind, data)
            if not hidden_events.is_hidden(data)
            else _decoder(game_round.table.system).decode(
                kind, hidden_events.reveal(key, game_round.table_id, seq, data)
            )
        )


def final_state(game_round: Round, seed: str = "") -> Any:
    """The engine's state at the end of a round."""
    engine = GAMES[game_round.table.system].engine
    state = opening_state(game_round)
    for event, _ in engine_events(game_round, seed):
        state = engine.apply(state, event)
    return state


def replay_for_seat(game_round: Round, seat: Seat, seed: str = "") -> SeatReplay:
    """The round as that seat may see it, with the reason for every amount."""
    engine = GAMES[game_round.table.system].engine
    state = final_state(game_round, seed)
    return SeatReplay(engine.view(state, seat), tuple(engine.explain(state, seat)))


def replay_steps(
    game_round: Round, seat: Seat | None, seed: str = "", *, without: Collection[str] = ()
) -> list[ReplayStep]:
    """The round step by step as that seat saw it. Without a seat: as a spectator saw it.

    An event of another seat whose kind is in `without` is no step of its own: what it changed is shown with
    the next one.
    """
    engine = GAMES[game_round.table.system].engine
    state = opening_state(game_round)

    def views() -> dict[str, Any]:
        public: dict[str, Any] = {"table": engine.view(state, None)}
        return public if seat is None else {**public, "mine": engine.view(state, seat)}

    shown = views()
    opened = int(game_round.opened.timestamp() * 1000) if game_round.opened else 0
    steps = [ReplayStep(opened, None, shown, _phase(engine, state))]
    for event, milliseconds in engine_events(game_round, seed):
        state = engine.apply(state, event)
        if type(event).__struct_config__.tag in without and getattr(event, "seat", seat) != seat:
            continue
        current = views()
        change = protocol.merge_patch(shown, current)
        news = engine.event_for_seat(event, seat)
        steps.append(ReplayStep(milliseconds, news, change, _phase(engine, state)))
        shown = current
    return steps


def player_steps(game_round: Round, seat: Seat, seed: str = "") -> list[ReplayStep]:
    """The round as its player follows it: against the house, the bets of others are no steps."""
    game = GAMES[game_round.table.system]
    others = () if game.engine.between_players else (*game.rounds.stake_events, "bet-taken")
    return replay_steps(game_round, seat, seed, without=others)


def _phase(engine: AnyEngine, state: Any) -> str:
    wait = engine.waiting_for(state)
    if wait is Wait.OVER:
        return "void" if state.cause else "resting"
    return PHASES[wait]

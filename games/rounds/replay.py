"""A round told again from the record: the game as the round opened, and its events folded by the same engine.

What lay face down lies sealed in the journal under the round's own seed. Of the house's games the seed is opened when round or
shoe end, and anybody who may see the round can read it; of a game between players only the croupier has it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.catalogue import GAMES
from games.draw import generator
from games.models import Event, Round
from games.rules.engine import ExplanationLine
from games.rules.shared.money import Seat
from games.tables.transport import protocol


class Sealed(Exception):
    """The round holds what its seed alone can open, and the seed is not opened: yet, or ever."""


class Told(Struct, frozen=True):
    """What one seat may see of a finished round.  [AR-24] [FR-R25]"""

    view: dict[str, Any]
    explained: tuple[ExplanationLine, ...]


class Moment(Struct, frozen=True):
    """One step of a round as one seat, or everybody, saw it: when, what was heard, and what changed to be seen."""

    at: int
    news: Mapping[str, Any] | None
    set: dict[str, Any]


@cache
def tags(system: str) -> frozenset[str]:
    engine: Any = GAMES[system].engine
    return frozenset(kind.__struct_config__.tag for kind in engine.event_type.__args__)


@cache
def _decoder(system: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[system].engine.event_type)


def opening(round: Round) -> Any:
    """The engine's state as the bets were opened."""
    return msgspec.json.decode(
        zlib.decompress(bytes(round.start)), type=GAMES[round.table.system].engine.state_type
    )


def own_events(round: Round, seed: str = "") -> Iterator[tuple[Any, int]]:
    """The events of the game itself in this round, in order, each with its hour; the table's own (who sat, who left) are left aside."""
    system = round.table.system
    decode, key = _decoder(system).decode, bytes.fromhex(seed or round.seed)
    rows = (
        Event.objects.filter(round=round, kind__in=tags(system))
        .order_by("seq")
        .values_list("data", "seq", "at")
    )
    for data, seq, at in rows:
        hour = int(at.timestamp() * 1000)
        if not generator.concealed(data):
            yield decode(data), hour
        elif not key:
            raise Sealed(round.pk)
        else:
            yield decode(generator.reveal(key, round.table_id, seq, data)), hour


def read_event(round: Round, data: str) -> Any:
    """An event that lies open, as its engine reads it."""
    return _decoder(round.table.system).decode(data)


def read_events(round: Round, rows: Iterable[tuple[str, int]]) -> Iterator[Any]:
    """The events of a round whose seed is opened, from their rows: what was written, and its number."""
    key = bytes.fromhex(round.seed)
    for data, seq in rows:
        yield (
            read_event(round, data)
            if not generator.concealed(data)
            else _decoder(round.table.system).decode(generator.reveal(key, round.table_id, seq, data))
        )


def final_state(round: Round, seed: str = "") -> Any:
    """The engine's state at the end of a round."""
    engine: Any = GAMES[round.table.system].engine
    state = opening(round)
    for event, _ in own_events(round, seed):
        state = engine.apply(state, event)
    return state


def told(round: Round, seat: Seat, seed: str = "") -> Told:
    """The round as that seat may see it, with the reason of every figure."""
    engine: Any = GAMES[round.table.system].engine
    state = final_state(round, seed)
    return Told(engine.view(state, seat), tuple(engine.explain(state, seat)))


def story(round: Round, seat: Seat | None, seed: str = "") -> list[Moment]:
    """The round step by step as that seat saw it (None: as everybody did): fold what changed, and see it again."""
    engine: Any = GAMES[round.table.system].engine
    state = opening(round)
    moments, seen = (
        [],
        {
            "table": engine.view(state, None),
            **({"mine": engine.view(state, seat)} if seat is not None else {}),
        },
    )
    first = int(round.opened.timestamp() * 1000) if round.opened else 0
    moments.append(Moment(first, None, seen))
    for event, hour in own_events(round, seed):
        state = engine.apply(state, event)
        now = {
            "table": engine.view(state, None),
            **({"mine": engine.view(state, seat)} if seat is not None else {}),
        }
        moments.append(Moment(hour, engine.event_for_seat(event, seat), protocol.patch(seen, now)))
        seen = now
    return moments

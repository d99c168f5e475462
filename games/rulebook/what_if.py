"""«What if»: finished rounds played once more under other rules, with the same bets, the same decisions and the same chance.

A round is not compared where the rules would have changed what people could do in it, or where its chance is not open. Nothing is
estimated: what cannot be known is counted apart, with the reason. What people would have done otherwise nobody can say.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from functools import reduce
from typing import Any

from msgspec import structs

from games.catalogue import GAMES
from games.catalogue.round_sums import RoundSums
from games.draw import generator
from games.models import Event, Round
from games.rounds import replay
from games.rulebook.table_effects import conformed
from games.rules.engine import DrawRecord, Wait
from games.rules.shared.cards import PACK, in_order, names
from games.rules.shared.refusals import Refused

BY_NAME = {name: number for number, name in enumerate(names(in_order(range(PACK), 0, PACK)))}
WHOLE = 8 * PACK  # the largest shoe
CARDS = ("decks", "dealing")  # with another shoe or another way to deal, other cards would have come


class Apart(Exception):
    """Why a round cannot be compared: `table`, `cards`, `bets`, `decisions` or `sealed`."""


class Again:
    """The chance of a round once more: its number, or its shoe, as often as it is asked for."""

    def __init__(self, key: bytes) -> None:
        self._key, self._shoe = key, generator.Draw(key)

    def below(self, n: int) -> int:
        return generator.Draw(self._key).below(n)

    def shuffled(self, n: int) -> Sequence[int]:
        return self._shoe.shuffled(n)


class Seen:
    """The cards of a round whose shoe is still dealt from: those that came out, and no other."""

    def __init__(self, drawn: DrawRecord) -> None:
        self._cards = {
            drawn.start + place: BY_NAME[name] for place, name in enumerate(drawn.given) if name in BY_NAME
        }

    def below(self, n: int) -> int:
        raise Apart("sealed")

    def shuffled(self, n: int) -> Seen:
        return self

    def __len__(self) -> int:
        return WHOLE

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(place.start, place.stop)]
        if place not in self._cards:
            raise Apart("sealed")  # another card than came out would have been dealt
        return self._cards[place]


def compared(round: Round, rows: Sequence[tuple[str, int]], draft: Any) -> tuple[RoundSums, RoundSums]:
    """A round as it was, and as it would have been. `rows` are its own events as they lie in the journal, with their numbers."""
    was = replay.opening(round)
    setting = conformed(GAMES[round.table.system].engine, draft, was.setting)
    if setting is None:
        raise Apart("table")
    will = structs.replace(was, sheet=draft, setting=setting)
    if (recount := GAMES[round.table.system].recount) is not None:
        events_or_sealed = (
            None if generator.concealed(data) else replay.read_event(round, data) for data, _seq in rows
        )
        return recount(was, events_or_sealed, draft)
    if any(getattr(setting, name, None) != getattr(was.setting, name, None) for name in CARDS):
        raise Apart("cards")
    engine: Any = GAMES[round.table.system].engine
    if round.seed:
        nonces = {int(seat): share for seat, share in json.loads(round.nonces).items()}
        chance: Again | Seen = Again(
            generator.key(bytes.fromhex(round.seed), round.table_id, round.shoe or round.number, nonces)
        )
        return _both(engine, was, will, deque(replay.read_events(round, rows)), chance)
    if any(generator.concealed(data) for data, _seq in rows):
        raise Apart("sealed")
    events = deque(replay.read_events(round, rows))
    return _both(engine, was, will, events, Seen(engine.draw_record(reduce(engine.apply, events, was))))


def _both(engine: Any, was: Any, will: Any, events: deque[Any], chance: Any) -> tuple[RoundSums, RoundSums]:
    while events:
        if engine.waiting_for(was) is Wait.HOUSE:
            made = engine.advance(was, chance)
            if made == tuple(events)[: len(made)]:
                for event in made:
                    events.popleft()
                    was = engine.apply(was, event)
                will = _step(engine, will, chance)
                continue
        event = events.popleft()
        while engine.waiting_for(was) is not Wait.HOUSE and engine.waiting_for(will) is Wait.HOUSE:
            will = _step(engine, will, chance)
        _allowed(engine, was, will, event)
        was, will = engine.apply(was, event), engine.apply(will, event)
    while engine.waiting_for(will) is Wait.HOUSE:
        will = _step(engine, will, chance)
    if engine.waiting_for(was) is not Wait.OVER or engine.waiting_for(will) is not Wait.OVER:
        raise Apart("decisions")
    return _sums(engine, was), _sums(engine, will)


def _step(engine: Any, state: Any, chance: Any) -> Any:
    if engine.waiting_for(state) is Wait.HOUSE:
        for event in engine.advance(state, chance):
            state = engine.apply(state, event)
    return state


def _allowed(engine: Any, was: Any, will: Any, event: Any) -> None:
    """Could that person have done this under the other rules, and nothing else than under the old?"""
    waits = engine.waiting_for(was)
    if waits is not engine.waiting_for(will):
        raise Apart("decisions")
    seat = getattr(event, "seat", None)
    if waits is Wait.BETS and type(event).__struct_config__.tag == "bet-placed":
        bet = next(kind for kind in engine.command_type.__args__ if kind.__struct_config__.tag == "bet")
        try:
            engine.act(will, seat, bet(on=event.on))
        except Refused as refused:
            raise Apart("bets") from refused
    elif (
        waits is Wait.CHOICE and seat is not None and engine.options(was, seat) != engine.options(will, seat)
    ):
        raise Apart("decisions")


def _sums(engine: Any, state: Any) -> RoundSums:
    total = RoundSums()
    for result in engine.results(state).values():
        total += RoundSums(
            result.prize,
            result.commission,
            result.lost + result.commission - result.prize,
            result.held - result.carried,
        )
    return total


def rows_of(rounds: Sequence[Round]) -> dict[int, list[tuple[str, int]]]:
    """The events of all those rounds; one query."""
    found: dict[int, list[tuple[str, int]]] = {round.pk: [] for round in rounds}
    kinds = {kind for round in rounds for kind in replay.tags(round.table.system)}
    rows = (
        Event.objects.filter(round__in=rounds, kind__in=kinds)
        .order_by("round", "seq")
        .values_list("round", "data", "seq")
    )
    for round, data, seq in rows:
        found[round].append((data, seq))
    return found

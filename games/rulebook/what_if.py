"""«What if»: finished rounds replayed under other rules, with the same bets, decisions and draw.

A round is not compared if the other rules would have changed what players could do in it. Nothing is
estimated: such rounds are counted with the reason. Different decisions of players are not modelled.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from games.catalogue import GAMES
from games.catalogue.round_sums import RoundSums
from games.draw import generator, hidden_events
from games.models import Event, Round
from games.rounds.proof.draw_inputs import beacon_use_of, shoe_before
from games.rounds.replay import replay
from games.rulebook.table_effects import adapt_setting
from games.rules.engine import AnyEngine, Wait
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refused

CARDS = ("decks", "dealing")  # fields of a setting that change which cards are dealt


class NotComparable(Exception):
    """Why a round cannot be compared: `table`, `cards`, `bets` or `decisions`."""


class RepeatedDraw:
    """The draw of a round, repeatable: its number, or its shoe."""

    def __init__(self, key: bytes, dealt: Sequence[int]) -> None:
        self._key, self._shoe = key, generator.Draw(key, dealt)

    def below(self, n: int) -> int:
        return generator.Draw(self._key).below(n)

    def shuffled(self, n: int) -> Sequence[int]:
        return self._shoe.shuffled(n)


def compare_round(
    played: Round, rows: Sequence[tuple[str, str, int]], draft: Any
) -> tuple[RoundSums, RoundSums]:
    """The sums of a round as it was and under the draft.

    `rows` are its events in the journal: kind, data and number.
    """
    system = played.table.system
    actual = replay.opening_state(played)
    setting = adapt_setting(GAMES[system].engine, draft, actual.setting)
    if setting is None:
        raise NotComparable("table")
    proposed = structs.replace(actual, sheet=draft, setting=setting)
    if (recount := GAMES[system].recount) is not None:
        events_or_sealed = (
            None if hidden_events.is_hidden(data) else replay.decode_event(played, kind, data)
            for kind, data, _seq in rows
        )
        return recount(actual, events_or_sealed, draft)
    if any(getattr(setting, name, None) != getattr(actual.setting, name, None) for name in CARDS):
        raise NotComparable("cards")
    engine: AnyEngine = GAMES[system].engine
    nonces = {int(seat): share for seat, share in json.loads(played.nonces).items()}
    seed, beacon = bytes.fromhex(played.seed), beacon_use_of(played)
    key = generator.key(seed, played.table_id, played.number, nonces, beacon)
    draw = RepeatedDraw(key, shoe_before(played).dealt)
    return _replay_both(engine, actual, proposed, deque(replay.decode_events(played, rows)), draw)


def _replay_both(
    engine: AnyEngine, actual: Any, proposed: Any, events: deque[Any], draw: Any
) -> tuple[RoundSums, RoundSums]:
    """Applies the events of the round to both states.

    The engine makes its own events under each set of rules.
    """
    while events:
        if engine.waiting_for(actual) is Wait.HOUSE:
            made = engine.advance(actual, draw)
            if made == tuple(events)[: len(made)]:
                for event in made:
                    events.popleft()
                    actual = engine.apply(actual, event)
                proposed = _advance(engine, proposed, draw)
                continue
        event = events.popleft()
        while engine.waiting_for(actual) is not Wait.HOUSE and engine.waiting_for(proposed) is Wait.HOUSE:
            proposed = _advance(engine, proposed, draw)
        _check_event(engine, actual, proposed, event)
        actual, proposed = engine.apply(actual, event), engine.apply(proposed, event)
    while engine.waiting_for(proposed) is Wait.HOUSE:
        proposed = _advance(engine, proposed, draw)
    if engine.waiting_for(actual) is not Wait.OVER or engine.waiting_for(proposed) is not Wait.OVER:
        raise NotComparable("decisions")
    return _sums(engine, actual), _sums(engine, proposed)


def _advance(engine: AnyEngine, state: Any, draw: Any) -> Any:
    if engine.waiting_for(state) is Wait.HOUSE:
        for event in engine.advance(state, draw):
            state = engine.apply(state, event)
    return state


def _check_event(engine: AnyEngine, actual: Any, proposed: Any, event: Any) -> None:
    """Refuses the comparison if the player had other options under the other rules."""
    waits = engine.waiting_for(actual)
    if waits is not engine.waiting_for(proposed):
        raise NotComparable("decisions")
    seat: Seat | None = getattr(event, "seat", None)
    if waits is Wait.BETS and seat is not None and type(event).__struct_config__.tag == "bet-placed":
        bet = next(kind for kind in engine.command_type.__args__ if kind.__struct_config__.tag == "bet")
        try:
            engine.act(proposed, seat, bet(on=event.on))
        except Refused as refused:
            raise NotComparable("bets") from refused
        return
    if waits is not Wait.CHOICE or seat is None:
        return
    if engine.options(actual, seat) != engine.options(proposed, seat):
        raise NotComparable("decisions")


def _sums(engine: AnyEngine, state: Any) -> RoundSums:
    total = RoundSums()
    for result in engine.results(state).values():
        total += RoundSums(
            result.prize,
            result.commission,
            result.lost + result.commission - result.prize,
            result.held - result.carried,
        )
    return total


def events_of(rounds: Sequence[Round]) -> dict[int, list[tuple[str, str, int]]]:
    """The events of the rounds, with their numbers. One query."""
    events: dict[int, list[tuple[str, str, int]]] = {played.pk: [] for played in rounds}
    kinds: set[str] = set()
    for played in rounds:
        kinds.update(replay.event_tags(played.table.system))
    rows = (
        Event.objects.filter(round__in=rounds, kind__in=kinds)
        .order_by("round", "seq")
        .values_list("round", "kind", "data", "seq")
    )
    for round_id, kind, data, seq in rows:
        events[round_id].append((kind, data, seq))
    return events

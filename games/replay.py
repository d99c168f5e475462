"""A finished round, told again from the journal: the same events folded by the same engine give the same figures."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from games.models import Event, Round
from games.rules import GAMES
from games.rules.engine import Line
from games.selectors import setting_of, sheet_of

BACK = 200  # rounds that carried stakes may lead back to; no even chance stays in prison as long as that


class Told(Struct, frozen=True):
    """What one seat may see of a finished round.  [AR-24] [FR-R25]"""

    view: dict[str, Any]
    explained: tuple[Line, ...]


def own_events(round: Round, engine: ModuleType) -> list[Any]:
    """The events of the game itself in this round, in order; the table's own (who sat, who left) are left aside."""
    tags = [kind.__struct_config__.tag for kind in engine.Event.__args__]
    rows = Event.objects.filter(round=round, kind__in=tags).order_by("seq").values_list("data", flat=True)
    decode = msgspec.json.Decoder(engine.Event).decode
    return [decode(data) for data in rows]


def final_state(round: Round) -> Any:
    """The engine's state at the end of a round. Stakes carried into it are found in the rounds before."""
    engine: Any = GAMES[round.table.system]
    played = [(round, own_events(round, engine))]
    while len(played) < BACK and _begins_with_carried(played[-1][0], engine):
        before = Round.objects.select_related("table", "sheet", "setting").get(table=round.table_id, number=played[-1][0].number - 1)
        played.append((before, own_events(before, engine)))
    state = None
    for each, events in reversed(played):
        assert each.sheet is not None and each.setting is not None
        state = engine.begin(sheet_of(each.sheet), setting_of(each.table.system, each.setting), state, _seats(each))
        for event in events:
            state = engine.apply(state, event)
    return state


def told(round: Round, seat: int) -> Told:
    """The round as that seat may see it, with the reason of every figure."""
    engine: Any = GAMES[round.table.system]
    state = final_state(round)
    return Told(engine.view(state, seat), tuple(engine.explain(state, seat)))


def _begins_with_carried(round: Round, engine: Any) -> bool:
    """Did the round before leave stakes that met this round's result?"""
    held = Event.objects.filter(round__table=round.table_id, round__number=round.number - 1, kind__in=("stakes-held", "held-kept"))
    return held.exists()


def _seats(round: Round) -> Sequence[int]:
    return tuple(round.stakes.order_by("seat").values_list("seat", flat=True))

"""A finished hand under another rule sheet: the commission taken from the same pots at another rate."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from games.catalogue.round_sums import RoundSums
from games.rules.holdem.engine import ENGINE
from games.rules.holdem.events import CardsDealt, Event, PotsPaid, State
from games.rules.holdem.settlement import commission_rate
from games.rules.holdem.sheet import Sheet
from games.rules.shared.pots import commission


def recount(state: State, events: Iterable[Event | None], draft: Sheet) -> tuple[RoundSums, RoundSums]:
    """What the pots paid and would have paid. None is an event with sealed cards, which changes no pot."""
    before = after = RoundSums()
    for stored in events:
        event = stored if stored is not None else CardsDealt(dict.fromkeys(state.not_folded(), 0))
        if isinstance(event, PotsPaid):
            percent = commission_rate(structs.replace(state, sheet=draft))
            for share in (share for pot in event.pots for share in pot.shares):
                new_commission = commission(share.gross, percent)
                before += RoundSums(share.net, share.commission, share.commission)
                after += RoundSums(share.gross - new_commission, new_commission, new_commission)
        state = ENGINE.apply(state, event)
    return before, after

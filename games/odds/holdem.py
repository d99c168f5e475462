"""The cost of hold'em, the commission per hundred hands, by simulation through the engine.

At each simulated table players with different strategies (`holdem_players`) sit down with the buy-in, play
a hundred hands, buy chips whenever their stack is below the minimum, and leave. The postings of the engine
give what each pays: the winner of a pot pays the commission on it, the buyer pays the commission on chips.
Tables are independent, so their variance gives the standard error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import isqrt
from typing import Final

from msgspec import Struct

from games.odds.game_odds import GameOdds
from games.odds.holdem_players import KINDS, Player, Strategy
from games.odds.stream import Stream
from games.odds.worth import Cost, Run, Worth
from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import BuyIn, Event, State, TopUp
from games.rules.holdem.sheet import Setting, Sheet
from games.rules.shared.money import Cents, Seat, TransferKind

METHOD = "simulation through the engine"
HANDS: Final = 100  # played at a table; the unit of a cost
LEAST_TABLES: Final = 2  # one table has no variance
DIGITS: Final = 10**12  # the precision of an error
ODDS_SETTING = {"minimum": 200, "small_blind": 100, "buy_in": 20_000, "rebuys": [20_000]}


class Paid(Struct):
    """The totals of a player at one table: hands, bets, and what the house took."""

    hands: int = 0
    staked: Cents = 0
    taken: Cents = 0


def worths(sheet: Sheet, setting: Setting) -> Iterator[Worth]:
    yield from simulated(sheet, setting, Run())


def simulated(sheet: Sheet, setting: Setting, run: Run) -> Iterator[Worth]:
    """The average cost, and the cost with each strategy."""
    count = max(LEAST_TABLES, -(-run.hands // HANDS))
    tables = list(islice(played(sheet, setting, run.seed), count))
    yield _worth("rake", tables, [kind.name for kind in KINDS], setting, count)
    for kind in KINDS:
        if any(table[kind.name].hands for table in tables):
            yield _worth(f"rake of the {kind.name}", tables, [kind.name], setting, count)


def played(sheet: Sheet, setting: Setting, seed: str) -> Iterator[dict[str, Paid]]:
    """The totals of one table after another, by strategy. The seats rotate from table to table."""
    number = 0
    while True:
        sitting: list[Strategy] = [KINDS[(number + seat) % len(KINDS)] for seat in range(setting.seats)]
        by_seat = table(sheet, setting, sitting, Stream(f"{seed}|{number}"))
        totals = {kind.name: Paid() for kind in KINDS}
        for kind, paid in zip(sitting, by_seat, strict=True):
            _add(totals[kind.name], paid)
        yield totals
        number += 1


def table(
    sheet: Sheet, setting: Setting, players: Sequence[Player], stream: Stream, hands: int = HANDS
) -> list[Paid]:
    """Plays hands at one table. Returns the totals of each player."""
    sitting = dict(enumerate(players, 1))
    paid = {seat: Paid() for seat in sitting}
    state = HOLDEM.begin(sheet, setting, None, tuple(sitting))
    for seat in sitting:
        state = _apply(state, HOLDEM.act(state, seat, BuyIn()), paid)
    rebuy = TopUp(min(setting.rebuys, key=lambda cents: abs(cents - setting.buy_in)))
    for _ in range(hands):
        for seat in sitting:
            if state.seats[seat].stack < setting.minimum:  # one rebuy reaches it, or the setting is refused
                state = _apply(state, HOLDEM.act(state, seat, rebuy), paid)
        state = hand(state, sitting, stream.next_round(), paid)
        for seat in state.players:
            paid[seat].hands += 1
        state = HOLDEM.begin(sheet, setting, state, tuple(sitting))
    return list(paid.values())


def hand(state: State, players: dict[Seat, Player], stream: Stream, paid: dict[Seat, Paid]) -> State:
    """Plays one hand, from the button to the payment."""
    state = _apply(state, HOLDEM.advance(state, stream), paid)
    while (waits := HOLDEM.waiting_for(state)) is not Wait.OVER:
        if waits is Wait.CHOICE:
            events = HOLDEM.act(state, state.actor, players[state.actor](state, state.actor, stream))
        else:
            events = HOLDEM.advance(state, stream)
        state = _apply(state, events, paid)
    return state


def _apply(state: State, events: Iterable[Event], paid: dict[Seat, Paid]) -> State:
    for event in events:
        state = HOLDEM.apply(state, event)
        for posting in HOLDEM.postings(event):
            if posting.seat is None:
                continue
            totals = paid[posting.seat]
            match posting.kind:
                case TransferKind.CHIPS:
                    totals.staked += posting.cents
                case TransferKind.CHIPS_BACK:
                    totals.staked -= posting.cents
                case TransferKind.RAKE | TransferKind.BUY_IN_COMMISSION:
                    totals.taken += posting.cents
    return state


def _add(to: Paid, other: Paid) -> None:
    to.hands, to.staked, to.taken = to.hands + other.hands, to.staked + other.staked, to.taken + other.taken


def _worth(
    bet: str, tables: Sequence[dict[str, Paid]], names: Iterable[str], setting: Setting, count: int
) -> Worth:
    totals = [_sum(table[name] for name in names) for table in tables]
    edge, edge_error = _share([(paid.taken, paid.staked) for paid in totals])
    cents, error = (HANDS * figure for figure in _share([(paid.taken, paid.hands) for paid in totals]))
    cost = Cost(cents, error, cents / setting.minimum, error / setting.minimum)
    return Worth(bet, edge, METHOD, edge_error, cost, count * HANDS)


def _sum(parts: Iterable[Paid]) -> Paid:
    total = Paid()
    for part in parts:
        _add(total, part)
    return total


def _share(pairs: Sequence[tuple[int, int]]) -> tuple[Fraction, Fraction]:
    """The ratio of the sums of both columns, and its standard error."""
    first, second = (sum(column) for column in zip(*pairs, strict=True))
    if not second:
        return Fraction(0), Fraction(0)
    share, count = Fraction(first, second), len(pairs)
    squares = sum(((one - share * other) ** 2 for one, other in pairs), Fraction(0))
    spread = squares * Fraction(count, count - 1)
    return share, _root(spread) / second


def _root(number: Fraction) -> Fraction:
    return Fraction(isqrt(number.numerator * DIGITS**2 // number.denominator), DIGITS)


ODDS: Final = GameOdds(
    worths=worths,
    sheet={},
    setting=ODDS_SETTING,
    simulated=simulated,
    published_per_table=True,
)

"""What each game's rules depend on, against all that can happen meanwhile: every step of every golden round,
so every phase, and at each of them every occurrence of `OCCURRENCES`.

The invariants: an early end leaves every wallet, stack, pot and jackpot as before; a view shows nobody a card
that no event has shown to that seat; what is offered is accepted; totals equal their parts; a decision is
taken once; what time or absence decides stakes nothing more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
import pytest

from games.catalogue import GAMES
from games.rules.engine import Wait
from games.rules.roulette.sheet import SecondZero
from games.rules.shared.cards import CARDS
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, Seat, TransferKind
from games.rules.shared.refusals import Refused
from tests.combinations import broken, pairs
from tests.rounds.golden import FOLDER, RecordedDraws, Step

FILES = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
OVER = {"settled", "paid", "void"}
OWN = (AccountKind.WALLET, AccountKind.STACK)
# A command that a player may repeat: it bets once more, or takes one more bet back.
REPEATABLE = {"bet", "undo", "top-up"}
STAKED = {TransferKind.STAKE, TransferKind.CHIPS, TransferKind.JACKPOT_BET, TransferKind.BUY_IN}
# What the house's faults, and those of players, are called.
OWN_FAULTS, FAULTS_OF_PLAYERS = (
    ("system", "not-resumed", "no-beacon"),
    ("player-network", "player-equipment"),
)
CARRIED_BY_LAW = ("wrong-deal", "shuffler-failure")  # jackpot bets of 61/2004  [MS-11.1] [MS-11.4]


@dataclass
class Game:
    """A game, what its players own, and the cards that each of them was shown."""

    system: str
    engine: Any
    sheet: Any
    setting: Any
    seats: list[Seat]
    state: Any = None
    accounts: Counter[tuple[AccountKind, Seat | None]] = field(default_factory=Counter)
    seen: dict[Seat | None, set[str]] = field(default_factory=dict)
    before: Counter[tuple[AccountKind, Seat | None]] = field(default_factory=Counter)
    carried: dict[Seat, int] = field(default_factory=dict)
    kinds: Counter[tuple[str, Seat | None]] = field(default_factory=Counter)
    last: Step = field(default_factory=dict)

    def begin(self) -> None:
        self.state = self.engine.begin(self.sheet, self.setting, self.state, self.seats)
        self.before, self.kinds = Counter(self.accounts), Counter()
        self.carried = dict(self.engine.stakes(self.state))
        self.seen = {seat: set() for seat in (None, *self.seats)}

    def apply(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self.check_audience(event)
            for posting in self.engine.postings(event):
                assert posting.cents > 0
                source, target = TRANSFER_ACCOUNTS[posting.kind]
                self.accounts[source, posting.seat if source in OWN else None] -= posting.cents
                self.accounts[target, posting.seat if target in OWN else None] += posting.cents
                self.kinds[posting.kind, posting.seat] += posting.cents
            self.state = self.engine.apply(self.state, event)

    def check_audience(self, event: Any) -> None:
        """A face-down card is shown to its owner alone."""
        shown = {seat: cards_in(self.engine.event_for_seat(event, seat)) for seat in self.seen}
        if self.engine.is_hidden(event):
            assert not shown[None], f"spectators see {event}"
            counts = Counter(card for cards in shown.values() for card in cards)
            assert not [card for card, count in counts.items() if count > 1], f"several seats see {event}"
        for seat, cards in shown.items():
            self.seen[seat] |= cards

    def copy(self) -> Game:
        copied = Game(self.system, self.engine, self.sheet, self.setting, self.seats, self.state)
        copied.accounts, copied.before = Counter(self.accounts), Counter(self.before)
        copied.kinds, copied.carried = Counter(self.kinds), dict(self.carried)
        copied.seen, copied.last = deepcopy(self.seen), self.last
        return copied

    def owned(self, accounts: Counter[Any], held: dict[Seat, int]) -> dict[Seat, int]:
        """What each seat has in its wallet and stack and left on the table for the next round."""
        return {seat: sum(accounts[kind, seat] for kind in OWN) + held.get(seat, 0) for seat in self.seats}

    @property
    def carried_on(self) -> dict[Seat, int]:
        return {seat: cents for seat, cents in self.engine.stakes(self.state).items() if cents}


def cards_in(shown: Any) -> set[str]:
    """All cards that are named anywhere in what somebody sees."""
    match shown:
        case str():
            return {shown} & CARDS.keys()
        case dict():
            return set().union(*map(cards_in, shown.values()), set())
        case list() | tuple():
            return set().union(*map(cards_in, shown), set())
    return set()


# --- The rounds, step by step


def games(name: str) -> Iterator[Game]:
    """The game after each step of a golden file."""
    golden = json.loads(FILES[name].read_text("utf-8"))
    engine: Any = GAMES[golden["system"]].engine
    game = Game(
        golden["system"],
        engine,
        msgspec.convert(golden["sheet"], type=engine.sheet_type),
        msgspec.convert(golden["setting"], type=engine.setting_type),
        golden["seats"],
    )
    for steps in golden["rounds"]:
        game.begin()
        yield game
        for step in steps:
            try:
                game.apply(happening(game, step))
            except Refused:
                continue
            game.last = step
            yield game


def happening(game: Game, step: Step) -> tuple[Any, ...]:
    engine, state = game.engine, game.state
    match step.get("house"):
        case None:
            return tuple(engine.act(state, step["seat"], command(engine, step["says"])))
        case "void":
            return tuple(engine.void(state, step["cause"]))
        case "lapse":
            return tuple(engine.default_action(state, step["seat"]))
    return tuple(engine.advance(state, RecordedDraws(step)))


def command(engine: Any, said: dict[str, Any]) -> Any:
    return msgspec.convert(said, type=engine.command_type)


# --- What can happen meanwhile


def ends_early(game: Game) -> None:
    """The house's fault makes the round void: everybody has what they had, and so have the pots."""
    for cause in (*OWN_FAULTS, *CARRIED_BY_LAW):
        if cause not in CARRIED_BY_LAW or game.system == "macau-stud":
            _end_early(game.copy(), cause)


def _end_early(game: Game, cause: str, leaver: Seat = 0) -> None:
    engine, announced = game.engine, getattr(game.state, "meter", 0)
    # With what was carried to this round and has gone back already (A49).
    staked = sum(engine.stakes(game.state).values()) + sum(
        cents for (kind, _seat), cents in game.kinds.items() if kind == TransferKind.HELD_BACK
    )
    game.apply(engine.void(game.state, cause))
    held = game.carried_on
    accounts, before = game.accounts, game.before
    bought = Counter({seat: game.kinds[TransferKind.BUY_IN, seat] for seat in game.seats})
    for seat in game.seats:
        bought[seat] -= game.kinds[TransferKind.CASH_OUT, seat]
    fees = accounts[AccountKind.COMMISSION, None] - before[AccountKind.COMMISSION, None]
    opened = game.kinds[TransferKind.JACKPOT_FILL, None]
    results = engine.results(game.state).values()
    stacks = {seat: accounts[AccountKind.STACK, seat] for seat in game.seats}
    invariants: dict[str, tuple[object, object]] = {
        "each seat has what it had": (
            game.owned(accounts, held),
            game.owned(before, game.carried)
            if not fees
            else {
                seat: cents - game.kinds[TransferKind.BUY_IN_COMMISSION, seat]
                for seat, cents in game.owned(before, game.carried).items()
            },
        ),
        "stacks are as before": (
            stacks,
            {seat: before[AccountKind.STACK, seat] + bought[seat] for seat in game.seats},
        ),
        "the engine's stacks are those of the accounts": (
            {seat: engine.stack(game.state, seat) for seat in game.seats if engine.between_players},
            stacks if engine.between_players else {},
        ),
        "nothing is left at stake": (accounts[AccountKind.STAKES, None], 0),
        "what is held is carried": (accounts[AccountKind.HELD, None], sum(held.values())),
        # An empty pot was filled up to its minimum before, and stays so.  [MS-10.8b]
        "the bank has what it had": (
            accounts[AccountKind.BANK, None] + opened, before[AccountKind.BANK, None]
        ),
        "the jackpot is as it was": (
            accounts[AccountKind.JACKPOT, None] - opened, before[AccountKind.JACKPOT, None]
        ),
        "the announced jackpot is its account": (
            getattr(game.state, "meter", 0), accounts[AccountKind.JACKPOT, None] if announced else 0
        ),
        "nobody won or lost": ({result.net for result in results} | {0}, {0}),
        "a carried stake counts as held": (
            {seat: result.held for seat, result in engine.results(game.state).items() if result.held}
            if cause in CARRIED_BY_LAW else {}, held
        ),
    }  # fmt: skip
    assert not [*broken(invariants)]
    _check_results(game)
    assert cause in CARRIED_BY_LAW or not held, "an own fault returns everything"
    if not engine.between_players:
        assert sum(result.staked + result.carried for result in results) == staked
    _check_views(game)
    _check_next_round(game, held, leaver)


def _check_next_round(game: Game, held: dict[Seat, int], leaver: Seat) -> None:
    """What was carried lies on the table of the next round, under whatever sheet it is played."""
    if leaver:  # the chips that went back to who left
        game.apply(game.engine.withdraw(game.state, leaver))
    after = game.engine.begin(game.sheet, game.setting, game.state, game.seats)
    assert {seat: cents for seat, cents in game.engine.stakes(after).items() if cents} == held
    assert getattr(after, "meter", 0) == getattr(game.state, "meter", 0)
    for said in ({"t": "fold"}, {"t": "stand"}, {"t": "launch"}):
        try:
            late = command(game.engine, said)
        except msgspec.ValidationError:
            continue
        for seat in game.seats:
            with pytest.raises(Refused):
                game.engine.act(game.state, seat, late)


def _check_results(game: Game) -> None:
    for seat, result in game.engine.results(game.state).items():
        assert result.staked + result.carried == result.lost + result.back + result.held, seat


def fails_at_a_player(game: Game) -> None:
    """A player's own fault changes nothing.  [AR-22] [FR-R23] [BJ-29] [PB-30a] [CS-34] [HE-73]"""
    for cause in FAULTS_OF_PLAYERS:
        assert not game.engine.void(game.state, cause)


def is_decided_by_time(game: Game) -> None:
    """What a lapsed time decides takes no chip of anybody, and changes nothing for the others."""
    engine = game.engine
    for seat in engine.to_act(game.state):
        events = engine.default_action(game.state, seat)
        assert events, "a seat whose time is up is decided"
        moved = {posting.kind for event in events for posting in engine.postings(event)}
        assert not moved & STAKED, f"time staked something for seat {seat}"
    for seat in set(game.seats) - set(engine.to_act(game.state)):
        if engine.waiting_for(game.state) is Wait.CHOICE:
            moved = {
                posting.kind
                for event in engine.default_action(game.state, seat)
                for posting in engine.postings(event)
            }
            assert not moved, "who has nothing to decide is not decided by time"


def leaves(game: Game) -> None:
    """Who leaves gets back no more than the own money on the table, and nobody else's stake changes."""
    for leaver in game.seats:
        after = game.copy()
        after.apply(game.engine.withdraw(game.state, leaver))
        others = [seat for seat in game.seats if seat != leaver]
        assert {seat: after.owned(after.accounts, {})[seat] for seat in others} == {
            seat: game.owned(game.accounts, {})[seat] for seat in others
        }
        stakes, left = game.engine.stakes(game.state), after.engine.stakes(after.state)
        assert {seat: left.get(seat, 0) for seat in others} == {seat: stakes.get(seat, 0) for seat in others}
        owned, owned_then = (
            each.owned(each.accounts, each.engine.stakes(each.state))[leaver] for each in (game, after)
        )
        assert owned_then == owned, "who leaves takes what was there"
        if str(after.state.phase) not in OVER:
            _end_early(after, "system", leaver)


def is_repeated(game: Game) -> None:
    """A decision that was taken is not taken again, also under another id of the command."""
    said = game.last.get("says")
    is_call_bet = game.system == "french-roulette" and said is not None and said["t"] == "call"
    if said is None or said["t"] in REPEATABLE or is_call_bet:
        return
    with pytest.raises(Refused):
        game.engine.act(game.state, game.last["seat"], command(game.engine, said))


def is_looked_at(game: Game) -> None:
    """What a seat or a spectator sees names only cards that were shown there."""
    _check_views(game)


def _check_views(game: Game) -> None:
    for seat, seen in game.seen.items():
        unseen = cards_in(json.loads(msgspec.json.encode(game.engine.view(game.state, seat)))) - seen
        assert not unseen, f"seat {seat} sees {unseen}"


def takes_an_offer(game: Game) -> None:
    """Each offer is accepted at both of its ends, at the price that was named, and not beyond them."""
    for seat in game.seats:
        room = game.engine.view(game.state, None).get("room", {})  # what all players share  [PB-41] [PB-42]
        for said, cost in offers(game.engine.options(game.state, seat)):
            if any(cents > room.get(place, cents) for place, cents in said.get("on", {}).items()):
                continue
            after = game.copy()
            try:
                after.apply(game.engine.act(game.state, seat, command(game.engine, said)))
            except Refused as refused:
                raise AssertionError(f"seat {seat} was offered {said} and is refused {refused}") from refused
            if cost is not None:
                paid = game.owned(game.accounts, {})[seat] - after.owned(after.accounts, {})[seat]
                assert paid == cost, f"{said} costs {paid} instead of {cost}"
        for said in beyond(game.engine.options(game.state, seat)):
            with pytest.raises(Refused):
                game.engine.act(game.state, seat, command(game.engine, said))


def offers(options: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int | None]]:
    """The commands that the options of a seat offer, each with its price where one is named."""
    yield from _offers_at_blackjack(options)
    yield from _offers_of_bets(options)
    if "continue" in options:
        yield {"t": "continue", "bet": options["continue"]["cost"]}, options["continue"]["cost"]
    if "call" in options:
        yield {"t": "call"}, None
    for free in ("check", "fold"):
        if options.get(free):
            yield {"t": free}, 0
    if "raise" in options:
        for end in ("min", "max"):
            yield {"t": "raise", "to": options["raise"][end]}, None


def _offers_at_blackjack(options: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int | None]]:
    turn = {"turn": options["turn"]} if "turn" in options else {}
    for choice, figures in options.get("choices", {}).items():
        cents = {"cents": figures["cost"]} if "cost" in figures else {}
        yield {"t": str(choice), **turn, **cents}, figures.get("cost", None if "back" in figures else 0)
    for place, offer in options.get("offers", {}).items():
        yield {"t": "decline", "place": place}, 0
        if "even-money" in offer:
            figures = offer["even-money"]
            yield {"t": "even-money", "place": place}, -(figures["prize"] + figures["back"])
        if "insurance" in offer:
            for end in ("min", "max"):
                cents = offer["insurance"][end]
                yield {"t": "insure", "place": place, "cents": cents}, cents


def _offers_of_bets(options: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int | None]]:
    if isinstance(options.get("bet"), dict):
        for place, limits in options["bet"].items():
            for end in limits.keys() & {"min", "max"}:
                yield {"t": "bet", "on": {place: limits[end]}}, limits[end]
    if "ante" in options:
        for end in ("min", "max"):
            yield {"t": "bet", "on": {"ante": options["ante"][end]}}, options["ante"][end]


def beyond(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Commands one cent, or one step, past what is offered."""
    for place, offer in options.get("offers", {}).items():
        if "insurance" in offer:
            figures = offer["insurance"]
            yield {"t": "insure", "place": place, "cents": figures["max"] + figures["step"]}
    if isinstance(options.get("bet"), dict):
        for place, limits in options["bet"].items():
            if "max" in limits:
                yield {"t": "bet", "on": {place: limits["max"] + limits["min"]}}
    if "ante" in options:
        yield {"t": "bet", "on": {"ante": options["ante"]["max"] + 1}}
    if "continue" in options:
        yield {"t": "continue", "bet": options["continue"]["cost"] - 1}
    if "raise" in options:
        yield {"t": "raise", "to": options["raise"]["max"] + 1}


def comes_to_its_end(game: Game) -> None:
    """What was paid is what the results say, seat by seat, and all of it came from somewhere."""
    assert sum(game.accounts.values()) == 0
    staked = game.accounts[AccountKind.STAKES, None]
    if str(game.state.phase) not in OVER:
        assert staked + game.accounts[AccountKind.HELD, None] == sum(
            game.engine.stakes(game.state).values()
        ) - _settled(game)
        return
    held, results = game.carried_on, game.engine.results(game.state)
    now, then = game.owned(game.accounts, held), game.owned(game.before, game.carried)
    fees = {seat: game.kinds[TransferKind.BUY_IN_COMMISSION, seat] for seat in game.seats}
    invariants: dict[str, tuple[object, object]] = {
        "each result is what was paid": (
            {seat: now[seat] - then[seat] + fees[seat] for seat in game.seats},
            {seat: results[seat].net if seat in results else 0 for seat in game.seats},
        ),
        "nothing is left at stake": (staked, 0),
        "what is held is carried": (game.accounts[AccountKind.HELD, None], sum(held.values())),
        "the commission is the sum of the seats'": (
            game.accounts[AccountKind.COMMISSION, None] - game.before[AccountKind.COMMISSION, None],
            sum(result.commission for result in results.values()) + sum(fees.values()),
        ),
        "the jackpot is its account": (
            getattr(game.state, "meter", 0),
            game.accounts[AccountKind.JACKPOT, None],
        ),
    }
    assert not [*broken(invariants)]
    _check_results(game)
    _check_carried_terms(game)


def _check_carried_terms(game: Game) -> None:
    """A carried stake keeps the terms it was placed under, whatever sheet the next round has.  [FR-R20c]"""
    if not (game.carried_on and hasattr(game.sheet, "second_zero")):
        return
    for second_zero in SecondZero:
        changed = msgspec.structs.replace(game.sheet, second_zero=second_zero)
        after = game.engine.begin(changed, game.setting, game.state, game.seats)
        assert after.second_zero == game.sheet.second_zero


def _settled(game: Game) -> int:
    """Of the stakes that a round keeps to its end, those that were paid or collected on the way."""
    taken = (TransferKind.STAKE_LOST, TransferKind.STAKE_BACK, TransferKind.HELD_LOST, TransferKind.HELD_BACK)
    if game.system != "blackjack" or str(game.state.phase) == "betting":
        return 0
    taken_back = sum(cents for (kind, _seat), cents in game.kinds.items() if kind in taken)
    return taken_back - _taken_before_the_close(game)


def _taken_before_the_close(game: Game) -> int:
    staked = sum(cents for (kind, _), cents in game.kinds.items() if kind in STAKED)
    return staked - sum(game.engine.stakes(game.state).values())


OCCURRENCES: dict[str, Callable[[Game], None]] = {
    "the round ends early": ends_early,
    "a fault of a player": fails_at_a_player,
    "the time of a seat lapses": is_decided_by_time,
    "a player leaves": leaves,
    "the decision is repeated": is_repeated,
    "everybody looks": is_looked_at,
    "an offer is taken": takes_an_offer,
    "the sums are added up": comes_to_its_end,
}
ALSO_AFTER_THE_END = {"the decision is repeated", "everybody looks", "the sums are added up"}


@cache
def moments(name: str) -> tuple[Game, ...]:
    return tuple(game.copy() for game in games(name))


@pytest.mark.parametrize(("name", "occurrence"), pairs(FILES, OCCURRENCES))
def test_at_every_step_of_a_round(name: str, occurrence: str) -> None:
    met = 0
    for number, game in enumerate(moments(name)):
        if str(game.state.phase) in OVER and occurrence not in ALSO_AFTER_THE_END:
            continue
        met += 1
        try:
            OCCURRENCES[occurrence](game)
        except AssertionError as error:
            error.add_note(f"at moment {number}, {game.state.phase}, after {game.last}")
            raise
    assert met


PHASES_BEFORE_A_DEAL = {"fixed", "one-card"}  # moments of a single event, which no recorded round stops in


def test_the_rounds_stand_in_every_phase_of_every_game() -> None:
    """Otherwise a phase would meet no occurrence, and nothing would say so."""
    met: dict[str, set[str]] = {}
    phases: dict[str, set[str]] = {}
    for name in FILES:
        for game in moments(name):
            met.setdefault(game.system, set()).add(str(game.state.phase))
            phases[game.system] = {str(phase) for phase in type(game.state.phase)}
    assert met.keys() == GAMES.keys()
    unmet = {system: phases[system] - met[system] - PHASES_BEFORE_A_DEAL for system in met}
    assert {system: left - OVER for system, left in unmet.items() if left - OVER} == {}

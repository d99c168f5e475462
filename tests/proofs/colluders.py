"""Hold'em with labelled cheats: groups of honest players of many styles, rings that play together, and
programs that decide.

The engine of the tables plays every hand, and the reader of the record reads it. Rings come in four kinds:

- dump: one loses to the other on purpose, when the others have left the pot;
- soft: they do not raise each other, and let each other win small pots;
- whipsaw: they raise and re-raise around a player between them, and settle cheaply afterwards;
- shared: they share their cards, and the worse hand folds.

Among the honest players are friends who always sit together, very strong players, players who lose chips to
everybody, and fast players. None of them may be reported as a cheat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from casino.compliance.collusion.hands import HandOutcome, read_hand
from games.rules.engine import Wait
from games.rules.holdem.bets import raise_range
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import BETTING, BuyIn, Call, Check, Fold, Raise, State, TopUp
from games.rules.holdem.sheet import Setting, Sheet
from games.rules.shared.poker_hands import strength_of_seven

SHEET = Sheet()
SETTING = Setting(minimum=200, small_blind=100, buy_in=20_000, rebuys=(20_000,), seats=6)
KINDS = ("dump", "soft", "whipsaw", "shared")
POND, SEATS, STAY = 36, 6, 60  # players of a pond, seats of a table, hands of a stay
HANDS = 1920  # that everybody plays
RINGS, BOTS, FRIENDS = 4, 2, 3  # of each pond
TOGETHER = 0.75  # how often a ring or friends meet on purpose


class Person(Struct):
    """A player's style: the strength needed to enter a pot, the readiness to bet, to bluff and to call, and
    the time to decide.
    """

    number: int
    loose: float
    bold: float
    bluff: float
    sticky: float
    eye: float  # how badly the own chances are judged
    tempo: float  # the middle of the time taken, in ms
    spread: float  # of its logarithm
    weigh: float  # how much longer a hard decision takes
    bot: str = ""
    ring: int = 0
    kind: str = ""
    zeal: float = 0.0  # how often a ring does what it agreed
    giver: bool = False  # the losing player of a dumping ring


class Played(Struct):
    """The hands of a group, and the truth about its players."""

    hands: list[tuple[int, int, HandOutcome]]  # day, table, hand
    rings: dict[tuple[int, int], str]
    friends: set[tuple[int, int]]
    bots: set[int]


def person(number: int, chance: Random) -> Person:
    return Person(
        number,
        loose=chance.uniform(0.18, 0.5),
        bold=chance.uniform(0.3, 0.9),
        bluff=chance.uniform(0.02, 0.2),
        sticky=chance.uniform(-0.06, 0.12),
        eye=chance.uniform(0.05, 0.22),
        tempo=math.exp(chance.gauss(math.log(2600), 0.35)),
        spread=chance.uniform(0.45, 0.9),
        weigh=chance.uniform(1.2, 2.6),
    )


def thinks(who: Person, hard: bool, chance: Random) -> int:
    if who.bot == "steady":
        return int(who.tempo * chance.uniform(0.94, 1.06))
    if who.bot == "spread":
        return int(
            who.tempo * chance.uniform(0.45, 1.55)
        )  # a program that draws its pauses, and draws them alike for everything
    return min(
        25_000, int(max(350, who.tempo * (who.weigh if hard else 1) * math.exp(chance.gauss(0, who.spread))))
    )


Plan = dict[int, tuple[str, list[int]]]


class Deal:
    """The final hands of all seats; a player estimates their strength only inexactly."""

    def __init__(self, state: State, pack: Sequence[int], chance: Random) -> None:
        count = len(state.players)
        self.cards = {seat: (pack[place], pack[place + count]) for place, seat in enumerate(state.players)}
        start = 2 * count
        board = tuple(pack[start : start + 5])
        rest = pack[start + 5 :]
        others = [strength_of_seven((*rest[2 * i : 2 * i + 2], *board)) for i in range(12)]
        own = {seat: strength_of_seven((*cards, *board)) for seat, cards in self.cards.items()}
        self.end = {
            seat: sum((mine > other) + 0.5 * (mine == other) for other in others) / len(others)
            for seat, mine in own.items()
        }
        self.chance = chance
        self.begun = {seat: start_of(cards) for seat, cards in self.cards.items()}
        self.glass = {seat: chance.gauss(0, 1) for seat in own}

    def good(self, who: Person, seat: int, street: int) -> float:
        """The estimated strength of the hand, from 0 to 1."""
        if not street:
            return self.begun[seat]
        blur = (0, 0.26, 0.16, 0.03)[street] + who.eye * 0.5
        return self.end[seat] + blur * self.glass[seat]


def start_of(cards: tuple[int, int]) -> float:
    """Roughly, the share of all starting hands that are worse."""
    high, low = sorted((card >> 2 for card in cards), reverse=True)
    if high == low:
        return min(1.0, 0.68 + high / 36)
    points = (
        high + 0.55 * low + (2.2 if cards[0] & 3 == cards[1] & 3 else 0) + (1.6 if high - low <= 2 else 0)
    )
    return min(0.985, max(0.0, (points - 2.0) / 20.0))


class Table:
    """One stay at a table: six players, sixty hands."""

    def __init__(self, people: Sequence[Person], chance: Random, met: bool) -> None:
        self.people = dict(enumerate(people, 1))
        self.chance = chance
        self.met = met
        self.events: list[tuple[Any, int]] = []
        self.hour = 0

    def play(self, hands: int) -> Iterator[HandOutcome]:
        state = HOLDEM.begin(SHEET, SETTING, None, tuple(self.people))
        for seat in self.people:
            state = self._done(state, HOLDEM.act(state, seat, BuyIn()))
        seated = {seat: who.number for seat, who in self.people.items()}
        for _ in range(hands):
            for seat in self.people:
                if state.seats[seat].stack < 40 * SETTING.minimum:
                    state = self._done(state, HOLDEM.act(state, seat, TopUp(20_000)))
            self.events = []
            state = self._hand(state)
            hand = read_hand(self.events, seated, SETTING.minimum)
            assert hand is not None
            yield hand
            state = HOLDEM.begin(SHEET, SETTING, state, tuple(self.people))

    def _done(self, state: State, events: Sequence[Any]) -> State:
        for event in events:
            state = HOLDEM.apply(state, event)
            self.events.append((event, self.hour))
        return state

    def _hand(self, state: State) -> State:
        pack = list(range(52))
        self.chance.shuffle(pack)
        drawn = Drawn(pack, self.chance)
        state = self._done(state, HOLDEM.advance(state, drawn))
        deal = Deal(state, pack, self.chance)
        plan = plans(self.people, state.players, self.chance) if self.met else {}
        while (waits := HOLDEM.waiting_for(state)) is not Wait.OVER:
            if waits is not Wait.CHOICE:
                self.hour += 900
                state = self._done(state, HOLDEM.advance(state, drawn))
                continue
            seat = state.actor
            decision = decide(state, seat, self.people, deal, plan, self.chance)
            hard = state.to_match > state.seats[seat].bet and state.turn > 0
            self.hour += thinks(self.people[seat], hard, self.chance)
            state = self._done(state, HOLDEM.act(state, seat, decision))
        return state


class Drawn:
    def __init__(self, pack: list[int], chance: Random) -> None:
        self.pack, self.chance = pack, chance

    def shuffled(self, n: int) -> list[int]:
        return self.pack

    def below(self, n: int) -> int:
        return self.chance.randrange(n)


def plans(people: dict[int, Person], seats: Sequence[int], chance: Random) -> Plan:
    """The plans of the rings at this table for this hand: the kind and the partners' seats, by seat."""
    plan: Plan = {}
    for seat in seats:
        who = people[seat]
        mates = [other for other in seats if other != seat and who.ring and people[other].ring == who.ring]
        if not mates or seat in plan:
            continue
        if chance.random() > who.zeal or (who.kind == "dump" and chance.random() > 0.08):
            continue
        ring = [seat, *mates]
        plan |= {one: (who.kind, [other for other in ring if other != one]) for one in ring}
    return plan


def decide(state: State, seat: int, people: dict[int, Person], deal: Deal, plan: Plan, chance: Random) -> Any:
    who = people[seat]
    if seat in plan:
        kind, mates = plan[seat]
        inside = [mate for mate in mates if not state.seats[mate].folded]
        if inside:
            mate = (
                state.raiser if state.raiser in inside else max(inside, key=lambda other: deal.begun[other])
            )
            decision = AGREED[kind](state, seat, mate, len(state.not_folded()) == 2, who, deal, chance)
            if decision is not None:
                return decision
    return honest(state, seat, who, deal, chance)


def honest(state: State, seat: int, who: Person, deal: Deal, chance: Random) -> Any:
    place, good = state.seats[seat], deal.good(who, seat, state.turn)
    owed = min(state.to_match - place.bet, place.stack)
    if not state.turn:
        return _before_the_flop(state, seat, who, good, owed, chance)
    if not owed:
        if good > 1 - 0.5 * who.bold or chance.random() < who.bluff:
            return bets(state, seat, chance.choice((0.5, 0.66, 1.0)))
        return Check()
    price = owed / (state.pot + owed)
    if good > 0.9 - 0.12 * who.bold and chance.random() < who.bold:
        return bets(state, seat, chance.choice((0.7, 1.0)))
    if chance.random() < who.bluff * 0.25:
        return bets(state, seat, 1.0)
    return Call() if good + who.sticky > 0.3 + price else Fold()


def _before_the_flop(state: State, seat: int, who: Person, good: float, owed: int, chance: Random) -> Any:
    enters = 1 - who.loose
    if state.to_match <= state.setting.minimum:
        if good > enters + 0.25 * (1 - who.bold) * who.loose or chance.random() < who.bluff * 0.3:
            return bets(state, seat, 1.0)
        if not owed:
            return Check()
        return Call() if good > enters - 0.04 and owed else Fold()
    price = owed / state.setting.minimum
    tight = enters + (1 - enters) * min(0.8, 0.06 + 0.1 * price**0.5) - who.sticky
    if good > 0.9 - 0.06 * who.bold and chance.random() < who.bold:
        return bets(state, seat, 1.0)
    if not owed:
        return Check()
    return Call() if good > tight else Fold()


def bets(state: State, seat: int, part: float) -> Any:
    """A bet or raise of this share of the pot, or the nearest legal action."""
    place = state.seats[seat]
    room = raise_range(state, place)
    owed = state.to_match - place.bet
    if room is None:
        return Call() if owed else Check()
    to = state.to_match + int(part * (state.pot + owed))
    return Raise(to=max(room.minimum, min(room.maximum, to)))


def _gives_way(state: State, seat: int) -> Any:
    return Fold() if state.to_match > state.seats[seat].bet else Check()


def _dump(state: State, seat: int, mate: int, alone: bool, who: Person, deal: Deal, chance: Random) -> Any:
    """The giver builds a pot with the partner, then folds or calls with the worse hand: they know who would
    win.
    """
    place = state.seats[seat]
    owed = state.to_match - place.bet
    if not state.turn:
        if state.raises >= 2:
            return Call() if owed else Check()
        return bets(state, seat, 1.0)
    if not alone:
        return None
    if not who.giver:
        return bets(state, seat, 0.6) if state.raises < 1 else Call()
    if not owed:
        return Check()
    last = state.turn == 3 or owed >= place.stack or state.seats[mate].stack == 0
    return Fold() if last and deal.end[seat] >= deal.end[mate] else Call()


def _soft(state: State, seat: int, mate: int, alone: bool, who: Person, deal: Deal, chance: Random) -> Any:
    place = state.seats[seat]
    if alone and state.turn:
        return _gives_way(state, seat) if chance.random() < 0.6 or state.to_match <= place.bet else Call()
    return None


def _whipsaw(state: State, seat: int, mate: int, alone: bool, who: Person, deal: Deal, chance: Random) -> Any:
    if alone:
        return _gives_way(state, seat) if state.turn else None
    if state.raiser == mate and state.raises < 3 and chance.random() < 0.6:
        return bets(state, seat, 0.8)
    return None


def _shared(state: State, seat: int, mate: int, alone: bool, who: Person, deal: Deal, chance: Random) -> Any:
    """Only the better of the two hands stays in."""
    if state.phase is not BETTING:
        return None
    mine, theirs = deal.good(who, seat, state.turn), deal.good(who, mate, state.turn)
    if mine < theirs and state.to_match > state.seats[seat].bet:
        return Fold()
    return (
        _gives_way(state, seat) if alone and state.turn and mine >= theirs and chance.random() < 0.7 else None
    )


AGREED = {"dump": _dump, "soft": _soft, "whipsaw": _whipsaw, "shared": _shared}


def pond(seed: str, *, hands: int = HANDS, first: int = 0) -> Played:
    """Simulate 36 players with this many hands each. Their ids begin after `first`."""
    chance = Random(seed)
    people = [person(first + number, chance) for number in range(1, POND + 1)]
    order = people[:]
    chance.shuffle(order)
    rings: dict[tuple[int, int], str] = {}
    circles: list[list[Person]] = []
    for ring in range(1, RINGS + 1):
        kind = KINDS[(ring + chance.randrange(4)) % 4]
        size = 3 if kind != "dump" and chance.random() < 0.25 else 2
        mates = [order.pop() for _ in range(size)]
        zeal = chance.uniform(0.7, 1.0)
        for place, mate in enumerate(mates):
            mate.ring, mate.kind, mate.zeal, mate.giver = ring, kind, zeal, place == 0
        rings |= {pair(one, two): kind for one in mates for two in mates if one.number < two.number}
        circles.append(mates)
    for _ in range(BOTS):
        program = order.pop()
        program.bot = chance.choice(("steady", "spread"))
    friends: set[tuple[int, int]] = set()
    for _ in range(FRIENDS):
        two = [order.pop(), order.pop()]
        friends.add(pair(*two))
        circles.append(two)
    played: list[tuple[int, int, HandOutcome]] = []
    for day in range(hands // STAY):
        for number, seats in enumerate(seatings(people, circles, chance)):
            chance.shuffle(seats)
            table = Table(seats, chance, any(who.ring for who in seats))
            played += [(day, number, hand) for hand in table.play(STAY)]
    return Played(played, rings, friends, {who.number for who in people if who.bot})


def pair(one: Person, two: Person) -> tuple[int, int]:
    return min(one.number, two.number), max(one.number, two.number)


def seatings(people: Sequence[Person], circles: Sequence[list[Person]], chance: Random) -> list[list[Person]]:
    """Seat all players at tables of six; the members of a ring mostly sit together."""
    tables: list[list[Person]] = [[] for _ in range(len(people) // SEATS)]
    placed: set[int] = set()
    for circle in chance.sample(list(circles), len(circles)):
        if chance.random() < TOGETHER:
            room = [table for table in tables if len(table) + len(circle) <= SEATS]
            if room:
                chance.choice(room).extend(circle)
                placed |= {who.number for who in circle}
    rest = [who for who in people if who.number not in placed]
    chance.shuffle(rest)
    for who in rest:
        chance.choice([table for table in tables if len(table) < SEATS]).append(who)
    return tables

"""Who plays: five families of programs, and people with many habits and every kind of input.

They differ in how they decide, how long it takes them, how they choose an amount, and when they rest.

How long people take is skewed to the right (Luce, Response Times, 1986) and hangs together from one decision
to the next: slow changes of attention make much of the variance (Gilden, Thornton, Mallon, 1995). That part
is drawn anew for each person, and is the assumption on which the figures rest most.
"""

from __future__ import annotations

import math
from copy import copy
from random import Random

from msgspec import Struct

from casino.compliance.bots import play

FAMILIES = ("steady", "spread", "tireless", "imitator", "farm")
HUMAN_LIKE = ("imitator", "farm")  # delays like a person's, and mixed strategies
INPUTS = {"mouse": 58, "touch": 26, "keyboard": 8, "screen-reader": 4, "typed-commands": 4}
LONGEST_MS = 35_000  # then the clock decides  [HE-43] [HE-44]
HOUR = 3_600_000
OFFERED_PARTS = (1 / 3, 1 / 2, 2 / 3, 3 / 4, 1.0, 1.5)


class Style(Struct):
    """How somebody plays, how long they take, how they choose an amount, and when they rest."""

    number: int
    label: str  # "" for a person
    input: str
    # decisions
    loose: float
    bold: float
    bluff: float
    sticky: float
    eye: float
    mood: float = 0.0  # how much looseness and readiness to bet change from session to session
    ring: int = 0
    # times, in milliseconds and in logarithms
    floor: float = 500.0  # seeing, pointing, pressing
    floor_varies: float = 0.2
    tempo: float = 1800.0
    weigh: float = 1.6  # how much longer a decision about a raise takes
    surprise: float = 0.4  # and a rare one
    spread: float = 0.65
    slow_share: float = 0.2  # of the variance of times that comes from slow changes
    memory: float = 0.95  # of the slow changes, from one decision to the next
    session_share: float = 0.06  # of the variance, between sessions
    lapse: float = 0.008
    lapse_ms: float = 7_000.0
    other_tables: float = 0.0  # how often another table has to be served first
    ahead: float = 0.0  # how often a fold was chosen before the turn
    # amounts
    presses: float = 0.7  # a part of the pot that the table offers
    favourites: tuple[float, ...] = (0.5, 0.75, 1.0)
    odd: float = 0.0  # any amount at all; what remains is a round amount
    # sessions
    session_hands: float = 90.0
    break_every: float = 80.0  # hands
    break_minutes: float = 9.0
    rest_hours: float = 16.0
    timetable: int = 0  # who has the same one begins at the same times
    together: float = 0.0  # how often


def person(number: int, chance: Random) -> Style:
    """Somebody with a hand of habits. Some are quick, some play many tables, some sit for hours."""
    kind = chance.choices(list(INPUTS), list(INPUTS.values()))[0]
    style = Style(
        number, "", kind,
        loose=chance.uniform(0.16, 0.5), bold=chance.uniform(0.25, 0.9), bluff=chance.uniform(0.01, 0.2),
        sticky=chance.uniform(-0.06, 0.12), eye=chance.uniform(0.04, 0.22), mood=chance.uniform(0.02, 0.3),
        tempo=math.exp(chance.gauss(math.log(1700), 0.4)), weigh=chance.uniform(1.15, 2.8),
        surprise=chance.uniform(0.1, 0.8), spread=chance.uniform(0.42, 0.95),
        slow_share=chance.uniform(0.06, 0.4), memory=chance.uniform(0.88, 0.985),
        session_share=chance.uniform(0.01, 0.15), lapse=math.exp(chance.gauss(math.log(0.008), 0.6)),
        lapse_ms=chance.uniform(4_000, 14_000),
        ahead=chance.choice((0, 0, 0, 0.1, 0.3, 0.6)) if kind in ("mouse", "touch", "keyboard") else 0.0,
        other_tables=chance.uniform(0.1, 0.6) if chance.random() < 0.12 else 0.0,
        presses=chance.choice((0.2, 0.5, 0.7, 0.9, 0.97)),
        favourites=tuple(chance.sample(OFFERED_PARTS, chance.choice((1, 2, 3)))),
        odd=chance.uniform(0, 0.06),
        session_hands=math.exp(chance.gauss(math.log(85), 0.5)), break_every=chance.uniform(40, 140),
        break_minutes=chance.uniform(4, 15), rest_hours=chance.uniform(5, 70),
    )  # fmt: skip
    if chance.random() < 0.02:  # sits through the night now and then
        style.session_hands, style.break_every = chance.uniform(350, 600), chance.uniform(90, 160)
    give_input(style, chance)
    return style


def give_input(style: Style, chance: Random) -> None:
    """What the way of input adds to each decision. A screen reader speaks first, and words are typed."""
    match style.input:
        case "mouse":
            style.floor, style.floor_varies = max(280.0, chance.gauss(520, 110)), 0.25
        case "touch":
            style.floor, style.floor_varies = max(320.0, chance.gauss(600, 130)), 0.25
        case "keyboard":
            style.floor, style.floor_varies = max(160.0, chance.gauss(270, 60)), 0.2
            style.tempo *= 0.75
            style.presses = chance.uniform(0.9, 1.0)
        case "screen-reader":
            style.floor, style.floor_varies = chance.uniform(1_400, 4_200), chance.uniform(0.08, 0.2)
            style.presses = chance.uniform(0.6, 1.0)
        case _:
            style.floor, style.floor_varies = chance.uniform(1_100, 2_800), chance.uniform(0.1, 0.25)
            style.presses, style.odd = chance.uniform(0.2, 0.7), 0.0


def program(number: int, family: str, chance: Random) -> Style:
    """One account of a family. Programs of the first three have one chart, fixed amounts and no mood."""
    style = person(number, chance)
    style.label, style.input, style.mood = family, "program", 0.0
    style.ahead = style.other_tables = style.odd = 0.0
    style.presses, style.favourites = 1.0, tuple(chance.sample(OFFERED_PARTS, 1))
    style.slow_share = style.session_share = style.surprise = 0.0
    style.floor, style.floor_varies = chance.uniform(300, 700), 0.2
    match family:
        case "steady" | "spread":
            style.lapse = 0.0
            style.tempo = math.exp(chance.gauss(math.log(2600), 0.35))
        case "tireless":
            style.lapse, style.weigh = 0.0, chance.uniform(1.0, 1.4)
            style.session_hands = style.break_every = 5_000
        case "imitator":
            # Longer for a raise, a long pause now and then, amounts and charts that are mixed, and rests.
            style.presses, style.odd = chance.uniform(0.3, 0.7), chance.uniform(0, 0.5)
            style.favourites = tuple(chance.sample(OFFERED_PARTS, 3))
            style.bluff = chance.uniform(0.08, 0.2)
        case _:
            raise AssertionError(family)
    return style


def farm(first: int, accounts: int, chance: Random) -> list[Style]:
    """Accounts of one program that imitates a person wholly, slow changes too. One timetable starts them."""
    model = person(first, chance)
    while model.input not in ("mouse", "touch"):
        model = person(first, chance)
    model.label, model.input, model.mood = "farm", "program", 0.05
    model.timetable, model.together = first, 0.9
    styles = [copy(model) for _ in range(accounts)]
    for place, style in enumerate(styles):
        style.number = first + place
        style.session_hands = model.session_hands * chance.uniform(0.7, 1.4)
    return styles


def friends(first: int, chance: Random) -> list[Style]:
    """Two people who mostly begin to play together. Each plays as they do."""
    two = [person(first, chance), person(first + 1, chance)]
    for one in two:
        one.timetable, one.together = first, chance.uniform(0.5, 0.95)
    return two


class Tempo:
    """How long one player takes: the state of their attention within a session."""

    def __init__(self, style: Style, chance: Random) -> None:
        self.style, self.chance = style, chance
        self.slow = chance.gauss(0, 1)
        self.session = chance.gauss(0, 1)

    def begin_session(self) -> None:
        self.session = self.chance.gauss(0, 1)

    def next(self, situation: int, choice: int) -> int:
        """Milliseconds; more than `LONGEST_MS` means that the clock decides."""
        style, chance = self.style, self.chance
        if style.label == "steady":
            return int(style.tempo * chance.uniform(0.94, 1.06))
        if style.label == "spread":
            return int(style.tempo * chance.uniform(0.45, 1.55))
        if choice == play.FOLD and chance.random() < style.ahead:
            return int(chance.uniform(5, 60))
        self.slow = style.memory * self.slow + math.sqrt(1 - style.memory**2) * chance.gauss(0, 1)
        quick = 1 - style.slow_share - style.session_share
        deviation = (
            math.sqrt(style.slow_share) * self.slow
            + math.sqrt(style.session_share) * self.session
            + math.sqrt(quick) * chance.gauss(0, 1)
        )
        mean = math.log(style.tempo) - 0.4 + self._difficulty(situation)
        took = style.floor * math.exp(chance.gauss(0, style.floor_varies))
        if style.input == "typed-commands" and choice in play.RAISES:
            took += chance.uniform(500, 1600)
        took += math.exp(mean + style.spread * deviation)
        if chance.random() < style.lapse:
            took += chance.expovariate(1 / style.lapse_ms)
        if style.other_tables and chance.random() < style.other_tables:
            took += chance.expovariate(1 / 2_500)
        return int(took)

    def _difficulty(self, situation: int) -> float:
        weight = math.log(self.style.weigh)
        street, facing = situation & 3, situation >> 2 & 3
        hard = (0.5 if street else 0.0) + (0.5 if facing >= (play.BET if street else play.RAISE) else 0.0)
        return weight * hard + (self.style.surprise if situation & play.RARE else 0.0)


def amount(style: Style, pot: int, to_match: int, step: int, chance: Random) -> int:
    """To what a raise goes: a press, a round amount of the slider, or any amount."""
    part = chance.choice(style.favourites)
    if chance.random() < style.presses:
        return to_match + int(pot * part)
    wanted = to_match + pot * chance.uniform(0.35, 1.2)
    if chance.random() < style.odd / max(1e-9, 1 - style.presses):
        return int(wanted)
    return max(step, round(wanted / step) * step)

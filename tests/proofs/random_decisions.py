"""Random decisions of simulated players in every game: mostly valid, often invalid, sometimes nonsense."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec

from casino.demo.sample_data import JACKPOT
from games.catalogue import GAMES

Command = dict[str, Any]
ROULETTE = (
    "red",
    "black",
    "even",
    "low",
    "dozen:1-12",
    "column:34",
    "straight:17",
    "straight:0",
    "split:1-2",
    "corner:1-2-4-5",
)
NONSENSE: tuple[Any, ...] = (
    {"t": "bet", "on": {}},
    {"t": "bet", "on": {"red": -1}},
    {"t": "bet", "on": {"nowhere": 100}},
    {"t": "bet", "on": {"1": 10**15}},
    {"t": "bet"},
    {"t": "hit", "turn": 0},
    {"t": "raise", "to": 1},
    {"t": "raise", "to": 10**12},
    {"t": "top-up", "cents": 1},
    {"t": "continue", "cents": 1},
    {"t": "fold"},
    {"t": "check"},
    {"t": "call"},
    {"t": "launch"},
    {"t": "undo"},
    {"t": "clear"},
    {"t": "buy-in"},
    {"t": "sit-in"},
    {"t": "even-money", "place": "1"},
    {"t": "decline", "place": "1"},
    {"t": "insure", "place": "1", "cents": 100},
    {"t": "settle"},
    [],
    7,
)
# Sheets and settings that a table may have, all of them lawful together; rules and tables change between any
# two events.
SHEETS: dict[str, list[dict[str, Any]]] = {
    "american-roulette": [
        {"zero_option": "lose-all", "variants": ["37", "38"]},
        {"zero_option": "lose-all", "variants": ["37", "38"], "resume_within": 30},
    ],
    "french-roulette": [
        {
            "zero_option": zero,
            "variants": ["FR"],
            "calls": ["voisins", "tiers", "orphelins", "neighbours-2"],
            **more,
        }
        for zero, more in (
            ("la-partage", {}),
            ("en-prison", {}),
            ("en-prison", {"second_zero": "stays"}),
            ("lose-all", {"resume_within": 20}),
        )
    ],
    "blackjack": [
        {},
        {"places_per_player": 3, "double_any": True, "split_limit": 1},
        {"insurance": False, "resume_within": 45},
    ],
    "baccarat": [{}, {"charged": "all-prizes"}, {"resume_within": 15}],
    "holdem": [
        {},
        {"commission": "buy-in", "rate": 500},
        {"entry": "free", "rest_rounds": 3},
        {"showdown": "unbeaten", "all_in_face_up": True},
    ],
    "caribbean-stud": [{}, {"resume_within": 25}],
    "macau-stud": [{}, {"royal_times": 50}],
}
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "american-roulette": [{"variant": "37", "minimum": 50}, {"variant": "38", "minimum": 100, "cap": 20_000}],
    "french-roulette": [{"variant": "FR", "minimum": 50}, {"variant": "FR", "minimum": 100, "cap": 30_000}],
    "blackjack": [
        {"minimum": 500, "maximum": 20_000},
        {"minimum": 500, "maximum": 5_000, "shoe": "cut", "cut": 90},
        {"minimum": 200, "maximum": 5_000, "places_per_player": 3},
    ],
    "baccarat": [
        {"variant": "punto-banco", "minimum": 100, "card_ms": 400},
        {"variant": "punto-banco", "minimum": 100, "shoe": "kept", "cut_card": 200, "card_ms": 400},
        {"variant": "macau", "minimum": 100, "prize_cap": 50_000, "card_ms": 400},
    ],
    "holdem": [
        {"minimum": 200, "small_blind": 100, "buy_in": 8_000, "rebuys": [4_000, 8_000]},
        {
            "minimum": 200,
            "small_blind": 100,
            "buy_in": 8_000,
            "rebuys": [4_000],
            "limit": "pot-limit",
            "seats": 4,
        },
        {
            "minimum": 400,
            "small_blind": 100,
            "buy_in": 8_000,
            "rebuys": [4_000],
            "limit": "fixed-raises",
            "raises": 2,
        },
    ],
    "caribbean-stud": [
        {"minimum": 100, "maximum": 2_500},
        {"minimum": 100, "maximum": 1_000, "extra_seconds": 7},
    ],
    "macau-stud": [
        {"minimum": 100, "maximum": 2_500, "jackpot": JACKPOT},
        {"minimum": 100, "maximum": 2_500, "dealing": "shuffler", "jackpot": JACKPOT},
    ],
}


def lawful(
    system: str, individual: bool, draws: Sequence[dict[str, Any]] = ({},)
) -> list[tuple[bytes, bytes]]:
    """Every rule sheet with every setting that it allows, as stored.

    Each sheet comes with each of the terms of the draw.
    """
    engine: Any = GAMES[system].engine
    pairs = []
    for sheet_data, draw in product(SHEETS[system], draws):
        named = {"system": system} if "system" in engine.sheet_type.__struct_fields__ else {}
        sheet = msgspec.convert({**named, **sheet_data, **draw}, engine.sheet_type, strict=False)
        for setting_data in SETTINGS[system]:
            alone = {"mode": "individual", "seats": 1} if individual else {}
            setting = msgspec.convert({**setting_data, **alone}, engine.setting_type, strict=False)
            if not engine.check_sheet(sheet) and not engine.check_setting(sheet, setting):
                pairs.append((msgspec.json.encode(sheet), msgspec.json.encode(setting)))
    assert pairs, system
    return pairs


def random_decision(random: Random, engine: Any, state: Any, seat: int) -> Command | None:
    """A command for that seat: mostly an offered one, sometimes an invalid one; None if nothing is
    offered.
    """
    if random.random() < 0.18:
        return wild(random)
    system = type(engine).__module__.split(".")[-2]
    return RANDOM_DECISIONS[system](random, engine.options(state, seat), state)


def wild(random: Random) -> Any:
    return random.choice(NONSENSE)


def _cents(random: Random, least: int, most: int | None, step: int) -> int:
    most = min(most if most is not None else least * 20, least * 20)
    if most < least:
        return least
    return random.choice(
        (
            least,
            least + (most - least) * random.randint(0, 4) // 4 // step * step,
            most if random.random() < 0.3 else least,
        )
    )


def _before(random: Random, options: dict[str, Any]) -> Command | None:
    """Take back, clear, or start: the commands that all banked games share."""
    if options.get("launch") and random.random() < 0.5:
        return {"t": "launch"}
    if options.get("undo") and random.random() < 0.12:
        return {"t": random.choice(("undo", "clear"))}
    return None


def _roulette(random: Random, options: dict[str, Any], state: Any) -> Command | None:
    if not options.get("bet"):
        return None
    if command := _before(random, options):
        return command
    minimum = state.setting.minimum
    if state.sheet.calls and random.random() < 0.2:
        return {"t": "call", "name": random.choice(("voisins", "tiers", "orphelins")), "chip": minimum}
    return {
        "t": "bet",
        "on": {
            place: minimum * random.randint(1, 3) for place in random.sample(ROULETTE, random.randint(1, 4))
        },
    }


def _blackjack(random: Random, options: dict[str, Any], state: Any) -> Command | None:
    if "offers" in options:
        place, offer = random.choice(list(options["offers"].items()))
        if "even-money" in offer and random.random() < 0.5:
            return {"t": "even-money", "place": place}
        if "insurance" in offer and random.random() < 0.5:
            return {"t": "insure", "place": place, "cents": offer["insurance"]["max"]}
        return {"t": "decline", "place": place}
    if options.get("choices"):
        choice = random.choice(list(options["choices"]))
        return {"t": str(choice), "turn": options["turn"]}
    if command := _before(random, options):
        return command
    if not options.get("bet"):
        return None
    return _bets(random, options["bet"])


def _bets(random: Random, room: dict[str, Any]) -> Command:
    """Bets on one or two of the places, each within its room."""
    places = random.sample(sorted(room), min(len(room), random.choice((1, 1, 2))))
    return {
        "t": "bet",
        "on": {place: _cents(random, room[place]["min"], room[place].get("max"), 100) for place in places},
    }


def _baccarat(random: Random, options: dict[str, Any], state: Any) -> Command | None:
    if command := _before(random, options):
        return command
    if not options.get("bet"):
        return None
    return _bets(random, options["bet"])


def _stud(random: Random, options: dict[str, Any], state: Any) -> Command | None:
    if "continue" in options:
        return (
            {"t": "continue", "bet": options["continue"]["cost"]} if random.random() < 0.6 else {"t": "fold"}
        )
    if command := _before(random, options):
        return command
    on: dict[str, int] = {}
    if "ante" in options:
        on["ante"] = _cents(random, options["ante"]["min"], options["ante"]["max"], 10)
    if "jackpot" in options and random.random() < 0.6:
        on["jackpot"] = options["jackpot"]["cost"]
    return {"t": "bet", "on": on} if on else None


def _holdem(random: Random, options: dict[str, Any], state: Any) -> Command | None:
    if "buy_in" in options:
        return {"t": "buy-in"}
    beside: list[Command] = []
    if options.get("top_up"):
        beside.append({"t": "top-up", "cents": random.choice(state.setting.rebuys)})
    if options.get("sit_out"):
        beside.append({"t": "sit-out"})
    if options.get("sit_in"):
        beside += [{"t": "sit-in"}] * 4
    if options.get("post_big_blind"):
        beside += [{"t": "post-big-blind"}] * 3
    if "fold" not in options:
        return random.choice(beside) if beside and random.random() < 0.5 else None
    turn: list[Command] = [{"t": "fold"}]
    if options.get("check"):
        turn = [{"t": "check"}] * 4
    if "call" in options:
        turn += [{"t": "call"}] * 4
    if "raise" in options:
        room = options["raise"]
        turn.append(
            {"t": "raise", "to": random.choice((room["min"], room["max"], (room["min"] + room["max"]) // 2))}
        )
    return random.choice(turn)


RANDOM_DECISIONS: dict[str, Callable[[Random, dict[str, Any], Any], Command | None]] = {
    "roulette": _roulette,
    "blackjack": _blackjack,
    "baccarat": _baccarat,
    "stud": _stud,
    "holdem": _holdem,
}


def mutated(random: Random, message: bytes) -> bytes:
    """A mutated message: a word changed, cut or doubled, or random bytes inserted."""
    data = bytearray(message)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(data) + 1)
        match random.randrange(6):
            case 0:
                data[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del data[at : at + random.randint(1, 12)]
            case 2:
                data[at:at] = data[at : at + random.randint(1, 12)]
            case 3:
                data[at:at] = random.choice(NASTY)
            case 4:
                data = bytearray(json.dumps(_shaken(random, _read(bytes(data)))).encode())
            case _:
                data[at:] = data[at:][::-1] if random.random() < 0.1 else data[at:]
    return bytes(data)


NASTY = (
    b"\x00",
    b"\xff\xfe",
    b"null",
    b"1e400",
    b"-0",
    b"NaN",
    b"true",
    b"9" * 40,
    b'"',
    b"\\u0000",
    b"{",
    b"[" * 50,
    "٣".encode(),
    b"0.1",
    b",",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    2**64,
    10**30,
    0.5,
    1e300,
    "",
    "a" * 300,
    "\u0000",
    "٣",
    [],
    {},
    [[[]]],
    {"t": "do"},
    "NaN",
)


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return {"t": "do"}


def _shaken(random: Random, value: Any) -> Any:
    """The message with one value replaced by an unexpected one."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        key = random.choice(list(value))
        return {**value, key: _shaken(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.5:
        at = random.randrange(len(value))
        return [*value[:at], _shaken(random, value[at]), *value[at + 1 :]]
    return random.choice(VALUES)


def walk(value: Any) -> Iterator[Any]:
    """Every value within a value."""
    yield value
    if isinstance(value, dict):
        for item in value.values():
            yield from walk(item)
    elif isinstance(value, list):
        for item in value:
            yield from walk(item)

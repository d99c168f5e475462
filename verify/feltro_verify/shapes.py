"""The shape of published rounds: which fields each format has, and what each may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from feltro_verify.draw import NUMBER_OF, PACK

Test = Callable[[Any], bool]
Shape = Mapping[str, Test]


def integer(least: int, most: int) -> Test:
    return lambda value: type(value) is int and least <= value <= most


def text(pattern: str) -> Test:
    compiled = re.compile(pattern, re.DOTALL)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def list_of(entry: Test, least: int, most: int) -> Test:
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(entry, value))


def has_shape(shape: Shape) -> Test:
    """An object with exactly these fields. A name that ends in "?" may be left out."""
    known = {name.rstrip("?") for name in shape}

    def test(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and set(value) <= known
            and all(
                fits(value[name.rstrip("?")]) if name.rstrip("?") in value else name.endswith("?")
                for name, fits in shape.items()
            )
        )

    return test


def _is_shares(value: Any) -> bool:
    seat, share = text("[1-9][0-9]{0,5}"), text("[0-9a-f]{32}")
    return isinstance(value, dict) and all(seat(name) and share(given) for name, given in value.items())


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool)


HASH = text("[0-9a-f]{64}")
NUMBER = integer(1, 2**31)
SEAT = integer(1, 99)
ANY_TEXT = text(".*")
NAME = text(".{0,3}")
CARDS_OF_SHOE = 8 * PACK

COMMON: Shape = {
    "format": text("feltro/round/v1"),
    "game": ANY_TEXT,
    "table": NUMBER,
    "round": NUMBER,
    "commitment": HASH,
    "nonces": _is_shares,
}
WHEEL: Shape = {**COMMON, "seed": HASH, "wheel": ANY_TEXT, "drawn": list_of(NAME, 0, 1)}
ORDERED_SHOE: Shape = {
    **COMMON,
    "seed": HASH,
    "shoe": NUMBER,
    "decks": integer(1, 8),
    "start": integer(0, CARDS_OF_SHOE),
    "drawn": list_of(NAME, 0, CARDS_OF_SHOE),
}
SHOE: Shape = {
    **COMMON,
    "format": text("feltro/round/v2"),
    "seed": HASH,
    "shoe": NUMBER,
    "decks": integer(1, 8),
    "dealt": list_of(lambda card: isinstance(card, str) and card in NUMBER_OF, 0, CARDS_OF_SHOE),
    "before": text("([0-9a-f]{64})?"),
    "drawn": list_of(NAME, 0, CARDS_OF_SHOE),
}
OPENING: Shape = {"position": integer(0, PACK - 1), "card": NAME, "salt": HASH, "path": list_of(HASH, 6, 6)}
PACK_OF_CARDS: Shape = {
    **COMMON,
    "root": HASH,
    "top": HASH,
    "to": list_of(integer(0, 99), 0, PACK),
    "cards": list_of(has_shape(OPENING), 0, PACK),
    "seed?": HASH,
}
CHAIN: Shape = {
    "name": text("[a-z0-9-]{1,30}"),
    "public_key": text("[0-9a-f]{192}"),
    "genesis": integer(1, 2**40 - 1),
    "period": integer(1, 3600),
    "group_hash": HASH,
}
USE: Shape = {
    "chain": has_shape(CHAIN),
    "closed": integer(0, 2**53 - 1),
    "margin": integer(0, 60_000),
    "number": integer(1, 2**53 - 1),
    "signature": text("[0-9a-f]{96}"),
}
BEACON: Shape = {
    "format": text("feltro/round/v3"),
    "beacon": has_shape(USE),
    "ending?": text("[0-9a-f]{128}"),
}
OPENED_SEED: Shape = {**BEACON, "void?": _is_boolean}
BUTTON: Shape = {
    **BEACON,
    "players": list_of(SEAT, 2, PACK // 2),
    "button": SEAT,
    "button_commitment": HASH,
    "button_seed?": HASH,
}

is_wheel = has_shape(WHEEL)
is_beacon_wheel = has_shape({**WHEEL, **OPENED_SEED})
is_ordered_shoe = has_shape(ORDERED_SHOE)
is_shoe = has_shape(SHOE)
is_beacon_shoe = has_shape({**SHOE, **OPENED_SEED})
is_pack = has_shape(PACK_OF_CARDS)
is_beacon_pack = has_shape({**PACK_OF_CARDS, **BUTTON})

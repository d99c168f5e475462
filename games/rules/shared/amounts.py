"""Sums of amounts by place or by seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from games.rules.shared.money import Cents, Seat

Key = TypeVar("Key", Seat, str)


def total(amounts: Mapping[Key, Cents]) -> Cents:
    return sum(amounts.values())


def plus(amounts: Mapping[Key, Cents], added: Mapping[Key, Cents]) -> dict[Key, Cents]:
    result = dict(amounts)
    for key, cents in added.items():
        result[key] = result.get(key, 0) + cents
    return result


def minus(amounts: Mapping[Key, Cents], taken: Mapping[Key, Cents]) -> dict[Key, Cents]:
    """What remains. A key with nothing left is dropped, since nothing is there any more."""
    result = dict(amounts)
    for key, cents in taken.items():
        result[key] -= cents
        if not result[key]:
            del result[key]
    return result


def add_to(amounts: dict[Key, Cents], key: Key, cents: Cents) -> None:
    """Add an amount in place; nothing is recorded for zero."""
    if cents:
        amounts[key] = amounts.get(key, 0) + cents


def without_zeros(figures: Mapping[str, Cents]) -> dict[str, Cents]:
    return {name: cents for name, cents in figures.items() if cents}


def own_amount(name: str, amounts: Mapping[Seat, Cents], seat: Seat | None) -> dict[str, Cents]:
    """A seat's own amount under that name; nothing where it has none, or for the public."""
    return {name: amounts[seat]} if seat is not None and seat in amounts else {}

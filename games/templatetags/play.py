"""Words of play in templates: places, kinds, wheels, colours."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django import template

from games import reasons, wording
from games.event_words import EVENTS
from games.models import Round, System
from games.rules.roulette.layout import colour
from players.protection.bars import Bar

register = template.Library()
BOOKS = {
    "kind": wording.KINDS,
    "wheel": wording.WHEELS,
    "mode": wording.MODES,
    "zero": wording.ZERO,
    "call": wording.CALLS,
    "colour": wording.COLOURS,
    "event": EVENTS,
    "cause": wording.CAUSES,
    "game": dict(System.choices),
}


@register.filter
def worded(code: object, book: str) -> str:
    """`{{ "straight"|worded:"kind" }}`"""
    return wording.said(BOOKS[book], code)


@register.filter
def colour_of(number: str) -> str:
    return colour(number)


@register.filter
def place(id: str) -> str:
    return wording.place_said(id)


@register.filter
def result_said(round: Round) -> str:
    """The result of a finished round in words."""
    return reasons.result_said(round)


@register.filter
def percent(share: Fraction) -> str:
    return wording.percent(share)


@register.filter
def barred(currency: str, bars: Mapping[str, Bar | None]) -> Bar | None:
    """What keeps the player from the tables of that currency."""
    return bars.get(currency)

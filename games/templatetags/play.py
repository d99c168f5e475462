"""Words of play in templates: places, kinds, wheels, colours."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django import template

from games.catalogue import GAME_NAMES
from games.models import Round
from games.rounds import explanations
from games.rounds.event_descriptions import EVENTS
from games.rules.roulette.layout import colour
from games.tables.messages import labels
from players.protection.restrictions import Bar

register = template.Library()
BOOKS = {
    "kind": labels.KINDS,
    "wheel": labels.WHEELS,
    "mode": labels.MODES,
    "zero": labels.ZERO,
    "call": labels.CALLS,
    "colour": labels.COLOURS,
    "event": EVENTS,
    "cause": labels.CAUSES,
    "game": GAME_NAMES,
}


@register.filter
def worded(code: object, book: str) -> str:
    """`{{ "straight"|worded:"kind" }}`"""
    return labels.said(BOOKS[book], code)


@register.filter
def colour_of(number: str) -> str:
    return colour(number)


@register.filter
def place(id: str) -> str:
    return labels.place_said(id)


@register.filter
def result_said(round: Round) -> str:
    """The result of a finished round in words."""
    return explanations.result_said(round)


@register.filter
def percent(share: Fraction) -> str:
    return labels.percent(share)


@register.filter
def barred(currency: str, bars: Mapping[str, Bar | None]) -> Bar | None:
    """What keeps the player from the tables of that currency."""
    return bars.get(currency)

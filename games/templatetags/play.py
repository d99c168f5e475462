"""Filters for what is played: results, modes, names of games, shares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString

from games.catalogue import GAME_NAMES, GAMES
from games.catalogue.description import LastResult
from games.catalogue.labels import MODES, label_for, percentage
from games.models import Round
from games.rounds.replay import explanations
from players.protection.restrictions import Restriction

register = template.Library()


class CompactEncoder(DjangoJSONEncoder):
    """Writes letters with accents as they are, and no blanks between values: the words of a table are 3 kB
    lighter.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False, "separators": (",", ":")})


@register.filter
def script_data(value: Any, name: str) -> SafeString:
    """Data for the scripts of the page, in an element with this id."""
    return json_script(value, name, CompactEncoder)


@register.filter
def mode_label(mode: str) -> str:
    return label_for(MODES, mode)


@register.filter
def game_name(system: str) -> str:
    return label_for(GAME_NAMES, system)


@register.filter
def last_result(game_round: Round) -> LastResult | None:
    """The result of a finished round as displays show it; None while there is none."""
    if game_round.status != Round.Status.ENDED or not game_round.outcome:
        return None
    return GAMES[game_round.table.system].rounds.last_result(game_round.outcome)


@register.filter
def result_label(game_round: Round) -> str:
    """The result of a finished round in words."""
    return explanations.result_label(game_round)


@register.filter
def value_for(values: Mapping[str, str], key: str) -> str:
    return values.get(key, "")


@register.filter
def percent(share: Fraction) -> str:
    return percentage(share)


@register.filter
def barred(currency: str, restrictions: Mapping[str, Restriction | None]) -> Restriction | None:
    """What prevents the player from sitting down at tables of that currency."""
    return restrictions.get(currency)

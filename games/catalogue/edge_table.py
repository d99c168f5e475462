"""The house edge of every bet of a game, as the rule pages publish it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.catalogue.text import Text


class EdgeRow(Struct, frozen=True):
    """One bet: its prize as text, and its house edge under each heading."""

    name: str
    prize: str
    edges: tuple[Fraction, ...]


class EdgeTable(Struct, frozen=True):
    """The house edge of every bet of a game under its rule sheet. `pending` until it is computed.

    Without heads it depends on the settings of the tables, and no table is open.
    """

    heads: tuple[str, ...]
    bets: tuple[EdgeRow, ...]
    note: str
    pending: bool = False
    prizes: str = ""  # whether a prize comes on top of its stake


def no_prize(bet: str) -> str:
    return "–"


def no_case(case: Mapping[str, object]) -> str:
    return ""


class OddsLabels(Struct, frozen=True, kw_only=True):
    """The texts for the odds of a game: a bet, its prize, and the settings of each case."""

    bet: Callable[[str], str]
    prize: Callable[[str], str] = no_prize
    case: Callable[[Mapping[str, Any]], str] = no_case
    # (A02)  [BJ-26] [PB-24] [CS-12a] [MS-9.5]
    prizes: Text = _("A prize is paid on top of the stake, which the player keeps.")

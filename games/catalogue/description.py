"""What the product knows about a game besides its rules."""

from __future__ import annotations

from django.utils.functional import Promise
from msgspec import Struct

from games.odds.worth import GameOdds
from games.rules.engine import Engine

Text = Promise | str


class GameDescription(Struct, frozen=True, kw_only=True):
    """One game. `slug` stands in addresses, in the record and in every published format."""

    slug: str
    name: Text
    hint: Text  # one line on how it is played
    position: int  # its place in lists of games
    engine: Engine
    odds: GameOdds

"""What is lawful: the games as pure functions. Nothing here knows Django, a clock, chance or a person."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.baccarat import engine as baccarat
from games.rules.blackjack import engine as blackjack
from games.rules.engine import Engine
from games.rules.holdem import engine as holdem
from games.rules.roulette import engine as roulette
from games.rules.stud import engine as stud

# A game is registered here; one engine may play several systems, whose difference stands in their rule sheets.
GAMES: Mapping[str, Engine] = {
    "american-roulette": roulette,
    "french-roulette": roulette,
    "blackjack": blackjack,
    "baccarat": baccarat,
    "holdem": holdem,
    "caribbean-stud": stud,
    "macau-stud": stud,
}

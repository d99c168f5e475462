"""American and French roulette."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.catalogue.approval import Approval
from games.catalogue.description import GameDescription, Picture, RoundDescription
from games.catalogue.draws import WheelDraw
from games.catalogue.roulette import explanations, how_to_play, lobby_tile
from games.catalogue.roulette.labels import place_label
from games.catalogue.roulette.options import describe_sheet, describe_tables
from games.catalogue.roulette.picture import wheel_picture
from games.catalogue.roulette.published_odds import LABELS, chance_table, greatest_prize
from games.catalogue.roulette.table_messages import MESSAGES
from games.catalogue.table_page import TablePage
from games.odds import roulette as odds
from games.rules.engine import as_any_engine
from games.rules.roulette.engine import ENGINE
from games.rules.roulette.layout import WHEELS
from games.rules.roulette.sheet import AMERICAN, FRENCH, VARIANTS

FOLDER = Path(__file__).parent
PAGE = TablePage(folder="roulette", sheets=("felt", "racetrack", "wheel"), cards=False)
ROUNDS = RoundDescription(
    explain=explanations.explain,
    bet_label=explanations.bet_label,
    place_label=place_label,
    last_result=explanations.last_result,
    events=explanations.EVENTS,
    event_details=explanations.event_details,
)
AMERICAN_ROULETTE = GameDescription(
    slug="american-roulette",
    name=_("American roulette"),
    hint=_("Wheels of 37 and 38 numbers"),
    position=10,
    engine=as_any_engine(ENGINE),
    odds=odds.AMERICAN_ODDS,
    messages=MESSAGES,
    how_to_play=how_to_play.AMERICAN,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    variant_name=lobby_tile.variant_name,
    picture=Picture("games/roulette/wheel.html", wheel_picture),
    sheet=describe_sheet(AMERICAN),
    tables=describe_tables(AMERICAN),
    rounds=ROUNDS,
    chance_table=chance_table,
    rule_prefix="AR",
    approval=Approval("AR-P3"),
    base_rules=FOLDER / "american_roulette.toml",
    regulation=FOLDER / "american_regulation.txt",
    odds_labels=LABELS,
    greatest_prize=greatest_prize,
    has_decisions=False,
    draw=WheelDraw({wheel: WHEELS[wheel] for wheel in VARIANTS[AMERICAN]}),
    page=PAGE,
)
FRENCH_ROULETTE = GameDescription(
    slug="french-roulette",
    name=_("French roulette"),
    hint=_("The French wheel, with call bets"),
    position=20,
    engine=as_any_engine(ENGINE),
    odds=odds.FRENCH_ODDS,
    messages=MESSAGES,
    how_to_play=how_to_play.FRENCH,
    tile_facts=lobby_tile.tile_facts,
    tile_limits=lobby_tile.tile_limits,
    tile_face=lobby_tile.FACE,
    sheet=describe_sheet(FRENCH),
    tables=describe_tables(FRENCH),
    rounds=ROUNDS,
    chance_table=chance_table,
    picture=Picture("games/roulette/wheel.html", wheel_picture),
    rule_prefix="FR",
    approval=Approval("FR-P3"),
    base_rules=FOLDER / "french_roulette.toml",
    regulation=FOLDER / "french_regulation.txt",
    odds_labels=LABELS,
    greatest_prize=greatest_prize,
    has_decisions=False,
    draw=WheelDraw({wheel: WHEELS[wheel] for wheel in VARIANTS[FRENCH]}),
    page=PAGE,
)
DESCRIPTIONS = (AMERICAN_ROULETTE, FRENCH_ROULETTE)

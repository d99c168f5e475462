"""Nothing that decides something for players stands nowhere: every reading is on the pages of its games."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import escape

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.rulebook.readings import EVERY_GAME, load_readings, readings
from games.rulebook.trace import load_matrix
from tests.games.rulebook.test_publication import sheet_of

READING = re.compile(r"\bA\d\d\b")
DOCUMENT = re.compile(r"^### (A\d\d)", re.MULTILINE)
ROWS = load_readings()["reading"]
EXCUSED = load_readings()["not_for_players"]


def cited_by(system: str) -> set[str]:
    """The readings that the engine of a game cites, in its own files."""
    folder = Path(inspect.getfile(GAMES[system].engine.sheet_type)).parent
    return {code for path in folder.glob("*.py") for code in READING.findall(path.read_text("utf-8"))}


def test_every_reading_is_published_or_decides_nothing_for_players() -> None:
    """[BJ-P2] [BJ-P4] [BJ-32]"""
    published = [row["id"] for row in ROWS]
    written = DOCUMENT.findall((PROJECT / "docs" / "readings.md").read_text("utf-8"))
    assert len(set(published)) == len(published) > 70
    assert set(published) | set(EXCUSED) == set(written)
    assert not set(published) & set(EXCUSED) and all(EXCUSED.values())


@pytest.mark.parametrize("system", GAMES)
def test_every_reading_of_an_engine_is_on_the_page_of_a_game_of_it(system: str) -> None:
    """[BJ-P4] [BJ-32] [CS-38] [HE-66]"""
    kin = [
        other
        for other in GAMES
        if inspect.getfile(GAMES[other].engine.sheet_type) == inspect.getfile(GAMES[system].engine.sheet_type)
    ]
    published = {reading.id for game in kin for reading in readings(game, "pt-pt")}
    cited = cited_by(system)
    assert cited - published - set(EXCUSED) == set() and cited, system


def test_BJ_32_blackjack_publishes_what_no_regulation_says() -> None:
    """[BJ-32] [BJ-P2] (A03) (A17) (A56)"""
    facts = GAMES["blackjack"].sheet.facts(sheet_of("blackjack"))
    shown = {reading.id: reading for reading in readings("blackjack", "pt-pt", facts)}
    for reading in ("A03", "A17", "A56"):
        assert shown[reading].chosen, "the rule sheet says which reading is in force"
    assert "11 ou menos" in shown["A03"].chosen[0].value


def test_every_reading_names_rules_games_and_fields_that_exist() -> None:
    rules = {rule.id for rule in load_matrix()}
    for row in ROWS:
        assert row["games"] == EVERY_GAME or set(row["games"]) <= set(GAMES), row["id"]
        assert set(row["rules"]) <= rules and row["pt"] != row["en"], row["id"]
        systems = list(GAMES) if row["games"] == EVERY_GAME else row["games"]
        for system in systems:
            fields = {fact.field.partition(".")[0] for fact in GAMES[system].sheet.facts(sheet_of(system))}
            assert set(row.get("fields", ())) <= fields, (row["id"], system)


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_a_rules_page_shows_each_of_its_readings(demo: None, system: str) -> None:
    """[AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66]"""
    page = Client(headers={"accept-language": "pt"}).get(f"/rules/{system}/").content.decode()
    shown = readings(system, "pt-pt")
    assert len(shown) > 5
    for reading in shown:
        assert f'id="{reading.id}"' in page and escape(reading.wording) in page
        assert all(f'id="{rule}"' in page for rule in reading.rules)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("system", "head"),
    [
        ("blackjack", "Tempo para decidir"),
        ("caribbean-stud", "Tempo para decidir"),
        ("macau-stud", "Tempo para decidir"),
        ("holdem", "Tempo para decidir"),
        ("american-roulette", "Tempo para apostar"),
        ("baccarat", "Tempo para apostar"),
    ],
)
def test_BJ_24b_a_rules_page_names_the_times_of_each_table(demo: None, system: str, head: str) -> None:
    """[AR-14a] [BJ-12a] [BJ-24b] [BJ-32] [CS-21] [CS-31] [CS-38] [HE-43] [HE-66] [PB-27a]"""
    page = Client(headers={"accept-language": "pt"}).get(f"/rules/{system}/").content.decode()
    limits = page.partition('id="limits"')[2].partition("</section>")[0]
    assert f">{head}</th>" in limits and re.search(r">\d+ s( e mais \d+ s)?</td>", limits)
    assert ("Tempo para apostar" in limits) == (system != "holdem")

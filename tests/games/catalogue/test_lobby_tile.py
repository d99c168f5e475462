"""What a tile of the lobby says of a table: the limits and the way of playing that the table really has."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.utils import translation

from casino.demo.sample_data import JACKPOT, SHEETS
from games.catalogue import GAMES
from games.tables.messages.table import messages_for
from players.languages import HOUSE_LANGUAGES, Language


def facts(system: str, language: str = "en", **setting: Any) -> dict[str, str]:
    """The figures of a tile by their labels, in whole cents."""
    game = GAMES[system]
    sheet = msgspec.convert(SHEETS.get(system, {}), type=game.engine.sheet_type)
    table = msgspec.convert(setting, type=game.engine.setting_type)
    with translation.override(language):
        described = game.engine.describe(sheet, table)
        return {str(label): str(value) for label, value in game.tile_facts(table, described, str)}


def variant(name: str) -> str:
    """What a table of this variant is called."""
    game = GAMES["baccarat"]
    assert game.variant_name is not None
    return game.variant_name(
        msgspec.convert({"variant": name, "minimum": 100}, type=game.engine.setting_type)
    )


PUNTO_BANCO = {"variant": "punto-banco", "minimum": 100}


def test_PB_32_a_table_of_ponto_e_banca_names_its_maximum_and_its_way_of_playing() -> None:
    """[PB-32]"""
    shown = facts("baccarat", **PUNTO_BANCO)
    assert variant("punto-banco") == "Ponto e banca" and int(shown["Maximum on ponto or banca"]) > 100
    assert "Prizes on the difference, at most" not in shown


@pytest.mark.parametrize(("cap", "text"), [(200_000, "200000"), (None, "none")])
def test_PB_32_a_table_of_macau_names_the_most_that_it_pays(cap: int | None, text: str) -> None:
    """[PB-32] [PB-41]"""
    shown = facts("baccarat", variant="macau", minimum=100, prize_cap=cap)
    assert variant("macau") == "Ponto e banca Macau" and shown["Prizes on the difference, at most"] == text
    assert "Maximum on ponto or banca" not in shown


def test_a_tile_names_the_way_of_macau_in_the_language_of_the_page() -> None:
    with translation.override("es"):
        assert variant("macau") == "Punto y banca Macao"


@pytest.mark.parametrize(
    ("commission", "text"), [("a", "5% when banca wins"), ("b", "50% when banca wins with 5 or 6")]
)
def test_PB_26_a_tile_names_the_commission(commission: str, text: str) -> None:
    """[PB-26]"""
    assert facts("baccarat", **PUNTO_BANCO, commission=commission)["Commission"] == text


@pytest.mark.parametrize(
    ("shoe", "text"),
    [({"shoe": "fresh"}, "6 decks"), ({"shoe": "cut", "cut": 120}, "6 decks, with a cut card")],
)
def test_BJ_32_a_tile_of_blackjack_says_whether_a_shoe_is_kept(shoe: dict[str, Any], text: str) -> None:
    """[BJ-32]"""
    setting = {"minimum": 500, "maximum": 20_000, "places": 7, "decks": 6, "places_per_player": 3}
    assert facts("blackjack", **setting, **shoe)["Shoe"] == text


POKER = {"minimum": 100, "small_blind": 50, "buy_in": 10_000, "rebuys": [5_000, 10_000], "seats": 6}


@pytest.mark.parametrize(("regime", "text"), [("continuous", "continuous"), ("session", "session")])
def test_HE_6_a_tile_of_hold_em_says_how_the_table_runs(regime: str, text: str) -> None:
    """[HE-6a] [HE-6b]"""
    assert facts("holdem", **POKER, regime=regime)["Table"] == text


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ({"limit": "no-limit"}, "none"),
        ({"limit": "pot-limit"}, "pot"),
        ({"limit": "half-pot"}, "half pot"),
        ({"limit": "fixed-raises", "raises": 1}, "1 raise per betting round"),
        ({"limit": "fixed-raises", "raises": 3}, "3 raises per betting round"),
    ],
)
def test_HE_38_a_tile_of_hold_em_names_its_limit(limit: dict[str, Any], text: str) -> None:
    """[HE-24a-ii] [HE-38] [HE-66]"""
    assert facts("holdem", **POKER, **limit)["Limit"] == text


def test_CS_the_bet_that_a_tile_of_stud_names_is_the_one_that_follows_the_ante() -> None:
    stud = {"minimum": 100, "maximum": 2_500, "step": 50}
    assert facts("caribbean-stud", **stud)["Second bet"] == "twice the ante"
    assert facts("macau-stud", **stud, jackpot=JACKPOT)["Jackpot bet"] == "100"


@pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
@pytest.mark.parametrize(("outcome", "place"), [("P8-6", "punto"), ("B3-7b", "banco"), ("T6-6pb", "tie")])
def test_a_tile_names_a_coup_by_the_letter_of_the_roads(language: Language, outcome: str, place: str) -> None:
    """A tie is E of empate in Portuguese and Spanish, T in English, in the lobby as at the table."""
    with translation.override(language.code):
        shown = GAMES["baccarat"].rounds.last_result(outcome)
    assert (shown.text, shown.mark) == (
        messages_for(language.code, "baccarat")[f"pb.letter.{place}"],
        place,
    )

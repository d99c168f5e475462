"""The text of each regulation is public, whole and marked where it is not the print; our rules lead to it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import escape

from games.catalogue import GAMES
from games.models import Table
from games.rulebook.base_rules import base_rules
from games.rulebook.regulation_text import Kind, anchors_of_rules, parse, regulation_text
from games.rulebook.trace import load_matrix
from games.tables.web.views import table_urls

# Rules as printed: 31, 38, 75, 32 with those reconstructed, 44, 43; and 13 articles.
RULES = {
    "american-roulette": 31, "french-roulette": 32, "blackjack": 38, "baccarat": 43, "holdem": 75,
    "caribbean-stud": 44,
}  # fmt: skip
# The approving decision of 812/2015 is not in the copy, and its page says so.
NOT_PRINTED = {f"PB-P{point}" for point in range(1, 6)}


@pytest.mark.parametrize("system", GAMES)
def test_P4_every_rule_of_the_matrix_has_its_place_in_the_text(system: str) -> None:
    """[AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4] [HE-P4]"""
    text = regulation_text(system)
    assert text is not None
    anchors = anchors_of_rules(system)
    assert set(anchors) == {rule.id for rule in load_matrix() if rule.system == system}
    assert {rule for rule, anchor in anchors.items() if not anchor} <= NOT_PRINTED
    assert set(filter(None, anchors.values())) <= text.anchors
    anchors_on_page = [block.anchor for block in text.blocks if block.anchor]
    assert len(anchors_on_page) == len(set(anchors_on_page)), "each place once"


@pytest.mark.parametrize(
    ("rule", "anchor", "begins"),
    [
        ("BJ-15e", "15-e", "Desistir da jogada"),
        ("BJ-8a-ii", "8-a-ii", "Para o jogo do jogador"),
        ("BJ-25i", "25-i", "Sempre que o jogador receber"),
        ("BJ-12b", "12", "Nas mesas com múltiplos jogadores"),
        ("BJ-P3", "P3", "A fixação e modificação"),
        ("HE-2i", "2-i", "«Grande aposta ou big blind»"),
        ("AR-11a-v", "11-a-v", "Linha: até 180 vezes"),
        ("FR-R20c", "R20-c", ""),
        ("PB-20-banca-3", "20", "Quando com as cartas iniciais"),
        ("MS-9.5.7", "9-5-7", "«Quatro cartas iguais»"),
        ("MS-10.8b", "10-8", "Depois de efectuado"),
        ("MS-P2", "P2", "É revogado"),
    ],
)
def test_a_rule_leads_to_its_own_paragraph(rule: str, anchor: str, begins: str) -> None:
    system = next(game for game in GAMES if GAMES[game].rule_prefix == rule.partition("-")[0])
    assert anchors_of_rules(system)[rule] == anchor
    text = regulation_text(system)
    assert text is not None
    (block,) = (block for block in text.blocks if block.anchor == anchor)
    assert block.short_text.startswith(begins)


@pytest.mark.parametrize("system", RULES)
def test_the_text_is_whole(system: str) -> None:
    text = regulation_text(system)
    assert text is not None
    rules = [block for block in text.blocks if block.kind is Kind.RULE]
    assert len(rules) == RULES[system]
    numbers = [int(block.label.removeprefix("R")) for block in rules]
    assert numbers == list(range(1, len(rules) + 1))
    assert "Diário da República" in text.source and "26 de novembro de 2015" in text.source


def test_FR_R11_reconstructed_rules_are_marked_and_no_others() -> None:
    """[FR-R11] [FR-R32]"""
    for system in GAMES:
        text = regulation_text(system)
        assert text is not None
        marked = {block.label for block in text.blocks if block.is_reconstructed and block.kind is Kind.RULE}
        expected = {f"R{number}" for number in range(11, 33)} if system == "french-roulette" else set()
        assert marked == expected
        assert text.is_partly_reconstructed == bool(expected)


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_P4_the_page_shows_text_source_and_notes_to_everybody(demo: None, system: str) -> None:
    """[AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4] [HE-P4]"""
    text = regulation_text(system)
    assert text is not None
    response = Client(headers={"accept-language": "en"}).get(f"/rules/{system}/text/")
    page = response.content.decode()
    assert response.status_code == 200 and "<!--" not in page
    assert escape(text.title) in page and escape(text.source) in page
    for block in text.blocks:
        for piece in block.pieces:
            if piece.kind == "note":
                assert f'href="#note-{piece.text}"' in page
            else:
                assert all(escape(line) in page for line in piece.text.split("\n"))
        if block.label:
            assert '<p lang="pt">' in page and f'id="{block.anchor}"' in page
    for number, note in enumerate(text.notes, start=1):
        assert f'id="note-{number}"' in page and escape(note) in page
    assert page.count("data-reconstructed") == sum(
        block.is_reconstructed and block.kind not in (Kind.HEADING, Kind.BULLET) for block in text.blocks
    )
    assert ("reconstructed, because the printed rules were not available" in page) == (
        system == "french-roulette"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_P4_rules_page_index_footer_and_table_lead_to_the_text(demo: None, system: str) -> None:
    """[AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4] [HE-P4]"""
    address = f"/rules/{system}/text/"
    page = Client().get(f"/rules/{system}/").content.decode()
    assert f'href="{address}"' in page
    for number in base_rules(system, "pt-pt").rules:
        for rule in number.texts:
            assert f'href="{address}#{anchors_of_rules(system)[rule.id]}"' in page, rule.id
    index = Client().get("/rules/").content.decode()
    assert f'href="{address}"' in index and 'id="regulations"' in index
    assert 'href="/rules/#regulations"' in Client().get("/").content.decode()
    table = Table.objects.filter(system=system).first()
    assert table is not None and table_urls(table)["regulation"] == address


def test_an_unknown_game_has_no_text() -> None:
    assert Client().get("/rules/whist/text/").status_code == 404


def test_a_repaired_spot_is_a_note_at_its_place() -> None:
    text = parse("# T\n\nFonte: S\n\n## ANEXO\n\n1 — Um <!-- sic: dois --> três.\n\n<!-- falta a tabela -->")
    rule, note = text.blocks[1:]
    assert [(piece.kind, piece.text) for piece in rule.pieces] == [
        ("plain", "Um "), ("note", "1"), ("plain", " três."),
    ]  # fmt: skip
    assert text.notes == ("sic: dois",)
    assert note.kind is Kind.NOTE and note.short_text == "falta a tabela"
    assert not re.search("<!--", note.short_text)

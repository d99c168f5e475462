"""The pages that anybody may see: there, in every language, and with what the regulations want to be found on
them.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils.html import escape

from casino.languages.translations import po_file, read_translations
from casino.web.errors import server_error
from games.catalogue import GAMES
from games.lobby import live
from games.models import RuleSheet, Table
from games.rulebook.base_rules import base_rules
from games.rulebook.trace import load_matrix
from games.tables.messages.table import messages_for
from players.languages import LANGUAGE_CODE, LANGUAGES, SOURCE_LANGUAGE, language_of
from tests.live_table import LiveTable, do, players_with

PUBLIC = (
    "/",
    "/lobby/",
    "/rules/",
    *(f"/rules/{system}/" for system in GAMES),
    "/responsible/",
    "/fairness/",
    "/verify/",
    "/fair-play/",
    "/complaints/",
    "/contacts/",
    "/rights/",
    "/payments/",
    "/terms/",
    "/privacy/",
    "/accessibility/",
    "/glossary/",
    "/account/sign-in/",
    "/account/new/access/",
    "/account/password/forgotten/",
)
# Names that are the same in every language: of tables, of games and their terms, of authorities.
PROPER = re.compile(
    r"demonstração|(Small|Big) blind|Blackjack/21|[Pp]onto e banca|Póquer sem descarte|Turismo de Portugal"
    r"|Serviço de Regulação e Inspeção de Jogos|MB WAY|srij|livroreclamacoes|Linha Vida"
)
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
AMOUNT = re.compile(r"[\d.,\s/]+(créditos|€)")
EVERY_LANGUAGE = pytest.mark.parametrize("language", dict(LANGUAGES))
TILE = re.compile(r'class="tile-name"><a href="/table/\d+/">([^<]+)')
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Reader(HTMLParser):
    """What a page is made of, as far as a person who cannot see it depends on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.labelled: set[str] = set()
        self.fields: list[dict[str, str | None]] = []
        self.styled: list[str] = []
        self.inline_scripts: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.lang: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "html":
            self.lang = attributes.get("lang")
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "label" and attributes.get("for"):
            self.labelled.add(str(attributes["for"]))
        if tag in ("input", "select", "textarea") and attributes.get("type") not in ("hidden", "submit"):
            self.fields.append(attributes)
        if "style" in attributes or tag == "style":
            self.styled.append(tag)
        if tag == "script" and not attributes.get("src") and attributes.get("type") != "application/json":
            self.inline_scripts.append(tag)
        if any(name.startswith("on") for name in attributes):
            self.inline_scripts.append(tag)
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass


@EVERY_LANGUAGE
@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_page_is_whole_and_reachable_without_signing_in(
    demo: None, client: Client, address: str, language: str
) -> None:
    answer = client.get(address, headers={"accept-language": language})
    page = Reader(answer.content.decode())
    assert answer.status_code == 200
    assert page.lang == language_of(language).tag
    assert page.headings[0] == 1 and page.headings.count(1) == 1, (
        "one heading of the first rank, and it comes first"
    )
    assert all(below - above <= 1 for above, below in zip(page.headings, page.headings[1:], strict=False)), (
        "no rank of headings is left out"
    )
    assert all(field.get("id") in page.labelled or field.get("aria-label") for field in page.fields), (
        "every field has its label"
    )
    assert len(page.ids) == len(set(page.ids)), "an id stands once"
    assert page.styled == [] and page.inline_scripts == [], (
        "nothing inline: the policy for scripts and styles forbids it"
    )


@pytest.mark.parametrize("other", [code for code in dict(LANGUAGES) if code != LANGUAGE_CODE])
def test_no_public_page_says_anything_untranslated(demo: None, client: Client, other: str) -> None:
    """No sentence is the same in Portuguese and in another language, or in English and in another one."""
    kept = {"Feltro", "Menu", "Cookies", "1414", "18+"}
    left = {}
    for address in PUBLIC:
        shown, portuguese = (visible(client, address, language) for language in (other, LANGUAGE_CODE))
        english = visible(client, address, SOURCE_LANGUAGE) if other != SOURCE_LANGUAGE else set()
        same = {text for text in shown & (portuguese | english) if re.search(r"[A-Za-z]{3}", text)} - kept
        sentences = {text for text in same if " " in AMOUNT.sub("", text) and not PROPER.search(text)}
        if untranslated := {text for text in sentences if not is_of_the_catalogue(other, text)}:
            left[address] = untranslated
    assert left == {}


def is_of_the_catalogue(code: str, text: str) -> bool:
    """Whether the text is a translation into this language: related languages have equal sentences."""
    return any(pattern.fullmatch(text) for pattern in translations(code))


@cache
def translations(code: str) -> list[re.Pattern[str]]:
    if code == SOURCE_LANGUAGE:
        return []
    messages = [message for message in read_translations(po_file(language_of(code))) if message.id]
    texts = {
        text
        for message in messages
        for text in (message.string if isinstance(message.string, tuple | list) else [message.string])
    }
    return [re.compile(".+".join(map(re.escape, PLACE.split(text)))) for text in texts if PLACE.sub("", text)]


def visible(client: Client, address: str, language: str) -> set[str]:
    """The texts of a page; without names of tables, and what is marked as being in another language."""
    html = client.get(address, headers={"accept-language": language}).content.decode()
    html = html[html.index("<body") :]
    html = re.sub(r'<(\w+)[^>]* lang="[^"]+".*?</\1>', "", html, flags=re.S)
    html = re.sub(
        r"<(svg|script|code|pre|h3 class=\"tile-name\")\b.*?</\1>|<h3 class=\"tile-name\">.*?</h3>",
        "",
        html,
        flags=re.S,
    )
    return {text.strip() for text in re.findall(r">([^<>]+)<", html) if text.strip()}


@pytest.mark.parametrize("system", GAMES)
@EVERY_LANGUAGE
def test_AR_P4_FR_P4_the_rules_are_public_and_every_rule_has_its_anchor(
    demo: None, client: Client, system: str, language: str
) -> None:
    """[AR-P1] [AR-P4] [AR-P5] [FR-P1] [FR-P4] [FR-P5] [BJ-P1] [BJ-P4] [BJ-P5] [PB-P1] [PB-P4] [PB-P5] [CS-P1]
    [CS-P4] [CS-P5]
    """
    html = client.get(f"/rules/{system}/", headers={"accept-language": language}).content.decode()
    regulation = base_rules(system, language)
    assert regulation.number in html, "the legal base is named"
    for rule in (regulation.approval, *regulation.rules):
        for text in rule.texts:
            assert f'id="{text.id}"' in html and escape(text.wording) in html


@pytest.mark.parametrize("system", GAMES)
def test_the_base_rules_have_every_rule_of_the_regulation_in_its_order_and_in_both_languages(
    system: str,
) -> None:
    wanted = [rule.id for rule in load_matrix() if rule.system == system]
    wordings = {}
    for language in ("pt-pt", "en"):
        regulation = base_rules(system, language)
        rules = (regulation.approval, *regulation.rules)
        assert len({rule.number for rule in rules}) == len(rules), "each rule is in one place"
        texts = [text for rule in rules for text in rule.texts]
        assert [text.id for text in texts] == wanted
        wordings[language] = [text.wording for text in texts]
    assert all(
        pt != en and pt[-1] + en[-1] in ("..", "::")
        for pt, en in zip(wordings["pt-pt"], wordings["en"], strict=True)
    )


def test_without_a_spanish_text_the_portuguese_one_is_shown_as_such(demo: None, client: Client) -> None:
    for address, sentence in (
        ("/terms/", "Uma aposta conta quando a mesa diz que foi aceite."),
        ("/rules/blackjack/", "A casa pode completar as regras base"),
    ):
        html, portuguese = (
            client.get(address, headers={"accept-language": language}).content.decode()
            for language in ("es", "pt")
        )
        notice = "El texto en vigor es el portugués, y aquí se muestra en portugués."
        assert notice in html and sentence in portuguese and notice not in portuguese
        marked = html[html.index(notice) :]
        assert sentence in marked and marked.index('lang="pt-PT"') < marked.index(sentence)


@EVERY_LANGUAGE
@pytest.mark.parametrize("system", GAMES)
def test_how_to_play_is_told_in_five_sentences_beside_a_picture(
    demo: None, system: str, language: str
) -> None:
    """On top of the rules of each game, and in the menu of each of its tables."""
    client = Client(headers={"accept-language": language})
    page = client.get(f"/rules/{system}/").content.decode()
    [section] = re.findall(r'<section id="how".*?</section>', page, re.DOTALL)
    sentences = re.findall(r"<li>(.*?)</li>", section)
    assert len(sentences) == 5 and 'class="rule-face' in section
    assert page.index('<section id="how"') < page.index('<section id="house"')
    table = Table.objects.filter(system=system).first()
    assert table is not None
    at_table = client.get(f"/table/{table.pk}/").content.decode()
    assert 'id="game-face"' in at_table
    words = messages_for(language, system)
    assert [escape(words[f"how.{number}"]) for number in range(1, 6)] == sentences


def test_the_rules_say_where_a_round_depends_on_the_rounds_before_it(demo: None, client: Client) -> None:
    pages = {
        system: client.get(f"/rules/{system}/", headers={"accept-language": "en"}).content.decode()
        for system in GAMES
    }
    kept = {system for system, page in pages.items() if "keeps its shoe until the cut card appears" in page}
    assert kept == {"baccarat", "blackjack"}


def test_without_specific_rules_in_force_the_page_says_so(demo: None, client: Client) -> None:
    RuleSheet.objects.update(status="superseded")
    for system in GAMES:
        page = client.get(f"/rules/{system}/", headers={"accept-language": "pt"}).content.decode()
        assert "Não há regras específicas em vigor; por isso nenhuma mesa deste jogo está aberta." in page
    listed = client.get("/rules/", headers={"accept-language": "pt"}).content.decode()
    assert listed.count("Não há regras específicas em vigor") == len(GAMES)


def test_AR_25_FR_R26_rules_limits_and_complaints_are_a_step_away_from_every_page(
    demo: None, client: Client
) -> None:
    """[AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38]"""
    for address in PUBLIC:
        html = client.get(address, follow=True).content.decode()
        for wanted in ('"/rules/"', '"/lobby/"', '"/complaints/"', '"/responsible/"', "tel:1414"):
            assert wanted in html, (address, wanted)
    html = client.get("/rules/").content.decode()
    assert all(f'"/rules/{system}/"' in html for system in GAMES)


def test_AR_10_FR_R11_the_lobby_shows_minimum_and_maxima_before_anybody_sits(
    demo: None, client: Client
) -> None:
    """[AR-10] [FR-R11]"""
    html = client.get("/lobby/", headers={"accept-language": "pt"}).content.decode()
    assert (
        "0,50\N{NO-BREAK SPACE}€" in html
        and "15,00\N{NO-BREAK SPACE}€" in html
        and "270,00\N{NO-BREAK SPACE}€" in html
    )


def test_AR_30_FR_R31_the_demonstration_is_there_for_visitors_and_never_mistaken_for_money(
    demo: None, client: Client
) -> None:
    """[AR-30] [AR-31] [FR-R31] [FR-R32]"""
    html = client.get("/lobby/?money=DEMO", headers={"accept-language": "pt"}).content.decode()
    tiles = html[html.index('<ul class="tiles">') :]
    assert (
        'data-currency="DEMO"' in tiles
        and 'data-currency="EUR"' not in tiles
        and "€" not in tiles[: tiles.index("</ul>")]
    )
    assert client.get(f"/table/{Table.objects.filter(currency='DEMO').first().pk}/").status_code == 200


def test_AR_6e_FR_6e_a_tile_shows_the_last_numbers_with_their_colours(demo: None, client: Client) -> None:
    """[AR-6e] [FR-6e]"""
    Table.objects.filter(name="Lisboa").update(recent="17|0|32")
    shown = results(client.get("/lobby/?game=american-roulette&money=EUR", headers={"accept-language": "en"}))
    assert shown == [("17", "black", "black"), ("0", "green", "green"), ("32", "red", "red")]


@pytest.mark.parametrize(
    ("table", "recent", "shown"),
    [
        ("Coimbra", "20|BJ", [("20", "plain", "banca: 20"), ("BJ", "high", "banca: blackjack")]),
        ("Coimbra", "idle", [("–", "plain", "a banca não tirou cartas")]),
        ("Estoril", "P8-6pb|T7-7", [("P", "punto", "ponto 8 – 6"), ("E", "tie", "empate 7 – 7")]),
        (
            "Funchal",
            "folded|one-pair",
            [("Todos desistiram", "words", "Todos desistiram"), ("um par", "words", "Banca: um par")],
        ),
        ("Figueira", "flush 600", [("cor", "words", "Cor")]),
        ("Figueira", "last-in 300", [("sem mostrar cartas", "words", "Todos menos um desistiram")]),
    ],
)
def test_BJ_4c_a_tile_shows_the_last_results_of_the_bank_and_of_the_coups(
    demo: None, client: Client, table: str, recent: str, shown: list[tuple[str, str, str]]
) -> None:
    """[BJ-4c]"""
    Table.objects.filter(name=table).update(recent=recent)
    game = Table.objects.get(name=table).system
    assert results(client.get(f"/lobby/?game={game}&money=EUR", headers={"accept-language": "pt"})) == shown


@pytest.mark.parametrize("system", GAMES)
def test_a_tile_says_that_no_round_was_played_only_where_none_was(
    demo: None, client: Client, tmp_path: Path, system: str
) -> None:
    """[AR-6e] [FR-6e] [MS-12.1]"""
    tables = Table.objects.filter(system=system).order_by("pk")
    tables.exclude(pk=(table := tables[0]).pk).update(status="closed")
    assert (
        "No round played yet"
        in client.get(f"/lobby/?game={system}", headers={"accept-language": "en"}).content.decode()
    )
    room = LiveTable(tmp_path, table)
    players = players_with(100_000, 2, table.currency)
    room.sit(players[: 2 if GAMES[system].engine.between_players else 1])
    room.until("bets-opened")
    room.send((players[0], do(room.round, BETS[system])))
    if system == "holdem":
        room.send((players[1], do(room.round, BETS[system])))
    for _ in range(80):
        room.step()
        if not room.live.running:
            break
    live._cache.clear()
    page = client.get(f"/lobby/?game={system}", headers={"accept-language": "en"}).content.decode()
    tile = client.get("/lobby/live/", headers={"accept-language": "en"}).json()["tables"][str(table.pk)]
    assert "No round played yet" not in page and tile["progress"] == "Round 1"
    assert bool(tile["results"]) == (system != "macau-stud")


BETS: dict[str, dict[str, Any]] = {
    **dict.fromkeys(("american-roulette", "french-roulette"), {"t": "bet", "on": {"red": 1_000}}),
    "blackjack": {"t": "bet", "on": {"1": 1_000}},
    "baccarat": {"t": "bet", "on": {"punto": 1_000}},
    "holdem": {"t": "buy-in"},
    **dict.fromkeys(("caribbean-stud", "macau-stud"), {"t": "bet", "on": {"ante": 1_000}}),
}


def results(answer: HttpResponse) -> list[tuple[str, str, str]]:
    """The last results on the tiles: what is written, how it is marked, what is read aloud."""
    matches = re.findall(
        r'<li data-mark="(\w+)"[^>]*>([^<]+)<span class="hidden-text"> ([^<]+)</span>',
        answer.content.decode(),
    )
    return [(text, mark, aloud) for mark, text, aloud in matches]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("game=french-roulette", {"Sintra", "Évora"}),
        ("mode=individual", {"Aveiro", "Évora", "Tomar", "Espinho", "Horta"}),
    ],
)
def test_the_lobby_is_filtered(demo: None, client: Client, query: str, shown: set[str]) -> None:
    html = client.get(f"/lobby/?money=EUR&{query}").content.decode()
    assert set(TILE.findall(html)) == shown


def test_an_empty_lobby_says_so(demo: None, client: Client) -> None:
    Table.objects.update(status="closed")
    assert (
        "Nenhuma mesa corresponde a estes filtros"
        in client.get("/lobby/", headers={"accept-language": "pt"}).content.decode()
    )


def test_the_queries_of_the_lobby_do_not_depend_on_the_number_of_tables(
    demo: None, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(6):  # the last two: the next session, and what stops bets
        assert len(TILE.findall(client.get("/lobby/").content.decode())) > 10
    Table.objects.exclude(name="Coloane").update(status="closed")
    with django_assert_num_queries(6):
        assert TILE.findall(client.get("/lobby/").content.decode()) == ["Coloane"]


def test_U06_the_rules_page_says_the_exact_house_edge(demo: None, client: Client) -> None:
    american = client.get("/rules/american-roulette/", headers={"accept-language": "en"}).content.decode()
    french = client.get("/rules/french-roulette/", headers={"accept-language": "en"}).content.decode()
    # 1/37, 2/38, and half of 1/37 for even chances where zero gives half back: reckoned by hand.
    assert "2.70%" in american and "5.26%" in american and "1.35%" not in american
    assert "2.70%" in french and "1.35%" in french


def test_the_language_switch_works_without_scripts_and_is_kept(demo: None, client: Client) -> None:
    assert "Mesas" in client.get("/lobby/").content.decode()
    answer = client.post("/account/language/", {"language": "en", "next": "/lobby/?mode=individual"})
    assert answer.status_code == 302 and answer["Location"] == "/lobby/?mode=individual"
    assert "For money" in client.get("/lobby/").content.decode()


def test_the_language_switch_leads_nowhere_else(demo: None, client: Client) -> None:
    answer = client.post("/account/language/", {"language": "en", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


@pytest.mark.parametrize(
    ("address", "status"), [("/nope/", 404), ("/table/999999/", 404), ("/rules/poker/", 404)]
)
def test_a_missing_page_has_a_friendly_404(demo: None, client: Client, address: str, status: int) -> None:
    answer = client.get(address, headers={"accept-language": "pt"})
    assert answer.status_code == status and "Página não encontrada" in answer.content.decode()


def test_a_form_without_its_protection_is_explained(demo: None) -> None:
    answer = Client(enforce_csrf_checks=True).post(
        "/account/language/", {"language": "en"}, headers={"accept-language": "pt"}
    )
    assert answer.status_code == 403 and "A página expirou" in answer.content.decode()


def test_a_fault_of_the_house_has_a_page_that_needs_no_database() -> None:
    answer = server_error(RequestFactory().get("/lobby/"))
    assert answer.status_code == 500 and "Feltro" in answer.content.decode()
    response = server_error(RequestFactory().get("/api/v1/lobby/"))
    assert (
        response.status_code == 500
        and response["Content-Type"].startswith("application/")
        and "broken" in response.content.decode()
    )

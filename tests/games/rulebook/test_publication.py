"""What the operator publishes about its games: the specific rules as text, field by field, and the limits
of the tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from msgspec import structs

from games.catalogue import GAMES
from games.catalogue.labels import percentage
from games.lobby.selectors import lobby_tables
from games.models import RuleSheet, Table
from games.rulebook import publication
from games.rulebook.house_edges import published_cases
from players.shared.money import format_money
from players.shared.number_formats import SPACE
from players.wallet import ledger
from tests import live_table

SHEETS: dict[str, dict[str, Any]] = {
    **{system: {} for system in ("blackjack", "baccarat")},
    "holdem": {"system": "holdem"},
    "caribbean-stud": {"system": "caribbean-stud"},
    "macau-stud": {"system": "macau-stud"},
    "american-roulette": {
        "system": "american-roulette",
        "zero_option": "lose-all",
        "variants": ["37", "38"],
        "calls": ["voisins"],
    },
    "french-roulette": {
        "system": "french-roulette",
        "zero_option": "en-prison",
        "variants": ["FR"],
        "calls": ["voisins", "finals"],
    },
}
SETTINGS: dict[str, dict[str, Any]] = {
    "american-roulette": {"variant": "37", "minimum": 50},
    "french-roulette": {"variant": "FR", "minimum": 50},
    "blackjack": {"minimum": 100, "maximum": 10_000},
    "baccarat": {"variant": "punto-banco", "minimum": 100},
    "holdem": {"minimum": 100, "small_blind": 50, "buy_in": 10_000, "rebuys": [10_000]},
    "caribbean-stud": {"minimum": 100, "maximum": 2_500},
    "macau-stud": {"minimum": 100, "maximum": 2_500},
}
# Fields of a sheet that say nothing of that one of its systems.
ELSEWHERE = {
    "american-roulette": {"system", "second_zero", "calls"},
    "caribbean-stud": {"system", "dealings", "house_maximum", "jackpot"},
    "macau-stud": {"system", "cor"},
}
OTHERS: dict[str, Any] = {
    "decks": [6],
    "modes": ["multiple"],
    "variants": ["38"],
    "zero_option": "la-partage",
    "second_zero": "stays",
    "calls": ["tiers"],
    "max_times": 20,
    "split_limit": None,
    "commissions": ["none"],
    "charged": "all-prizes",
    "pair_cap": "together",
    "commission": "buy-in",
    "limits": ["pot-limit"],
    "regimes": ["session"],
    "least_raise": "last-raise",
    "entry": "free",
    "showdown": "unbeaten",
    "cor": "colour",
    "dealings": ["shuffler"],
    "draw": {"beacon": "quicknet"},
}


def sheet_of(system: str, **changes: Any) -> Any:
    return msgspec.convert({**SHEETS[system], **changes}, GAMES[system].engine.sheet_type, strict=False)


def other(system: str, field: str, value: Any) -> Any:
    """Something else that a field of that sheet may say."""
    match field, value:
        case "inactivity", _:
            return {"invited_after_seconds": 240, "invited_after_rounds": 7}
        case "max_times", structs_value if not isinstance(structs_value, int):
            return {"baccarat": {"tie": 10}}.get(system, {"straight": 20})
        case "variants", _:
            return {"baccarat": ["macau"], "french-roulette": ["FR", "37"]}.get(system, OTHERS[field])
        case _, bool():
            return not value
        case _, int() if field not in OTHERS:
            return value + 1
    return OTHERS[field]


def fields() -> Iterator[tuple[str, str]]:
    for system in GAMES:
        for field in structs.fields(GAMES[system].engine.sheet_type):
            if field.name not in ELSEWHERE.get(system, {"system"}):
                yield system, field.name


@pytest.mark.parametrize(("system", "field"), list(fields()))
def test_BJ_16_whatever_a_sheet_says_its_page_says(system: str, field: str) -> None:
    """A change of any field is a change of the words, in both languages.  [BJ-P4] [PB-P4] [CS-P4]"""
    sheet = sheet_of(system)
    changed = sheet_of(system, **{field: other(system, field, getattr(sheet, field))})
    for language in ("pt-pt", "en"):
        with translation.override(language):
            before, after = GAMES[system].sheet.facts(sheet), GAMES[system].sheet.facts(changed)
        assert before != after
        assert {fact.field.partition(".")[0] for fact in before} >= {field}


@pytest.mark.parametrize("system", GAMES)
def test_every_name_and_every_value_is_in_the_language_of_the_reader(system: str) -> None:
    texts = {}
    for language in ("pt-pt", "en"):
        with translation.override(language):
            texts[language] = {
                word
                for fact in GAMES[system].sheet.facts(sheet_of(system))
                for word in (fact.name, fact.value)
            }
    assert {word for word in texts["pt-pt"] & texts["en"] if any(map(str.isalpha, word))} <= {
        "Zero",
        "ponto e banca, Macau",
    }


@pytest.mark.parametrize("system", GAMES)
def test_the_rules_beside_a_choice_are_rules_of_that_game(system: str) -> None:
    from games.rulebook.trace import load_matrix

    known = {rule.id for rule in load_matrix() if rule.system == system}
    assert {
        rule_id for fact in GAMES[system].sheet.facts(sheet_of(system)) for rule_id in fact.rules
    } <= known


@pytest.fixture
def published(db: None) -> Iterator[None]:
    before = live_table.SHEETS
    live_table.SHEETS = SHEETS
    yield
    live_table.SHEETS = before


def opened(system: str, **setting: Any) -> Table:
    live_table.sheet_in_force(system)
    table = Table.objects.create(name=f"Mesa {system}", system=system, currency="EUR")
    live_table.setting_change(table, **SETTINGS[system], **setting)
    return table


@pytest.mark.parametrize("system", GAMES)
def test_BJ_10_PB_14_CS_17_the_limits_of_every_table_are_told_before_anybody_sits(
    published: None, system: str
) -> None:
    """[BJ-10] [BJ-32] [PB-14] [PB-32] [CS-17] [CS-38]"""
    table = opened(system)
    (limits,) = publication.tables(RuleSheet.objects.get(system=system, status="in-force"))
    assert (limits.table, limits.mode) == (table, "multiple")
    assert limits.amounts[1 if system == "holdem" else 0].cents == SETTINGS[system]["minimum"]


def test_PB_40_PB_41_a_macau_table_has_no_limit_but_the_one_of_its_prizes(published: None) -> None:
    opened("baccarat")
    macau = Table.objects.create(name="Mesa Macau", system="baccarat", currency="EUR")
    live_table.setting_change(macau, variant="macau", minimum=100, prize_cap=100_000)
    punto_banco, free = publication.tables(RuleSheet.objects.get(system="baccarat", status="in-force"))
    assert [amount.cents for amount in punto_banco.amounts] == [100, 7_000, 1_500, 800, None]
    assert [amount.cents for amount in free.amounts] == [100, None, None, None, 100_000]


def test_U06_the_house_edge_of_baccarat_and_of_the_studs_is_the_exact_one(published: None) -> None:
    live_table.sheet_in_force("baccarat", decks=[8])
    edges = publication.edges(RuleSheet.objects.get(system="baccarat", status="in-force"))
    assert edges is not None
    # Eight packs: the trade's figures, 1.2351 % and 1.0579 % (5 %), 14.3596 %.
    kept = {bet.name: [round(float(edge) * 100, 4) for edge in bet.edges] for bet in edges.bets}
    assert (
        kept["Ponto"] == [1.2351]
        and kept["Empate"] == [14.3596]
        and kept["Banca, comissão de 5 %"] == [1.0579]
    )
    live_table.sheet_in_force("caribbean-stud")
    (ante,) = publication.edges(RuleSheet.objects.get(system="caribbean-stud", status="in-force")).bets
    assert ante.edges == (Fraction(7231756354, 138425211925),)


def test_BJ_P3_PB_P3_CS_P3_without_a_sheet_in_force_no_table_is_offered(published: None, client: Any) -> None:
    """[AR-P3] [FR-P3] [BJ-P3] [PB-P3] [CS-P3]"""
    for system in GAMES:
        table = opened(system)
        RuleSheet.objects.filter(system=system).update(status="draft")
        assert lobby_tables(system=system) == []
        assert client.get(f"/table/{table.pk}/").status_code == 404


def test_a_share_below_nothing_is_the_players() -> None:
    shown = {}
    for language in ("pt-pt", "en"):
        with translation.override(language):
            shown[language] = [percentage(Fraction(figure, 100_000)) for figure in (-1235, -2, 0, 1235, 2705)]
    assert shown["en"] == ["−1.24%", "0.00%", "0.00%", "1.24%", "2.71%"]
    assert shown["pt-pt"][0] == f"−1,24{SPACE}%"


def test_BJ_P4_every_version_stays_with_its_dates_its_reference_and_what_it_changed(
    published: None, client: Any
) -> None:
    """[AR-P4] [FR-P4] [BJ-P4] [PB-P4] [CS-P4] [HE-P4]"""
    live_table.sheet_in_force("baccarat")
    live_table.sheet_in_force("baccarat", commissions=["b"])
    newest, first = publication.versions("baccarat")
    assert (
        (newest.sheet.version, first.sheet.version) == (2, 1)
        and newest.until is None
        and first.until == newest.sheet.since
    )
    assert first.is_first and newest.changed is not None and len(newest.changed) == 1
    (line,) = newest.changed
    assert "5" in line.before and line.after == next(
        fact.value for fact in newest.facts if fact.name == line.name
    )
    for language in ("pt-pt", "en"):
        for address in ("/rules/baccarat/", "/rules/baccarat/1/", "/rules/baccarat/2/"):
            page = client.get(address, headers={"accept-language": language}).content.decode()
            assert "DEMO-1" in page or address.endswith("2/"), address
            assert "R-1" in page or address.endswith("1/"), address
    heading = client.get("/rules/baccarat/1/").context["game"]  # [PB-P4]
    assert heading == GAMES["baccarat"].name
    assert (
        client.get("/rules/baccarat/3/").status_code == 404
        and client.get("/rules/chess/1/").status_code == 404
    )


def test_P4_a_page_of_rules_asks_as_often_with_twenty_versions_as_with_two(
    published: None, client: Any, django_assert_max_num_queries: Any
) -> None:
    query_counts = []
    for count in (2, 6):
        while RuleSheet.objects.filter(system="baccarat").count() < count:
            live_table.sheet_in_force(
                "baccarat", resume_within=60 + RuleSheet.objects.filter(system="baccarat").count()
            )
            opened_one = Table.objects.create(
                name=f"Mesa {RuleSheet.objects.count()}", system="baccarat", currency="EUR"
            )
            live_table.setting_change(opened_one, **SETTINGS["baccarat"])
        client.get("/rules/baccarat/")
        with django_assert_max_num_queries(12) as queries:
            client.get("/rules/baccarat/")
        query_counts.append(len(queries))
    assert query_counts[0] == query_counts[1]


def test_U06_the_edges_of_blackjack_are_published_once_they_are_counted(published: None, client: Any) -> None:
    """[BJ-P4]"""
    from games.rulebook.house_edges import get_edges

    sheet = live_table.sheet_in_force("blackjack", decks=[4], insurance=False, split_limit=0)
    edges = publication.edges(sheet)
    assert edges is not None and edges.pending
    assert (
        "a ser calculadas"
        in client.get("/rules/blackjack/", headers={"accept-language": "pt-pt"}).content.decode()
    )
    get_edges("blackjack", publication.sheet_of(sheet), sheet.digest, {"decks": 4})
    edges = publication.edges(sheet)
    assert edges is not None and not edges.pending and edges.heads == ("4 baralhos",) and len(edges.bets) == 1
    assert (
        percentage(edges.bets[0].edges[0])
        in client.get("/rules/blackjack/", headers={"accept-language": "pt-pt"}).content.decode()
    )


def test_the_same_is_published_as_data(published: None, client: Any) -> None:
    live_table.sheet_in_force("baccarat", decks=[8])
    live_table.sheet_in_force("baccarat", decks=[8], commissions=["a"])
    data = client.get("/api/v1/rules/baccarat/").json()
    assert [entry["version"] for entry in data["versions"]] == [2, 1] and data["versions"][0]["until"] is None
    assert {"share": "241149546272/19524993263685"}.items() <= data["edges"][0].items()
    version = client.get("/api/v1/rules/baccarat/1/").json()
    assert version["rules"]["commissions"] == ["none", "a", "b"] and version["changed"] == []
    (line,) = client.get("/api/v1/rules/baccarat/2/").json()["changed"]
    assert line["before"] != line["after"]
    assert client.get("/api/v1/rules/baccarat/9/").status_code == 404


def test_the_edges_of_holdem_are_those_of_its_tables(published: None) -> None:
    """A figure is published only for blinds that an open table has."""
    blinds = {"minimum": 700, "small_blind": 300, "buy_in": 70_000, "rebuys": [70_000]}
    live_table.table_open("holdem", **blinds)
    sheet = RuleSheet.objects.get(system="holdem", status="in-force")
    cases = published_cases("holdem", publication.sheet_of(sheet))
    settings = [
        msgspec.json.decode(table.setting.data)
        for table in Table.objects.filter(system="holdem", currency="EUR")
        if table.setting
    ]
    assert {case["minimum"] for case in cases} == {setting["minimum"] for setting in settings} >= {700}


@pytest.mark.parametrize(
    ("language", "terms"),
    [
        ("en", "depends on the jackpot, now {}"),
        ("pt-pt", "conforme o jackpot, agora {}"),
        ("es", "según el bote, ahora {}"),
    ],
)
def test_MS_10_1_the_edge_of_the_jackpot_bet_is_that_of_the_present_pot(
    published: None, client: Any, language: str, terms: str
) -> None:
    """[MS-10.1] [MS-10.2]"""
    table = live_table.table_open("macau-stud")
    jackpot = msgspec.json.decode(table.setting.data)["jackpot"]
    page = client.get("/rules/macau-stud/", headers={"accept-language": language}).content.decode()
    with translation.override(language):
        assert escape(terms.format(format_money(jackpot["minimum"], "EUR"))) in page
    assert table.name in page


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "No table of this game is open for money now"),
        ("pt-pt", "não há nenhuma mesa deste jogo aberta a dinheiro"),
        ("es", "no hay ninguna mesa de este juego abierta con dinero"),
    ],
)
def test_without_a_table_the_page_publishes_no_blinds_and_says_so(
    published: None, client: Any, language: str, sentence: str
) -> None:
    """[HE-P4] On the page of the game, on that of a version, and in the API."""
    live_table.table_open("holdem")
    sheet = RuleSheet.objects.get(system="holdem", status="in-force")
    addresses = ("/rules/holdem/", f"/rules/holdem/{sheet.version}/")
    pages = [
        client.get(address, headers={"accept-language": language}).content.decode() for address in addresses
    ]
    assert [sentence in page for page in pages] == [False, False], "a table is open"
    Table.objects.filter(system="holdem").update(status="closed")
    assert published_cases("holdem", publication.sheet_of(sheet)) == []
    for address in addresses:
        page = client.get(address, headers={"accept-language": language}).content.decode()
        edges = page.partition('id="chances"')[2].partition("</section>")[0]
        assert sentence in edges and "<table" not in edges and not re.search(r"\d,\d\d|\d\.\d\d|%", edges)
    assert client.get("/api/v1/rules/holdem/").json()["edges"] == []


def test_the_jackpot_bet_has_its_edge_by_what_the_pot_holds(published: None) -> None:
    """[MS-10.1] [MS-10.2]"""
    table = live_table.table_open("macau-stud", name="Coloane")
    sheet = RuleSheet.objects.get(system="macau-stud", status="in-force")
    with translation.override("en"):
        bets = publication.edges(sheet).bets
    jackpot_bet = next(bet for bet in bets if "Coloane" in bet.name)
    assert "Jackpot bet" in jackpot_bet.name and "5,000" in jackpot_bet.prize
    poor = jackpot_bet.edges[0]
    pot = ledger.open_ledger_account(kind="jackpot", currency="EUR", table=table.pk)
    ledger.post(
        [
            ledger.Move(
                uuid4(),
                "jackpot-fill",
                ledger.open_ledger_account(kind="bank", currency="EUR", table=table.pk),
                pot,
                "EUR",
                2_000_000,
            )
        ]
    )
    rich = next(bet for bet in publication.edges(sheet).bets if "Coloane" in bet.name).edges[0]
    assert 0 < poor < 1 and rich < poor, "the more the pot holds, the less the house and the pot keep"


# The regulations' own figures: AR-13a-i, FR-R14a-i, BJ-25i with the prize of the hand, PB-24, CS-12a, MS-9.5.
GREATEST = {
    "american-roulette": 35, "french-roulette": 35, "blackjack": 4, "baccarat": 11, "holdem": None,
    "caribbean-stud": 100, "macau-stud": 100,
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_903_B_6_1_6_9_the_greatest_prize_of_a_unit_is_on_the_page(client: Client, system: str) -> None:
    sheet = live_table.sheet_in_force(system)
    assert publication.greatest_prize(sheet) == str(GREATEST[system] or "")
    page = client.get(reverse("rules-of", args=[system]), headers={"accept-language": "en"}).content.decode()
    says = f"The highest prize for a stake of €1 is €{GREATEST[system]}," in page
    assert says == (GREATEST[system] is not None)
    assert ("The house pays no prize" in page) != says


def test_903_B_6_1_6_9_the_greatest_prize_follows_the_sheet() -> None:
    assert GAMES["blackjack"].greatest_prize(sheet_of("blackjack", special_prizes=True)) == 4
    assert GAMES["blackjack"].greatest_prize(sheet_of("blackjack", special_prizes=False)) == 2
    pairs = {offered: sheet_of("baccarat", pairs=offered) for offered in (True, False)}
    assert [GAMES["baccarat"].greatest_prize(pairs[offered]) for offered in (True, False)] == [11, 8]


@pytest.mark.django_db
@pytest.mark.parametrize("system", GAMES)
def test_903_B_6_1_2_2_players_read_whether_they_influence_the_result(client: Client, system: str) -> None:
    """A game in which players act between their bets and the result has commands for it."""
    live_table.sheet_in_force(system)
    page = client.get(reverse("rules-of", args=[system]), headers={"accept-language": "en"}).content.decode()
    decides = "what you decide can change what you win" in page
    assert decides != ("chance alone decides" in page)
    assert decides == (system not in ("american-roulette", "french-roulette", "baccarat"))

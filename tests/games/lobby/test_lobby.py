"""The lobby: live data, filters, favourites, scheduled sessions, several tables in one window."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from django.utils.html import escape

from games.catalogue import GAMES
from games.lobby import live
from games.lobby.selectors import lobby_tables
from games.models import Favourite, Table
from games.rules.roulette.layout import WHEELS
from players.models import Person, Player, PlaySession
from players.shared.money import format_money
from players.wallet.ledger import Move, open_ledger_account, post
from players.wallet.models import Account
from tests.games.lobby.wheel_drawing import FOLDER, wheel_drawing
from tests.live_table import players_with, table_open

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
TILE = re.compile(r'class="tile-name"><a href="/table/\d+/">([^<]+)')


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    live._cache.clear()


def tiles(client: Client, query: str = "", language: str = "pt-pt") -> list[str]:
    return TILE.findall(
        client.get(f"/lobby/?{query}", headers={"accept-language": language}).content.decode()
    )


def live_data(client: Client, name: str, language: str = "pt-pt") -> Any:
    live._cache.clear()
    data = json.loads(client.get("/lobby/live/", headers={"accept-language": language}).content)["tables"]
    return data.get(str(Table.objects.get(name=name).pk))


def played(player: Player, name: str) -> None:
    """A session of the player that has ended."""
    table = Table.objects.get(name=name)
    PlaySession.objects.create(
        player=player, table=table.pk, table_name=name, system=table.system, currency=table.currency,
        started=timezone.now(), ended=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def ana(demo: None, client: Client) -> Player:
    player = Player.objects.get(alias="Ana")
    client.force_login(Person.objects.get(pk=player.person_id), backend=BACKEND)
    return player


# --- what moves


def test_live_data_has_seats_queue_results_and_state(demo: None, client: Client) -> None:
    nothing = {"house": "", "queue": "", "jackpot": "", "results": [], "progress": "Ainda sem jogadas"}
    nothing |= {"phase": "Pronta a começar", "until": 0, "seated": 0, "turn": "0.000", "marks": []}
    assert live_data(client, "Lisboa") == {"state": "0 de 40 sentados", "open": True, **nothing}
    Table.objects.filter(name="Lisboa").update(seated=40, waiting=2, recent="17|0")
    data = live_data(client, "Lisboa", "en")
    assert (data["state"], data["queue"], data["open"]) == (
        "40 of 40 seated",
        "2 players are waiting for a seat",
        False,
    )
    assert data["results"][1] == {"text": "0", "mark": "green", "description": "green"}
    Table.objects.filter(name="Lisboa").update(status="held")
    assert live_data(client, "Lisboa")["state"] == "Suspensa"
    Table.objects.filter(name="Lisboa").update(status="closed")
    assert live_data(client, "Lisboa") is None, "a closed table is not listed"


def test_the_live_line_says_what_happens_and_until_when(demo: None, client: Client) -> None:
    due = timezone.now() + timedelta(seconds=12)
    Table.objects.filter(name="Lisboa").update(seated=1, phase="bets", due=due)
    data = live_data(client, "Lisboa", "en")
    assert data["phase"] == "Bets open" and data["until"] == round(due.timestamp() * 1000)
    now = json.loads(client.get("/lobby/live/", headers={"accept-language": "en"}).content)["now"]
    assert 0 < data["until"] - now <= 12_000, "the response says what time it is at the server"
    page = client.get("/lobby/?game=american-roulette&money=EUR", headers={"accept-language": "en"})
    assert re.search(r'data-live="clock" data-until="\d{13}"> · 1[01] s<', page.content.decode())
    for phase, text in (
        ("choice", "Players decide"),
        ("house", "Round in play"),
        ("rest", "Next round soon"),
    ):
        Table.objects.filter(name="Lisboa").update(phase=phase)
        data = live_data(client, "Lisboa", "en")
        assert (data["phase"], data["until"]) == (text, 0)
    Table.objects.filter(name="Lisboa").update(phase="bets", status="held")
    data = live_data(client, "Lisboa", "en")
    assert (data["state"], data["phase"], data["until"]) == ("On hold", "", 0)


def test_the_faces_are_drawn_from_the_live_data(demo: None, client: Client) -> None:
    Table.objects.filter(name="Lisboa").update(recent="28|0")
    Table.objects.filter(name="Taipa").update(recent="P8-3|B6-7|T5-5")
    Table.objects.filter(name="Figueira").update(seated=2)
    assert live_data(client, "Lisboa")["turn"] == "9.729", "28 follows 0 on the wheel of 37 numbers"
    assert live_data(client, "Taipa")["marks"][:4] == ["tie", "banco", "punto", ""]
    assert live_data(client, "Figueira")["seated"] == 2
    page = client.get("/lobby/", headers={"accept-language": "en"}).content.decode()
    assert 'data-live="turn" transform="rotate(9.729 60 60)"' in page
    assert page.count('class="face-seat"') >= 6 and page.count(" data-taken") == 2
    assert '<li data-result data-mark="banco">' in page


@pytest.mark.parametrize("variant", WHEELS)
def test_the_still_wheels_are_those_of_the_engine(variant: str) -> None:
    assert (FOLDER / f"{variant.lower()}.svg").read_text() == wheel_drawing(variant)


def test_groups_stand_in_one_order(ana: Player, client: Client) -> None:
    """Own seats, favourites, played lately, money for who has some, free play."""
    favourite, seat = Table.objects.get(name="Póvoa"), Table.objects.get(name="Porto")
    client.post(f"/lobby/favourites/{favourite.pk}/", {"keep": "1"})
    PlaySession.objects.create(
        player=ana,
        table=seat.pk,
        table_name=seat.name,
        system=seat.system,
        currency="EUR",
        started=timezone.now(),
    )
    for name in ("Estoril", "Sintra", "Estoril", "Póvoa"):
        played(ana, name)
    page = client.get("/lobby/").content.decode()
    assert re.findall(r'data-group="(\w+)"', page) == ["seats", "favourites", "played", "EUR", "DEMO"]
    names = tiles(client)
    assert names[:4] == ["Porto", "Póvoa", "Estoril", "Sintra"] and len(names) == len(set(names)) > 20


def test_free_play_stands_first_for_who_has_no_money(ana: Player, client: Client) -> None:
    def groups() -> list[str]:
        return re.findall(r'data-group="(\w+)"', client.get("/lobby/").content.decode())

    assert groups() == ["EUR", "DEMO"]
    Account.objects.filter(player=ana, kind=Account.Kind.WALLET, currency="EUR").update(balance=0)
    assert groups() == ["DEMO", "EUR"]
    client.logout()
    assert groups() == ["favourites", "DEMO", "EUR"], "a visitor's favourites are filled by the browser"


def test_the_tables_played_lately_are_few_and_a_player_s_own(ana: Player, client: Client) -> None:
    for name in ("Lisboa", "Porto", "Estoril", "Sintra", "Coimbra"):
        played(ana, name)
    assert tiles(client)[:5] == ["Coimbra", "Sintra", "Estoril", "Porto", "Lisboa"], "the fifth is one of all"
    groups = client.get("/lobby/").context["groups"]
    assert [tile.table.name for tile in dict(groups)["played"]] == ["Coimbra", "Sintra", "Estoril", "Porto"]
    client.force_login(Person.objects.get(player__alias="Bruno"), backend=BACKEND)
    assert dict(client.get("/lobby/").context["groups"])["played"] == []


def test_the_variant_stands_in_the_name_and_demonstration_in_one_heading(demo: None, client: Client) -> None:
    with translation.override("en"):
        games = {tile.table.name: tile.game for tile in lobby_tables()}
    assert games["Taipa"] == "Ponto e banca Macau" and games["Estoril"] == "Ponto e banca"
    assert games["Porto"] == "American roulette with double zero" and games["Lisboa"] == "American roulette"
    page = client.get("/lobby/", headers={"accept-language": "en"}).content.decode()
    for name, game in games.items():
        assert f">{name}</a></h3>" in page and f'<p class="tile-game">{escape(game)}' in page
    main = page.split("<main")[1].split("</main>")[0].split("data-lobby")[1]
    assert "emonstration" not in main and main.count(">Play free<") == 1


@pytest.mark.parametrize(
    ("table", "pt", "en"),
    [
        ("Lisboa", "0,50–270,00 €", "€0.50–€270.00"),
        ("Taipa", "desde 1,00 €", "from €1.00"),
        ("Figueira", "0,50–1,00 €", "€0.50–€1.00"),
        ("Alfama", "0,50–270,00 créditos", "0.50–270.00 credits"),
    ],
)
def test_AR_10_a_row_has_the_limits_in_one_line(
    demo: None, client: Client, table: str, pt: str, en: str
) -> None:
    """[AR-10] [FR-R11]"""
    for language, line in (("pt-pt", pt), ("en", en)):
        page = client.get("/lobby/", headers={"accept-language": language}).content.decode()
        number = Table.objects.get(name=table).pk
        tile = page.split(f'data-table="{number}"')[1]
        shown = re.search(r'class="tile-limits">([^<]*)<', tile)
        assert shown is not None and shown[1].replace("\N{NO-BREAK SPACE}", " ") == line


def test_the_lobby_needs_as_many_queries_for_one_game_as_for_all(demo: None, client: Client) -> None:
    def queries(query: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/lobby/?{query}")
        return len(captured)

    queries("")  # what is cached is read
    assert queries("") == queries("game=holdem&money=EUR&stake=200")


def test_a_chip_of_a_game_keeps_the_other_filters(demo: None, client: Client) -> None:
    page = client.get(
        "/lobby/?game=holdem&money=EUR&free=1", headers={"accept-language": "en"}
    ).content.decode()
    assert 'href="/lobby/?game=blackjack&amp;money=EUR&amp;free=1"' in page
    assert 'href="/lobby/?game=holdem&amp;money=EUR&amp;free=1" aria-current="true"' in page
    assert 'Filters <span class="count">2</span>' in page


def test_the_page_and_the_live_data_agree(demo: None, client: Client) -> None:
    Table.objects.filter(name="Figueira").update(seated=6, waiting=1)
    page = client.get("/lobby/?game=holdem&money=EUR", headers={"accept-language": "pt"}).content.decode()
    data = live_data(client, "Figueira")
    assert (
        f">{data['state']}<" in page
        and f">{data['queue']}<" in page
        and data["queue"] == "1 jogador à espera de lugar"
    )


def test_a_full_table_offers_to_watch_and_not_to_sit_down(ana: Player, client: Client) -> None:
    def offered() -> str:
        page = client.get("/lobby/?game=american-roulette&money=EUR", headers={"accept-language": "en"})
        number = Table.objects.get(name="Lisboa").pk
        tile = page.content.decode().split(f'data-table="{number}"')[1].split("</li>\n<li")[0]
        return re.search(r'data-live="way"[^>]*>([^<]*)<', tile)[1]

    assert offered() == "Sit down"
    Table.objects.filter(name="Lisboa").update(seated=40)
    assert offered() == "Watch"


def test_G15_the_lobby_shows_the_current_meter_of_a_jackpot(demo: None, client: Client) -> None:
    """[MS-1.4] [MS-10.8b]"""
    table = Table.objects.select_related("setting").get(name="Coloane")
    terms = msgspec.json.decode(table.setting.data)["jackpot"]
    assert live_data(client, "Coloane")["jackpot"] == format_money(
        terms["minimum"], "EUR", language="pt-pt"
    ), "where the pot begins"
    meter = Account.objects.get(kind=Account.Kind.JACKPOT, table=table.pk)
    house = open_ledger_account(kind=Account.Kind.BANK, currency="EUR", table=table.pk)
    post(
        [
            Move(
                id=uuid4(),
                kind="jackpot-contribution",
                source=house,
                target=meter.pk,
                currency="EUR",
                cents=terms["minimum"] + 80,
            )
        ]
    )
    live._cache.clear()
    assert live_data(client, "Coloane")["jackpot"] == format_money(
        terms["minimum"] + 80, "EUR", language="pt-pt"
    )
    assert 'data-live="jackpot"' in client.get("/lobby/?game=macau-stud").content.decode()


def test_the_queue_is_counted_at_its_table(db: None, tmp_path: Any) -> None:
    from uuid import uuid4

    from games.tables.transport import protocol
    from tests.live_table import LiveTable

    room = LiveTable(tmp_path, table_open("holdem", seats=2))
    people = players_with(50_000, 4)
    room.send(*((player, protocol.Sit(uuid4())) for player in people[:2]))
    room.send(*((player, protocol.JoinQueue(uuid4())) for player in people[2:]))
    room.table.refresh_from_db()
    assert (room.table.seated, room.table.waiting) == (2, 2)
    room.send((people[2], protocol.LeaveQueue(uuid4())))
    room.table.refresh_from_db()
    assert room.table.waiting == 1


# --- search and filters


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "stake=100&money=EUR&mode=multiple",
            {"Lisboa", "Porto", "Sintra", "Estoril", "Taipa", "Figueira", "Funchal", "Coloane"},
        ),
        ("stake=more&money=EUR", set()),
        ("stake=500&game=holdem&money=EUR", {"Figueira", "Póvoa"}),
        ("stake=200&game=holdem&money=EUR", {"Figueira"}),
        ("language=en&game=blackjack&money=EUR", {"Coimbra", "Tomar"}),
        ("game=holdem&money=DEMO", {"Buarcos"}),
    ],
)
def test_tables_are_filtered_by_limits_language_game_and_money(
    demo: None, client: Client, query: str, expected: set[str]
) -> None:
    assert set(tiles(client, query)) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("povoa", {"Póvoa"}),
        ("  ÉVO ", {"Évora"}),
        ("macau", {"Taipa", "Coloane", "Cotai"}),
        ("duplo zero", {"Porto"}),
        ("nowhere", set()),
        ("%00<b>", set()),
    ],
)
def test_tables_are_found_by_their_name_or_game(
    demo: None, client: Client, name: str, expected: set[str]
) -> None:
    assert set(tiles(client, urlencode({"name": name}))) == expected
    page = client.get("/lobby/", {"name": name, "money": "EUR"}).content.decode()
    assert f'value="{escape(name.strip())}"' in page, "what was typed stays"
    assert f"game=holdem&amp;money=EUR&amp;{escape(urlencode({'name': name.strip()}))}" in page


def test_a_long_name_is_cut_and_breaks_nothing(demo: None, client: Client) -> None:
    assert tiles(client, urlencode({"name": "x" * 5000 + "\0"})) == []


def test_tables_are_sorted_by_their_minimum(demo: None, client: Client) -> None:
    def minima(query: str) -> list[int]:
        groups = client.get(f"/lobby/?{query}").context["groups"]
        return [int(tile.setting.minimum) for _name, tiles in groups for tile in tiles]

    assert minima("money=EUR&sort=minimum") == sorted(minima("money=EUR")) != minima("money=EUR")
    page = client.get("/lobby/?game=holdem&money=EUR").content.decode()
    assert 'href="/lobby/?game=holdem&amp;money=EUR&amp;sort=minimum"' in page
    page = client.get("/lobby/?game=holdem&money=EUR&sort=minimum").content.decode()
    assert 'class="lobby-order" href="/lobby/?game=holdem&amp;money=EUR" aria-current="true"' in page


def test_tables_are_filtered_by_free_seat(demo: None, client: Client) -> None:
    Table.objects.filter(name="Figueira").update(seated=6)
    Table.objects.filter(name="Póvoa").update(waiting=1)
    assert tiles(client, "game=holdem&money=EUR&free=1") == []
    assert tiles(client, "game=holdem&money=EUR") == ["Figueira", "Póvoa"]


@pytest.mark.parametrize(
    "query",
    [
        "game=poker",
        "sort=name",
        "stake=-1",
        "stake=1e9",
        "language=xx",
        "money=USD",
        "mode=%00",
        "t=x",
        "free=maybe",
    ],
)
def test_unknown_filter_values_are_ignored(demo: None, client: Client, query: str) -> None:
    assert tiles(client, query) == tiles(client)


def test_the_form_shows_the_chosen_filters(demo: None, client: Client) -> None:
    html = client.get("/lobby/?stake=200&language=en&free=1").content.decode()
    assert '<option value="200" selected>' in html and '<option value="en" selected>' in html
    assert 'name="free" value="1" checked' in html


# --- favourites


def test_favourites_are_stored_and_listed_first(ana: Player, client: Client) -> None:
    table = Table.objects.get(name="Póvoa")
    answer = client.post(f"/lobby/favourites/{table.pk}/", {"keep": "1", "next": "/lobby/?game=holdem"})
    assert answer.status_code == 302 and answer["Location"] == "/lobby/?game=holdem"
    assert tiles(client, "game=holdem&money=EUR") == ["Póvoa", "Figueira"]
    assert tiles(client, "favourites=1") == ["Póvoa"]
    client.post(f"/lobby/favourites/{table.pk}/", {"keep": "1"})
    assert Favourite.objects.filter(player=ana).count() == 1, "twice is once"
    data = client.post(
        f"/lobby/favourites/{table.pk}/", {"keep": "0"}, headers={"accept": "application/json"}
    )
    assert data.json() == {"kept": False} and not Favourite.objects.exists()


def test_a_favourite_is_one_persons_own(ana: Player, client: Client) -> None:
    table = Table.objects.get(name="Póvoa")
    client.post(f"/lobby/favourites/{table.pk}/", {"keep": "1"})
    other = Client()
    other.force_login(Person.objects.get(player__alias="Bruno"), backend=BACKEND)
    assert tiles(other, "favourites=1") == []


def test_a_favourite_leads_nowhere_else_and_is_of_a_table_that_is_there(ana: Player, client: Client) -> None:
    table = Table.objects.get(name="Póvoa")
    answer = client.post(
        f"/lobby/favourites/{table.pk}/", {"keep": "1", "next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/lobby/"
    assert client.post("/lobby/favourites/999999/", {"keep": "1"}).status_code == 404
    assert client.get(f"/lobby/favourites/{table.pk}/").status_code == 405
    assert (
        Client()
        .post(f"/lobby/favourites/{table.pk}/", {"keep": "1"})["Location"]
        .startswith("/account/sign-in/")
    )


# --- several tables in one window


def test_a_window_holds_tables_of_any_games_for_one_kind_of_money(demo: None, client: Client) -> None:
    ids = dict(Table.objects.values_list("name", "pk"))
    facts = window(client, "".join(f"t={ids[name]}&" for name in ("Póvoa", "Figueira", "Buarcos")))
    assert facts["open"] == [ids["Póvoa"], ids["Figueira"]] and {
        table["name"] for table in facts["tables"]
    } >= {"Figueira", "Póvoa"}
    assert "Buarcos" not in {table["name"] for table in facts["tables"]}
    free = window(client, "money=DEMO")["tables"]
    assert {table["id"] for table in free} == set(
        Table.objects.filter(currency="DEMO").values_list("pk", flat=True)
    )
    euro = list(Table.objects.filter(currency="EUR").order_by("pk").values_list("pk", flat=True))
    assert window(client, "&".join(f"t={number}" for number in euro))["open"] == euro[:6]
    games = [table["game"] for table in facts["tables"]]
    assert len(set(games)) == len(GAMES) and games == sorted(games, key=list(dict.fromkeys(games)).index)
    for nonsense in ("t=x&t=-1&t=", "t=99999999999999999999999", "t=²"):
        assert window(client, nonsense)["open"] == []


def window(client: Client, query: str) -> Any:
    answer = client.get(f"/lobby/together/?{query}")
    assert answer.status_code == 200
    assert "frame-src 'self'" in answer["Content-Security-Policy"]
    match = re.search(r'id="together-facts" type="application/json">(.*?)</script>', answer.content.decode())
    assert match is not None
    return json.loads(match[1])


def test_only_this_site_may_frame_a_table(demo: None, client: Client) -> None:
    table = Table.objects.get(name="Figueira").pk
    framed, alone = client.get(f"/table/{table}/window/"), client.get(f"/table/{table}/")
    assert (
        framed["X-Frame-Options"] == "SAMEORIGIN"
        and "frame-ancestors 'self'" in framed["Content-Security-Policy"]
    )
    assert alone["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in alone["Content-Security-Policy"]
    assert '<base target="_top">' in framed.content.decode() and "<base" not in alone.content.decode()
    assert client.get("/table/999999/window/").status_code == 404


def test_HE_9_tables_that_are_named_stand_together_and_decide_the_money(db: None, client: Client) -> None:
    """One, two, and one that does not exist: all tables of the first one's money are offered beside them."""
    first, second = (table_open("holdem", name=name) for name in ("Um", "Dois"))
    demo = table_open("french-roulette", currency="DEMO", sheet={"demo": True}, name="Três")
    for named, money, others in (
        ([first.pk], "EUR", {first.pk, second.pk}),
        ([second.pk, first.pk, 999_999], "EUR", {first.pk, second.pk}),
        ([demo.pk], "DEMO", {demo.pk}),
        ([], "EUR", {first.pk, second.pk}),
    ):
        page = client.get("/lobby/together/", {"t": named})
        assert page.status_code == 200
        facts = page.context["facts"]
        assert facts["open"] == [number for number in named if number != 999_999]
        offered = set(Table.objects.filter(pk__in=[table["id"] for table in facts["tables"]]))
        assert {table.pk for table in offered} >= others
        assert {table.currency for table in offered} == {money}

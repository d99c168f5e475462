"""A player's own record: rounds with explanations, session statements and movements, and never another
player's.
"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Round, Stake, Table
from games.rules.stud import sheet as stud_sheet
from games.tables.transport import protocol
from players.history.models import DailyPlay, FoldedUntil
from players.history.totals import play_by_day
from players.models import Player, PlaySession
from players.protection.limits import set_limits
from players.shared import clock
from players.shared.money import format_money
from tests.demo_house import signed_in
from tests.live_table import LiveTable, balance, bet

SPACE = "\N{NO-BREAK SPACE}"
BETS = {"straight:17": 500, "red": 1000, "double-dozen:1-24": 400}


@pytest.fixture
def played(demo: None, tmp_path: Path) -> Round:
    """One round at Lisboa: Ana bet on three places, Bruno on one, and both left."""
    ana, bruno = Player.objects.get(alias="Ana"), Player.objects.get(alias="Bruno")
    room = LiveTable(tmp_path, Table.objects.get(name="Lisboa"))
    room.sit([ana, bruno])
    room.until("bets-opened")
    assert all(
        reply.refused is None
        for reply in room.send((ana, bet(room.round, BETS)), (bruno, bet(room.round, {"black": 700})))
    )
    room.until("round-ended")
    room.send((ana, protocol.Leave(uuid4())), (bruno, protocol.Leave(uuid4())))
    return Round.objects.get(table=room.table, number=room.round)


def test_money_is_formatted_for_the_language() -> None:
    assert format_money(123450, "EUR", language="pt-pt") == f"1{SPACE}234,50{SPACE}€"
    assert format_money(123450, "EUR", language="en") == "€1,234.50"
    assert (
        format_money(-5, "EUR", language="pt-pt") == f"−0,05{SPACE}€"
        and format_money(-5, "EUR", language="en") == "−€0.05"
    )
    assert (
        format_money(700, "EUR", signed=True, language="en") == "+€7.00"
        and format_money(0, "EUR", signed=True, language="en") == "€0.00"
    )
    assert format_money(50, "DEMO", language="pt-pt") == f"0,50{SPACE}créditos"


def test_AR_24_FR_R25_the_last_round_is_available_after_leaving_with_explanations(
    played: Round,
) -> None:
    """[AR-24] [FR-R25]"""
    last_round = json.loads(
        signed_in("ana@feltro.example").get(f"/api/tables/{played.table_id}/last").content
    )
    assert (
        last_round["round"] == played.number
        and last_round["outcome"] == played.outcome
        and last_round["bets"] == BETS
    )
    stake = Stake.objects.get(round=played, player__alias="Ana")
    assert last_round["staked"] == 1900 and last_round["returned"] == stake.back + stake.prize
    assert [line["place"] for line in last_round["result"]["lines"]] == list(BETS) and all(
        line["rule"] for line in last_round["result"]["lines"]
    )
    assert last_round["balance"] == {"before": 200_000, "after": 200_000 - 1900 + last_round["returned"]}
    assert (
        last_round["verify"]["commitment"] == played.commitment
        and last_round["verify"]["seed"] == played.seed
    )


def test_the_last_round_needs_a_sign_in_and_is_the_players_own(played: Round, client: Client) -> None:
    assert client.get(f"/api/tables/{played.table_id}/last").status_code == 401
    assert json.loads(signed_in("bruno@feltro.example").get(f"/api/tables/{played.table_id}/last").content)[
        "bets"
    ] == {"black": 700}
    assert (
        json.loads(signed_in("carla@feltro.example").get(f"/api/tables/{played.table_id}/last").content) == {}
    )


def test_AR_24_FR_R25_the_page_of_a_round_shows_every_figure_with_its_rule(played: Round) -> None:
    """[AR-24] [FR-R25]"""
    page = signed_in("ana@feltro.example").get(f"/account/rounds/{played.pk}/").content.decode()
    for expected in (
        "Pleno 17",
        "Encarnado",
        "Cavalo de dúzia 1-24",
        f"19,00{SPACE}€",
        played.commitment,
        played.seed,
        "#AR-16",
    ):
        assert expected in page
    assert signed_in("carla@feltro.example").get(f"/account/rounds/{played.pk}/").status_code == 404


def test_AR_26_FR_R27_the_statement_of_a_session_shows_stakes_and_result(played: Round) -> None:
    """[AR-26] [FR-R27]"""
    session = PlaySession.objects.get(player__alias="Ana")
    page = signed_in("ana@feltro.example").get(f"/account/sessions/{session.pk}/").content.decode()
    stake = Stake.objects.get(round=played, player__alias="Ana")
    net = stake.back + stake.prize - stake.staked
    assert session.staked == 1900 and session.net == net
    assert f"19,00{SPACE}€" in page and format_money(net, "EUR", signed=True, language="pt-pt") in page
    assert signed_in("bruno@feltro.example").get(f"/account/sessions/{session.pk}/").status_code == 404


def test_AR_25_FR_R26_gains_and_losses_over_all_rounds_equal_the_wallet(played: Round) -> None:
    """[AR-25] [FR-R26]"""
    page = signed_in("ana@feltro.example").get("/account/rounds/").content.decode()
    net = balance(Player.objects.get(alias="Ana")) - 200_000
    assert format_money(net, "EUR", signed=True, language="pt-pt") in page


def test_movements_begin_with_the_opening_balance_and_end_with_the_wallet(played: Round) -> None:
    ana = signed_in("ana@feltro.example")
    rows = ana.get("/account/movements/").context["rows"]
    assert sum(row["cents"] for row in rows) == balance(Player.objects.get(alias="Ana"))
    assert (
        rows[-1]["description"] == "Saldo inicial da demonstração"
        and rows[0]["description"] != rows[-1]["description"]
    )
    demo_rows = ana.get("/account/movements/?currency=DEMO").context["rows"]
    assert [row["cents"] for row in demo_rows] == [500_000]


def test_frequencies_count_the_last_results(played: Round, client: Client) -> None:
    frequencies = json.loads(client.get(f"/api/tables/{played.table_id}/frequencies").content)
    assert frequencies == {span: {played.outcome: 1} for span in ("50", "100", "500")}


@pytest.mark.parametrize(
    "url",
    ["/account/", "/account/rounds/", "/account/sessions/", "/account/movements/", "/account/security/"],
)
def test_the_account_needs_a_sign_in(anas_client: Client, client: Client, url: str) -> None:
    assert client.get(url).status_code == 302
    assert anas_client.get(url).status_code == 200


def test_staff_without_a_players_account_are_redirected_to_the_lobby(demo: None) -> None:
    assert signed_in("mesas@feltro.example").get("/account/rounds/")["Location"] == "/lobby/"


def test_the_page_of_a_table_has_its_facts_and_messages(anas_client: Client) -> None:
    table = Table.objects.get(name="Sintra")
    response = anas_client.get(f"/table/{table.pk}/", headers={"accept-language": "en"})
    facts = response.context["facts"]
    assert facts["me"]["alias"] == "Ana" and facts["describe"]["variant"] == "FR"
    title = response.content.decode().partition('<div class="bar-title">')[2].partition("</div>")[0]
    assert "<h1>Sintra</h1>" in title and "<p>French roulette" in title, "[903-B 6.1.6.8] [903-B 6.2.1.1]"
    for name in ("rules", "limits", "complaints", "last", "frequencies", "lobby", "sessions"):
        assert anas_client.get(facts["urls"][name].partition("#")[0]).status_code == 200
    assert response.context["words"]["kind.straight"]


@pytest.mark.parametrize("table", ["Funchal", "Coloane"])
def test_the_rule_of_a_refusal_is_on_the_linked_page(anas_client: Client, table: str) -> None:
    """Macau stud uses rules of Caribbean stud under their original numbers."""
    row = Table.objects.get(name=table)
    urls = anas_client.get(f"/table/{row.pk}/").context["facts"]["urls"]
    pages = {
        page: anas_client.get(page).content.decode()
        for page in {urls["rules"], *urls.get("other_rules", {}).values()}
    }
    rules = stud_sheet.VARIANTS[row.system].rules
    for name in ("ante", "minimum", "maximum", "closing", "second", "choice"):
        rule = rules[name]
        page = urls.get("other_rules", {}).get(rule.partition("-")[0], urls["rules"])
        assert f'id="{rule}"' in pages[page], (name, rule, page)


def test_the_overview_shows_the_last_days_the_last_session_and_the_limits(played: Round) -> None:
    ana = Player.objects.get(alias="Ana")
    session = PlaySession.objects.get(player=ana)
    page = signed_in("ana@feltro.example", "en").get("/account/")
    assert page.context["recent"].rounds == 1 and page.context["recent"].staked == 1900
    html = page.content.decode()
    net = format_money(session.net, "EUR", signed=True, language="en")
    assert html.count(f">{net}<") >= 2, "the last session and the last days"
    assert "You have set no limits." in html and "Set limits" in html
    set_limits(ana, {("deposit", "day"): 5_000, ("stake", "day"): 2_000, ("time", "day"): 600})
    page = signed_in("ana@feltro.example", "en").get("/account/")
    kinds = [limit.kind for limit in page.context["limits"]]
    assert kinds[0] == "stake" and set(kinds) == {"stake", "deposit", "time"}, "the one most used comes first"
    assert "You have set no limits." not in page.content.decode()


def test_the_overview_leads_back_to_a_table_where_the_player_sits(demo: None, tmp_path: Path) -> None:
    ana = Player.objects.get(alias="Ana")
    room = LiveTable(tmp_path, Table.objects.get(name="Lisboa"))
    assert "Back to the table" not in signed_in("ana@feltro.example", "en").get("/account/").content.decode()
    room.sit([ana])
    html = signed_in("ana@feltro.example", "en").get("/account/").content.decode()
    assert "You are playing" in html and f'href="/table/{room.table.pk}/"' in html
    assert 'aria-label="Back to the table Lisboa"' in html


def test_the_overview_draws_the_net_of_thirty_days_from_stored_days_and_today(played: Round) -> None:
    ana = Player.objects.get(alias="Ana")
    today = clock.day_of(clock.now())
    session = PlaySession.objects.get(player=ana)
    assert session.net is not None
    FoldedUntil.objects.update_or_create(defaults={"upto": today})
    for days_ago, staked, returned in ((40, 100, 0), (29, 1_000, 3_000), (2, 5_000, 500)):
        DailyPlay.objects.create(
            player=ana, day=today - timedelta(days=days_ago), table=1, system="blackjack", currency="EUR",
            rounds=1, staked=staked, returned=returned,
        )  # fmt: skip
    days = play_by_day(ana, "EUR", 30)
    assert len(days) == 30 and days[-1].day == today
    assert [day.totals.net for day in days if day.totals.rounds] == [2_000, -4_500, session.net]
    assert days[-1].totals.net == session.net, "what has no daily totals yet counts today"
    page = signed_in("ana@feltro.example", "en").get("/account/")
    net = page.context["net"]
    heights = [int(point.split(",")[1]) for point in net.line.split()]
    assert len(heights) == 30 and heights[0] == 0 and max(heights) == 100 and 0 < net.zero < 100
    assert page.context["recent"].net == -2_500 + session.net, "40 days ago is past"
    assert format_money(2_000, "EUR", signed=True, language="en") in page.content.decode(), "the highest"


def test_what_has_no_daily_totals_counts_today_and_not_a_month_ago(played: Round) -> None:
    FoldedUntil.objects.all().delete()
    days = play_by_day(Player.objects.get(alias="Ana"), "EUR", 30)
    assert [day.totals.rounds for day in days] == [0] * 29 + [1]


def test_the_overview_draws_no_net_where_nothing_was_won_or_lost(demo: None) -> None:
    assert signed_in("bruno@feltro.example", "en").get("/account/").context["net"] is None

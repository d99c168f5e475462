"""Return control on a record that was really played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.utils import timezone

from casino.compliance.rtp_monitoring import charts, daily_returns
from casino.compliance.rtp_monitoring.models import Alarm, Answer, Day
from casino.compliance.rtp_monitoring.theory import is_decided
from games.models import Incident, Round, Stake, Table
from players.models import Person, Player
from players.shared import clock
from tests.demo_house import signed_in
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, bet, players_with, table_open


def tomorrow() -> datetime:
    """Asked anew each time: a run of tests may last beyond midnight."""
    return timezone.now() + timedelta(days=1)


def played(folder: Path, system: str, rounds: int = 4, **setting: Any) -> tuple[LiveTable, list[Player]]:
    table, players = LiveTable(folder, table_open(system, **setting)), players_with(FUNDS, 2)
    table.sit(players)
    for number in range(rounds):
        table.until("bets-opened")
        for player in players:
            if "roulette" in system:
                table.send((player, bet(table.round, {"red": 500, "straight:7": 100})))
            elif system == "holdem":
                send_command(table, player, {"t": "buy-in"} if not number else {"t": "sit-in"})
            else:
                send_command(table, player, STAKES[system](table.live.players[player.pk]))
        to_end(table)
    return table, players


def folded() -> dict[str, Day]:
    with clock.at(tomorrow()):
        assert daily_returns.fold() >= 1
    return {day.bet: day for day in Day.objects.all()}


@pytest.mark.django_db
def test_a_wheel_is_judged_by_what_lay_on_it(tmp_path: Path) -> None:
    table, _players = played(tmp_path, "american-roulette")
    days = folded()
    stakes = Stake.objects.filter(round__table=table.table)
    whole = days[""]
    assert (whole.rounds, whole.staked) == (4, 4 * 2 * 600) == (4, sum(stake.staked for stake in stakes))
    assert whole.returned == sum(stake.back + stake.prize - stake.commission for stake in stakes)
    assert whole.expected == pytest.approx(whole.staked * 36 / 37)
    # Both players have the same on the same places: their luck is one luck. 1000 on red and 200 on the seven,
    # which is red.
    back = [2000] * 17 + [9200] + [0] * 19
    mean = sum(back) / 37
    assert whole.variance == pytest.approx(4 * (sum(amount * amount for amount in back) / 37 - mean * mean))
    assert days["red"].staked == 4 * 1000 and days["straight"].staked == 4 * 200
    assert days["red"].returned + days["straight"].returned == whole.returned


@pytest.mark.django_db
def test_a_stake_in_prison_counts_with_what_its_release_is_worth(tmp_path: Path) -> None:
    played(tmp_path, "french-roulette", sheet={"zero_option": "en-prison"})
    days = folded()
    assert days["red"].expected == pytest.approx(
        days["red"].staked * (1 - 19 / 37 + 18 / 37 + 1 / 37 * 18 / 37)
    )
    # 1000 on red and 200 on the seven, which is red. At zero the stake on red is worth its chance of release,
    # and whether it is released is luck of its own.
    release = 18 / 37
    back = [2000] * 17 + [9200] + [0] * 18 + [1000 * release]
    mean = sum(back) / 37
    outcome = sum(amount * amount for amount in back) / 37 - mean * mean
    held = 1000 * 1000 * release * (1 - release) / 37
    assert days[""].variance == pytest.approx(4 * (outcome + held))


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["baccarat", "blackjack", "caribbean-stud", "macau-stud", "holdem"])
def test_every_game_has_its_chart(tmp_path: Path, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if system == "blackjack":  # counted in half a minute elsewhere
        monkeypatch.setattr("games.odds.blackjack_spread.moments", lambda sheet, decks: (0.995, 1.3))
    table, _players = played(tmp_path, system, 3)
    days = folded()
    whole = days[""]
    stakes = Stake.objects.filter(round__table=table.table, round__status=Round.Status.ENDED)
    net = sum(stake.back + stake.prize - stake.commission - stake.staked for stake in stakes)
    counted = (
        days.values() if is_decided(system) else [whole]
    )  # a game of hands keeps its bets apart, a table of places counts them twice
    assert whole.rounds == 3 and sum(day.returned - day.staked for day in counted) == net
    walk = charts.all_charts()[f"game:{system}"]
    assert walk.state == ("rake" if system == "holdem" else "few")
    assert (whole.variance > 0) == (system != "holdem")


@pytest.mark.django_db
def test_folding_is_repeatable_and_ignores_test_accounts(tmp_path: Path) -> None:
    _table, players = played(tmp_path, "american-roulette")
    first = folded()[""]
    with clock.at(tomorrow()):
        assert daily_returns.fold() == 0
    Player.objects.filter(pk=players[0].pk).update(testing=True)
    with clock.at(tomorrow() + timedelta(days=1)):
        assert daily_returns.fold() >= 1
    assert Day.objects.get(bet="").staked == first.staked / 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "scope",
    ["game:", "x:1", "table:abc", "bet:baccarat", "table:1:2", "table:99999999999999999999", "game:a:b"],
)
def test_a_chart_that_cannot_be_is_not_there(demo: None, scope: str) -> None:
    assert (
        signed_in("conformidade@feltro.example").get(f"/admin/compliance/returns/{scope}/").status_code == 404
    )


@pytest.fixture
def biased(demo: None) -> Iterator[Alarm]:
    """Sixty days on which red gives two points too much; today stays today, also at midnight."""
    with clock.at(clock.now()):
        yield raised_alarm()


def raised_alarm() -> Alarm:
    today = clock.day_of(clock.now())
    for back in range(60, 0, -1):
        figures = {
            "rounds": 5000,
            "staked": 500_000,
            "expected": 500_000 * 36 / 37,
            "variance": 5000 * 10_000.0,
            "squares": 0.0,
            "spread": 5e11,
        }
        Day.objects.create(
            day=today - timedelta(days=back),
            table=1,
            system="american-roulette",
            sheet=1,
            bet="",
            returned=500_000,
            **figures,
        )
    from casino.compliance.rtp_monitoring.alarms import raise_alarms

    assert raise_alarms() == 3, "the game's chart, the table's and the sheet's"
    assert raise_alarms() == 0, "and each once"
    return Alarm.objects.get(scope="game:american-roulette")


def test_the_chart_shows_a_value_for_each_day_and_the_events_of_its_game(biased: Alarm) -> None:
    """In Portuguese, where a comma in a coordinate would break the drawing."""
    Incident.objects.create(
        table=Table.objects.filter(system="american-roulette", currency="EUR").first(),
        reason="draw",
        opened=clock.now() - timedelta(days=10),
    )
    client = signed_in("conformidade@feltro.example")
    page = client.get(f"/admin/compliance/returns/{biased.scope}/").content.decode()
    drawn = page[page.index("data-chart") :]
    svg = fromstring(drawn[drawn.index("<svg") : drawn.index("</svg>") + 6])
    bars = [group for group in svg.iter("g") if "data-bar" in group.attrib]
    assert len(bars) == 60 and {bar.get("data-value") for bar in bars} == {"100,00 %, esperado 97,29 %"}
    kinds = [group.get("data-kind") for group in svg.iter("g") if group.get("class") == "marker"]
    assert kinds == ["incident"]
    assert "js/backoffice/chart" in page
    coordinates = ("x", "y", "x1", "x2", "y1", "y2")
    assert not any("," in element.get(name, "") for element in svg.iter() for name in coordinates)


def test_an_officer_answers_an_alarm_and_the_chart_is_counted_anew(biased: Alarm) -> None:
    officer, reader = signed_in("oficial@feltro.example"), signed_in("conformidade@feltro.example")
    page = f"/admin/compliance/returns/{biased.scope}/"
    assert '<form class="office-act"' in officer.get(page).content.decode()
    assert '<form class="office-act"' not in reader.get(page).content.decode()
    act = f"/admin/compliance/returns/alarms/{biased.pk}/"
    assert reader.post(act, {"reason": "because I may"}).status_code == 403
    officer.post(act, {"reason": "no"})
    assert not Answer.objects.exists(), "a reason has more words"
    officer.post(act, {"reason": "The payment table was wrong."})
    officer.post(act, {"reason": "Said by somebody slower."})
    answer = Answer.objects.get()
    assert answer.reason == "The payment table was wrong." and answer.person == Person.objects.get(
        email="oficial@feltro.example"
    )
    assert biased.scope not in charts.all_charts(), "nothing is counted yet since the answer"
    assert "/admin/compliance/returns/" in reader.get("/admin/compliance/").content.decode()
    assert reader.get("/admin/compliance/returns/?as=csv").status_code == 200


def test_a_house_without_a_counted_day_shows_what_its_rules_let_expect(demo: None) -> None:
    """It was an empty page until the first night."""
    page = signed_in("conformidade@feltro.example", "en").get("/admin/compliance/returns/")
    lines = {line["title"]: line for line in page.context["lines"]}
    roulette = lines["American roulette"]
    assert (roulette["state"], roulette["expected"], roulette["came"]) == (
        "unplayed",
        "94.73 % – 97.29 %",
        "–",
    )
    fewest, most = (int(end.replace(",", "")) for end in roulette["seen"].split(" – "))
    assert 1_000 < fewest < most, "a bet on red tells sooner than a single number"
    assert lines["Hold'em poker"]["state"] == "rake"
    text = page.content.decode()
    assert "nothing is known about the returns" in text and "never" in text
    tables = signed_in("conformidade@feltro.example").get("/admin/compliance/returns/?by=table")
    named = {line["title"] for line in tables.context["lines"]}
    assert named == set(
        Table.objects.filter(currency="EUR").exclude(status="closed").values_list("name", flat=True)
    )


def test_the_page_says_how_far_each_chart_is_from_its_alarm(biased: Alarm) -> None:
    page = signed_in("conformidade@feltro.example", "en").get("/admin/compliance/returns/")
    (line,) = [line for line in page.context["lines"] if line["scope"] == biased.scope]
    assert line["room"] == "reached" and page.context["open_alarms"] == 3
    assert line["strip"].dot > max(line["strip"].limits), "it stands beyond the upper alarm"
    Day.objects.update(returned=500_000 * 36 / 37)
    page = signed_in("conformidade@feltro.example", "en").get("/admin/compliance/returns/")
    (line,) = [line for line in page.context["lines"] if line["scope"] == biased.scope]
    walk = charts.all_charts()[biased.scope]
    assert walk.room == pytest.approx(walk.points[-1].reach, rel=0.01)
    assert line["strip"].dot == pytest.approx(50, abs=0.2) and "of the stakes" in line["room"]
    Day.objects.exclude(day=Day.objects.latest("day").day).delete()
    Day.objects.update(rounds=500, variance=500 * 10_000.0, spread=500 * 1e8)
    page = signed_in("conformidade@feltro.example", "en").get("/admin/compliance/returns/")
    (line,) = [line for line in page.context["lines"] if line["scope"] == biased.scope]
    assert line["room"] == "500 of 1,000 rounds of equal weight" and line["strip"].limits == ()


def test_what_was_played_today_stands_apart_and_without_test_accounts(demo: None) -> None:
    table, people = Table.objects.filter(currency="EUR").first(), Player.objects.order_by("pk")[:2]
    assert table is not None
    Player.objects.filter(pk=people[1].pk).update(testing=True)
    played = Round.objects.create(
        table=table, number=900_002, status="ended", commitment="c" * 64, sealed=b"", ended=clock.now()
    )
    for seat, player in enumerate(people, 1):
        Stake.objects.create(
            round=played, player=player, seat=seat, session=seat, at=clock.now(), staked=400, lost=100,
            back=300, prize=0, held=0, commission=0,
        )  # fmt: skip
    page = signed_in("conformidade@feltro.example", "en").get("/admin/compliance/returns/")
    (row,) = page.context["today"]
    assert (row["rounds"], row["staked"], row["came"]) == (1, 400, "75.00 %")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE rtp_monitoring_alarm SET difference = 0",
        "DELETE FROM rtp_monitoring_alarm",
        "DELETE FROM rtp_monitoring_answer",
    ],
)
def test_alarms_and_answers_stay(biased: Alarm, sql: str) -> None:
    with connection.cursor() as cursor:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(sql)
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            cursor.execute("SET LOCAL ROLE house_app")
            cursor.execute(sql)

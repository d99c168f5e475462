"""«My play»: a player's thirty days beside the own past, the same to the cent on the officers' page."""

from __future__ import annotations

import html
import os
import re
from datetime import date, timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from players.history.daily_totals import update_totals
from players.history.own_past import DAYS, STRETCHES, own_past
from players.models import Player
from players.protection.care_messages import answer_message
from players.protection.exclusions import begin_pause
from players.protection.limit_text import limit_value
from players.protection.models import CareMessage
from players.shared import clock
from players.shared.money import format_money
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.demo_house import signed_in
from tests.players.history.simulated_people import Past, simulated_people

pytestmark = pytest.mark.usefixtures("demo")
PEOPLE = int(os.environ.get("SIMULATED_PEOPLE", "30"))  # 1,000 were run for the release
SHOWN = 100  # of them are looked at on both pages
PAGE = "/account/my-play/"
QUERIES = 30  # of the whole page, session and frame included


def stretches_of(today: date, opened: date) -> list[tuple[date, date]]:
    bounds = [
        (today - timedelta(days=DAYS * number + DAYS - 1), today - timedelta(days=DAYS * number))
        for number in range(STRETCHES)
    ]
    return [(first, last) for first, last in bounds if last == today or last >= opened]


def expected_rows(past: Past, today: date) -> list[list[int]]:
    """Net, minutes, longest session, deposits, withdrawals, limits reached: of each stretch."""
    return [
        [
            past.net(first, last),
            past.minutes(first, last),
            past.longest(first, last),
            past.money(past.deposited, first, last),
            past.money(past.withdrawn, first, last),
            past.reached(first, last),
        ]
        for first, last in stretches_of(today, past.opened)
    ]


def shown(figures: list[int]) -> list[str]:
    net, minutes, longest, deposited, withdrawn, limits = figures
    with translation.override("en"):
        return [
            format_money(net, "EUR", signed=True), limit_value(minutes, "time"), limit_value(longest, "time"),
            format_money(deposited, "EUR"), format_money(withdrawn, "EUR"), str(limits),
        ]  # fmt: skip


def latest_column(page: str) -> list[str]:
    """The figures of the last thirty days, as the page says them."""
    table = page.partition('<table class="sheet own-past">')[2].partition("</table>")[0]
    rows = [re.findall(r'<td class="figure">(.*?)</td>', row) for row in table.split("<tr>")[2:]]
    return [html.unescape(re.sub(r"<.*?>", "", row[0])).strip() for row in rows]


def test_figures_of_simulated_people_are_the_officers_to_the_cent() -> None:
    now = clock.now()
    pasts = simulated_people(PEOPLE, Random().randrange(10**9), now)
    today, officer = clock.day_of(now), signed_in("oficial@feltro.example", "en")
    with clock.at(now):
        for folded in (False, True):
            if folded:
                assert update_totals() > 0
            for past in pasts:
                player = Player.objects.get(pk=past.player.pk)
                told = [
                    [one.net, one.minutes, one.longest, one.deposited, one.withdrawn, len(one.limits)]
                    for one in own_past(player).stretches
                ]
                assert told == expected_rows(past, today), (player.pk, folded)
        is_shown = 0
        for past in pasts[:SHOWN]:
            figures = shown(expected_rows(past, today)[0])
            office = officer.get(f"/admin/compliance/care/{past.player.pk}/").content.decode()
            assert latest_column(office) == figures
            own = signed_in(past.player.person.email, "en").get(PAGE).content.decode()
            if "own-past" in own:
                assert latest_column(own) == figures
                is_shown += 1
    assert is_shown > min(PEOPLE, SHOWN) // 2, "most of them did something"


def test_the_usual_is_the_mean_of_the_stretches_before() -> None:
    now = clock.now()
    past = next(
        one for one in simulated_people(40, 7, now) if len(expected_rows(one, clock.day_of(now))) == 7
    )
    rows = expected_rows(past, clock.day_of(now))[1:]
    with clock.at(now):
        usual = own_past(Player.objects.get(pk=past.player.pk)).usual
    assert usual is not None and usual.count == 6
    for mean, column in zip(
        (usual.net, usual.minutes, usual.longest, usual.deposited, usual.withdrawn, usual.limits),
        zip(*rows, strict=True),
        strict=True,
    ):
        assert abs(mean - sum(column) / 6) <= 0.5


def test_a_new_player_has_no_past_and_is_told_so(demo: None) -> None:
    ana = Player.objects.get(alias="Ana")
    past = own_past(ana)
    assert past.usual is None and len(past.stretches) == 1
    page = signed_in("eva@feltro.example", "en").get(PAGE).content.decode()
    assert "See the tables" in page and "We have not written to you" in page


def test_queries_do_not_grow_with_the_history() -> None:
    now, counts = clock.now(), set()
    for past in simulated_people(4, 3, now):
        client = signed_in(past.player.person.email, "en")
        client.get(PAGE)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(PAGE)
        counts.add(len(queries))
    assert max(counts) <= QUERIES and max(counts) - min(counts) <= 3, counts


@pytest.fixture
def told() -> CareMessage:
    ana = Player.objects.get(alias="Ana")
    alert = raised_alert(ana, "losses", {"lost": 1})
    texts = {
        name: {"title": f"{name} title", "text": f"{name} lost", "answers": []} for name in ("pt", "en", "es")
    }
    return CareMessage.objects.create(player=ana, alert=alert.pk, kind="message", texts=texts)


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_it_says_what_the_house_noticed_about_harm_and_nothing_else(told: CareMessage, language: str) -> None:
    client = signed_in("ana@feltro.example", language)
    assert f"{language} title" in client.get(PAGE).content.decode(), "it waits: as a card"
    hidden = raised_alert(told.player, "night", {"nights": 9, "nights_least": 8}, kind="laundering")
    assert answer_message(told.player, told.pk, "read")
    page = client.get(PAGE).content.decode()
    assert f"{language} title" in page and f"{language} lost" in page
    with translation.override({"pt": "pt-pt"}.get(language, language)):
        assert "9 " in hidden.sentence and hidden.sentence not in page and hidden.title not in page
    assert f"{language} title" not in signed_in("bruno@feltro.example", language).get(PAGE).content.decode()


def test_nobody_is_contacted_during_a_pause(told: CareMessage) -> None:
    begin_pause(told.player, 1)
    assert "en title" not in signed_in("ana@feltro.example", "en").get(PAGE).content.decode()


def test_it_is_linked_from_home_cashier_account_and_table() -> None:
    client = signed_in("ana@feltro.example", "en")
    for address in ("/", "/account/cashier/", "/account/", "/lobby/"):
        assert f'href="{PAGE}"' in client.get(address).content.decode(), address
    assert client.get("/account/cashier/").status_code == 200
    assert Client().get(PAGE).status_code == 302, "a visitor has none"

"""Who has no limit in the first year is asked every six months, on the pages and never at a table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from players.audit.models import Line
from players.models import Player
from players.protection.exclusions import begin_pause
from players.protection.limits import decline_limits, set_limits
from players.protection.limits_question import ask_about_limits, waits_for_answer
from players.protection.models import Limit, LimitsQuestion
from players.shared import clock
from tests.demo_house import signed_in
from tests.live_table import players_with

pytestmark = pytest.mark.django_db
OPENED = datetime(2025, 1, 31, 12, tzinfo=UTC)
# Six months of Lisbon later, in summer time.
FIRST, SECOND = datetime(2025, 7, 31, 11, tzinfo=UTC), datetime(2026, 1, 31, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def rui() -> Player:
    (player,) = players_with(0, 1)
    Player.objects.exclude(pk=player.pk).update(status="closed")
    Player.objects.filter(pk=player.pk).update(since=OPENED, status="active")
    player.refresh_from_db()
    return player


def asked_at(moment: datetime) -> int:
    with clock.at(moment):
        return ask_about_limits()


def test_they_are_asked_after_six_months_and_again_at_the_end_of_the_year_and_no_more(rui: Player) -> None:
    assert asked_at(FIRST - MINUTE) == 0
    assert asked_at(FIRST + timedelta(hours=9)) == 1, "the worker may be late"
    assert asked_at(FIRST + timedelta(days=1)) == 0, "one waits already"
    with clock.at(FIRST + timedelta(days=2)):
        assert waits_for_answer(rui)
    LimitsQuestion.objects.update(answered=FIRST, answer="none")
    assert asked_at(SECOND - MINUTE) == 0 and asked_at(SECOND) == 1
    assert list(LimitsQuestion.objects.order_by("due").values_list("due", flat=True)) == [FIRST, SECOND]
    LimitsQuestion.objects.filter(due=SECOND).update(answered=SECOND, answer="none")
    assert asked_at(SECOND + timedelta(days=400)) == 0, "the first year is over"


def test_six_months_count_from_the_last_answer(rui: Player) -> None:
    with clock.at(OPENED + timedelta(days=60)):
        decline_limits(rui)
    assert asked_at(FIRST) == 0 and asked_at(FIRST + timedelta(days=63)) == 1


@pytest.mark.parametrize("case", ["limit", "pause", "closed"])
def test_nobody_is_asked_who_has_a_limit_or_is_away(rui: Player, case: str) -> None:
    with clock.at(FIRST - timedelta(days=2)):
        if case == "limit":
            Limit.objects.create(
                player=rui, kind="loss", period="month", value=1, requested_at=clock.now(), starts=clock.now()
            )
        elif case == "pause":
            begin_pause(rui, 7)
        else:
            Player.objects.filter(pk=rui.pk).update(status="closed")
    assert asked_at(FIRST) == 0
    if case == "limit":  # it was taken away again
        later = FIRST + timedelta(days=1)
        Limit.objects.create(
            player=rui, kind="loss", period="month", value=None, requested_at=later, starts=later
        )
        assert asked_at(later - MINUTE) == 0 and asked_at(later) == 1


@pytest.mark.parametrize("answer", ["set", "none"])
def test_setting_a_limit_or_declining_answers_it(rui: Player, answer: str) -> None:
    LimitsQuestion.objects.create(player=rui, due=FIRST)
    if answer == "set":
        set_limits(rui, {("loss", "month"): None})
        assert waits_for_answer(rui), "nothing was set"
        set_limits(rui, {("loss", "month"): 10_000})
    else:
        decline_limits(rui)
    question = LimitsQuestion.objects.get()
    assert question.answer == answer and question.answered and not waits_for_answer(rui)


def test_a_question_cannot_be_written_otherwise_or_deleted(rui: Player) -> None:
    LimitsQuestion.objects.create(player=rui, due=FIRST)
    for change in ("UPDATE {} SET due = now()", "DELETE FROM {}"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change.format("protection_limitsquestion"))
    assert LimitsQuestion.objects.get().due == FIRST


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt", "Quer definir um limite?"),
        ("en", "Would you like to set a limit?"),
        ("es", "¿Quiere fijar un límite?"),
    ],
)
def test_the_pages_ask_and_the_answer_is_recorded(demo: None, language: str, words: str) -> None:
    ana = Player.objects.get(alias="Ana")
    LimitsQuestion.objects.create(player=ana, due=clock.now())
    client = signed_in("ana@feltro.example", language)
    for name in ("home", "lobby", "account", "my-play"):
        assert words in client.get(reverse(name)).content.decode(), name
    assert words not in signed_in("bruno@feltro.example", language).get("/lobby/").content.decode()
    begin_page = client.post(reverse("limits-question"), follow=True)
    assert words not in begin_page.content.decode() and LimitsQuestion.objects.get().answer == "none"
    assert Line.objects.filter(player=ana, kind="limits.declined").count() == 1
    client.post(reverse("limits-question"))
    assert Line.objects.filter(player=ana, kind="limits.declined").count() == 1, "a second press"


def test_a_table_never_asks(demo: None) -> None:
    ana = Player.objects.get(alias="Ana")
    LimitsQuestion.objects.create(player=ana, due=clock.now())
    begin_page = signed_in("ana@feltro.example", "en").get("/lobby/").content.decode()
    number = begin_page.partition('href="/table/')[2].partition("/")[0]
    page = signed_in("ana@feltro.example", "en").get(f"/table/{number}/").content.decode()
    assert "Would you like to set a limit?" not in page

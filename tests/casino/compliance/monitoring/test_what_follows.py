"""What follows an alert: once, graded, never during an absence, never about laundering, and plain facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import Error, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from casino.compliance.monitoring import following
from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.models import SHARDS, Alert, Case
from casino.compliance.monitoring.rules import SPOKEN, read_rule, shipped_rules
from players.audit.models import Line
from players.inbox.models import Message
from players.models import Player, PlaySession
from players.protection import exclusions
from players.protection.care_messages import answer_message, waiting_card, waiting_messages
from players.protection.eligibility import eligibility_of
from players.protection.models import AbsenceAfterHand, CareMessage, DepositHold, Exclusion, Pause
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert, rule_of_laundering, version_in_force
from tests.live_table import players_with

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30)) + timedelta(hours=20)
FIGURES = {"cancelled": 3, "cents": 15_000, "cancelled_least": 3}


def hours_ago(hours: float) -> datetime:
    return NOW - timedelta(hours=hours)


def three_cancelled(player: Player, since: float = 5) -> None:
    for number in range(3):
        Line.objects.create(
            kind="withdrawals.cancelled", player=player, at=hours_ago(since - number), details={"cents": 5000}
        )


def alerts_before(player: Player, number: int, rule: str = "cancelled") -> None:
    for place in range(number):
        raised_alert(player, rule, FIGURES, at=hours_ago(24 * 20 * (place + 1)))


@pytest.fixture
def ana() -> Iterator[Player]:
    with clock.at(NOW):
        yield players_with(0, 1)[0]


def test_the_first_alert_brings_a_card_with_its_figures_once(ana: Player) -> None:
    three_cancelled(ana)
    assert following.follow(until=NOW) == 1
    message = CareMessage.objects.get()
    assert (message.kind, message.required, message.alert) == ("message", False, Alert.objects.get().pk)
    for language, amount in (("pt-pt", "150,00"), ("en", "€150.00"), ("es", "150,00")):
        with translation.override(language):
            card = waiting_card(ana)
            assert card and "3" in card.text and amount in card.text, language
    assert not Case.objects.exists() and not DepositHold.objects.exists()
    following.start_over()
    following.follow(until=NOW)
    assert CareMessage.objects.count() == 1, "the same alert again says nothing again"


def test_many_alerts_take_no_more_queries_than_few() -> None:
    """Red before: each alert asked the database for the time. Who was away for long finds thousands."""
    now, queries = clock.now(), []
    # As many as there are shards, or more: of fewer, their numbers decide how many passes find somebody.
    for place, number in enumerate((SHARDS, 5 * SHARDS)):
        players = players_with(0, number)
        for player in players:
            for minutes in (30, 20, 10):
                at = now - timedelta(hours=20 - 10 * place, minutes=minutes)
                Line.objects.create(
                    kind="withdrawals.cancelled", player=player, at=at, details={"cents": 5000}
                )
        with CaptureQueriesContext(connection) as captured:
            raised = following.follow(until=now - timedelta(hours=20 - 10 * place, minutes=5))
        assert raised == number
        queries.append(len(captured))
    assert queries[1] <= queries[0], queries


def test_a_pass_that_is_lost_has_said_nothing(ana: Player) -> None:
    three_cancelled(ana)
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        following.follow(until=NOW)
        assert CareMessage.objects.exists()
        raise KeyboardInterrupt
    assert not CareMessage.objects.exists() and not Message.objects.exists()
    following.follow(until=NOW)
    assert CareMessage.objects.count() == 1


def test_the_worker_carries_it_out_with_its_own_rights(ana: Player) -> None:
    alerts_before(ana, 2, "losses")
    losses = version_in_force(shipped_rules()["losses"])
    three_cancelled(ana)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        assert following.follow(until=NOW) == 1
        new = following.Raised(
            following.InForce(losses.pk, "care", 0, following.Machine(losses.rule)),
            ana.pk,
            following.Finding(following.microseconds(NOW), 0, "round", "", {"lost": 1}),
        )
        following._raise_alerts([new])
    assert CareMessage.objects.count() == DepositHold.objects.count() == Case.objects.count() == 1


@pytest.mark.parametrize(
    ("before", "kind", "cases"),
    [(0, "message", 0), (1, "question", 1), (2, "pause-offered", 1), (8, "pause-offered", 1)],
)
def test_what_follows_is_graded(ana: Player, before: int, kind: str, cases: int) -> None:
    alerts_before(ana, before)
    three_cancelled(ana)
    following.follow(until=NOW)
    assert CareMessage.objects.get().kind == kind
    assert CareMessage.objects.get().required is (before > 0)
    assert (Case.objects.count(), DepositHold.objects.count()) == (cases, 0)


def test_an_old_row_begins_anew(ana: Player) -> None:
    raised_alert(ana, "cancelled", FIGURES, at=NOW - timedelta(days=181))
    raised_alert(ana, "long", {"minutes": 400}, at=hours_ago(48))
    three_cancelled(ana)
    following.follow(until=NOW)
    assert CareMessage.objects.get().kind == "message"


def test_of_what_is_long_past_only_officers_read(ana: Player) -> None:
    alerts_before(ana, 1)
    three_cancelled(ana, since=30)
    following.follow(until=NOW)
    assert not CareMessage.objects.exists() and Case.objects.count() == 1


ABSENCES: dict[str, Callable[[Player], Any]] = {
    "a pause": lambda player: exclusions.begin_pause(player, 1),
    "an exclusion": lambda player: exclusions.begin_exclusion(player, 3),
    "the national list": lambda player: Exclusion.objects.create(
        player=player, source=Exclusion.Source.NATIONAL, reference="N-1", starts=clock.now()
    ),
    "a pause after the hand": lambda player: AbsenceAfterHand.objects.create(
        player=player, kind="pause", length=1, requested_at=clock.now()
    ),
}


@pytest.mark.parametrize("absence", ABSENCES)
def test_nobody_is_contacted_during(ana: Player, absence: str) -> None:
    three_cancelled(ana)
    ABSENCES[absence](ana)
    before = Message.objects.count()
    assert following.follow(until=NOW) == 1
    assert not CareMessage.objects.exists() and Message.objects.count() == before, absence


@pytest.mark.parametrize("absence", ABSENCES)
def test_a_card_that_waits_is_not_shown_during(ana: Player, absence: str) -> None:
    three_cancelled(ana)
    following.follow(until=NOW)
    assert waiting_messages([ana.pk])
    ABSENCES[absence](ana)
    assert waiting_messages([ana.pk]) == {} and waiting_card(ana) is None, absence


def test_a_card_waits_until_the_pause_is_over(ana: Player) -> None:
    three_cancelled(ana)
    following.follow(until=NOW)
    Pause.objects.create(player=ana, starts=NOW, ends=NOW + timedelta(days=1))
    assert waiting_card(ana) is None
    with clock.at(NOW + timedelta(days=1, seconds=1)):
        assert waiting_card(ana)


def test_a_player_at_a_table_reads_it_there_and_others_are_told_that_it_waits(ana: Player) -> None:
    rui = players_with(0, 2)[1]
    PlaySession.objects.create(
        player=ana, table=1, table_name="M", system="baccarat", currency="EUR", started=hours_ago(6)
    )
    for player in (ana, rui):
        three_cancelled(player)
    following.follow(until=NOW)
    told = Message.objects.get()
    assert (told.player, told.kind, told.details) == (rui, "care-message", {}), "an e-mail has no figures"
    assert CareMessage.objects.count() == 2


def test_one_card_at_a_time(ana: Player) -> None:
    alerts_before(ana, 1, "long")
    three_cancelled(ana)
    for number in range(2):
        Line.objects.create(kind="limits.stake-raise-asked", player=ana, at=hours_ago(4 - number))
    Line.objects.create(kind="limits.stake-raise-asked", player=ana, at=hours_ago(2.5))
    assert following.follow(until=NOW) == 2
    assert CareMessage.objects.count() == 1


def test_what_must_be_answered_stops_the_next_bet_and_no_hand(ana: Player) -> None:
    alerts_before(ana, 1)
    three_cancelled(ana)
    following.follow(until=NOW)
    eligibility = eligibility_of([ana.pk], "EUR")[ana.pk]
    assert (eligibility.barred, eligibility.finishes) == ("message-unanswered", True)
    assert eligibility_of([ana.pk], "DEMO")[ana.pk].barred == ""
    number = CareMessage.objects.get().pk
    for answer in ("read", "0", "4", "", "x" * 50):
        assert not answer_message(ana, number, answer), "a question has its own answers"
    assert answer_message(ana, number, "2") and answer_message(ana, number, "3")
    assert CareMessage.objects.get().answer == "2", "the first answer counts"
    assert Line.objects.get(kind="limits.care-message-answered").details == {"answer": "2"}
    assert eligibility_of([ana.pk], "EUR")[ana.pk].barred == ""


def test_an_answer_of_somebody_else_changes_nothing(ana: Player) -> None:
    three_cancelled(ana)
    following.follow(until=NOW)
    rui = players_with(0, 2)[1]
    assert not answer_message(rui, CareMessage.objects.get().pk, "read")
    assert CareMessage.objects.get().answered is None


def test_the_database_lets_nobody_be_told_about_laundering(ana: Player) -> None:
    """A worker that was taken over, or a rule that slipped through, tips nobody off."""
    version = version_in_force(rule_of_laundering(shipped_rules()["cancelled"], "mule"))
    laundering = Alert.objects.create(
        version=version, player=ana, kind="laundering", at=NOW, since=NOW, event="time", figures={}
    )
    care = raised_alert(players_with(0, 2)[1], "long", {"minutes": 400})
    for alert in (laundering.pk, care.pk, 10**9):
        for table, columns, values in (
            ("protection_caremessage", "kind, texts, required, answer", "'message', '{}', false, ''"),
            ("protection_deposithold", "reason", "''"),
        ):
            with pytest.raises(Error, match="no alert"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL ROLE house_worker")
                cursor.execute(
                    f"INSERT INTO {table} (player_id, alert, {columns}) VALUES (%s, %s, {values})",
                    [ana.pk, alert],
                )


LOSSES = shipped_rules()["losses"]
MESSAGE = LOSSES[LOSSES.index("[[follows]]") :].partition("\n\n[[follows]]")[0]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('kind = "message"', 'kind = "dinner"', "cannot be read"),
        ("from = 1", "from = 0", "between 1 and 20"),
        ("from = 1", "from = 21", "between 1 and 20"),
        ('kind = "message"', 'kind = "deposits-held"', "has no text"),
        ('es = "Sus pérdidas"\n', "", "title and a text in each language: en, es, pt"),
        ('pt = "As suas perdas"', 'pt = " "', "title and a text in each language"),
        ('pt = "As suas perdas"', f'pt = "{"a" * 81}"', "at most 80"),
        ("you lost %(usual)s a month", "you lost %(habit)s a month", "names “habit”"),
        ("you lost %(usual)s a month", "you lost 50 % a month", "written twice"),
        ('kind = "message"', 'kind = "question"', "two to four answers"),
        ("from = 1\n", 'from = 1\nanswers = {pt = ["a"], en = ["b"], es = ["c"]}\n', "two to four"),
        ("[[follows]]", '[[follows]]\nkind = "case"\nfrom = 1\n\n[[follows]]', "follows twice"),
    ],
)  # fmt: skip
def test_a_mistake_in_what_follows_is_named(old: str, new: str, why: str) -> None:
    begun = LOSSES.partition("[[follows]]")[0] + MESSAGE + '\n\n[[follows]]\nkind = "case"\nfrom = 1\n'
    assert old in begun and read_rule(begun)
    place = begun.index("[[follows]]")
    with translation.override("en"), pytest.raises(RuleFault, match=why):
        read_rule(begun[:place] + begun[place:].replace(old, new, 1))


@pytest.mark.parametrize("kind", ["laundering", "bots"])
def test_only_officers_follow_other_kinds(kind: str) -> None:
    with translation.override("en"), pytest.raises(RuleFault, match="nobody else is to be told"):
        read_rule(LOSSES.replace('kind = "care"', f'kind = "{kind}"'))


# Words that would draw somebody back to play, or praise play.
ENCOURAGING = re.compile(
    r"b[óo]nus|gr[áa]tis|free|oferta|offer (?!you a pause)|win|ganh|gan[ae]|luck|sorte|suerte|try again|"
    r"volte|vuelva|come back|deposit now|\bdeposite\b|recuper|jackpot|!",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", shipped_rules())
def test_what_players_read_is_fact_and_never_encourages(name: str) -> None:
    rule = read_rule(shipped_rules()[name])
    spoken = [follow for follow in rule.follows if follow.kind in SPOKEN]
    assert [follow.kind for follow in spoken] == (list(SPOKEN) if rule.kind == "care" else [])
    for follow in spoken:
        for text in [*follow.title.values(), *follow.text.values()]:
            assert not ENCOURAGING.search(text), text
        assert all("%(" in text for text in follow.text.values()), "it says what was seen"


def test_held_deposits_are_refused_by_form_and_database_until_released(ana: Player) -> None:
    hold = DepositHold.objects.create(player=ana, alert=raised_alert(ana, "losses", {"lost": 1}).pk)
    insert = (
        "INSERT INTO cashier_payment (id, player_id, direction, cents, status, cause, reason, method, made, "
        "changed, instrument, iban, holder, reference, token, url, payer, held, instructions) "
        "VALUES (%s, %s, 'deposit', 1000, %s, 'player', '', 'card', now(), now(), "
        "'', '', '', '', '', '', '', '', '{}')"
    )
    with connection.cursor() as cursor:
        with pytest.raises(Error, match="deposits of player"), transaction.atomic():
            cursor.execute(insert, [uuid4(), ana.pk, "asked"])
        hold.released = NOW
        hold.save(update_fields=["released"])
        payment = uuid4()
        cursor.execute(insert, [payment, ana.pk, "asked"])
        DepositHold.objects.create(player=ana, alert=raised_alert(ana, "long", {"minutes": 1}).pk)
        with pytest.raises(Error, match="deposits of player"), transaction.atomic():
            cursor.execute("UPDATE cashier_payment SET status = 'paid' WHERE id = %s", [payment])

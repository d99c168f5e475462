"""The record is followed exactly once: states equal a fold of it, and no pass misses or doubles an alert."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from unittest import mock

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, transaction

from casino.compliance.monitoring import following, record
from casino.compliance.monitoring.models import SHARDS, Alert, PlayerState, RuleVersion, Shard
from casino.compliance.monitoring.replay import replay
from casino.compliance.monitoring.rules import EVENTS, read_rule, shipped_rules
from players.audit.models import Line
from players.identity.models import Identity
from players.models import Person, Player, PlaySession
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import version_in_force
from tests.live_table import players_with
from tests.sandbox_cashier import identified

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30))


def hours_ago(hours: float) -> datetime:
    return NOW - timedelta(hours=hours)


def test_all_sources_of_events_are_read_together() -> None:
    """Red before: one lacked a column, and nothing was followed any more where a rule watched it."""
    assert list(record.events_by_player(hours_ago(1), NOW, events=EVENTS)) == []


def line(player: Player, kind: str, hours: float, **details: object) -> None:
    Line.objects.create(kind=kind, player=player, at=hours_ago(hours), details=details)


def session(player: Player, hours: float, minutes: int) -> None:
    PlaySession.objects.create(
        player=player, table=1, table_name="M", system="baccarat", currency="EUR", rounds=1, cause="player",
        started=hours_ago(hours), ended=hours_ago(hours) + timedelta(minutes=minutes),
    )  # fmt: skip


def three_cancelled(player: Player, since: float = 30) -> None:
    for number in range(3):
        line(player, "withdrawals.cancelled", since - number, cents=5000)


@pytest.fixture
def players() -> Iterator[list[Player]]:
    with clock.at(NOW):
        yield players_with(0, 3)


def found() -> list[tuple[int, str, datetime]]:
    alerts = Alert.objects.select_related("version").order_by("player", "at", "version__name")
    return [(alert.player_id, alert.version.name, alert.at) for alert in alerts]


def test_an_alert_keeps_its_version_its_figures_and_what_it_saw(players: list[Player]) -> None:
    three_cancelled(players[0])
    line(players[0], "withdrawals.cancelled", 40, cents=1, reason="account-changed")
    assert following.follow(until=NOW) == 1
    alert = Alert.objects.get()
    assert (alert.player, alert.at, alert.kind) == (players[0], hours_ago(28), "care")
    assert alert.figures == {"cancelled": 3, "cents": 15_000, "cancelled_least": 3}
    rule = read_rule(alert.version.source)
    assert rule.explain(alert.figures).startswith("3 levantamentos")
    seen = dict(
        record.events_by_player(
            alert.since, alert.at + timedelta(microseconds=1), events=rule.events, players=[alert.player_id]
        )
    )
    assert [event.cents for event in seen[players[0].pk]] == [5000] * 3
    assert seen[players[0].pk][-1].key == alert.key


@pytest.mark.parametrize("pieces", [[6], [40, 29.5, 28.2, 28, 27.9, 13], [n / 3 for n in range(120, 1, -7)]])
def test_the_same_alerts_however_the_record_was_read(players: list[Player], pieces: list[float]) -> None:
    three_cancelled(players[0])
    session(players[0], 20, 400)
    session(players[1], 21, 300)
    session(players[1], 15.9, 62)
    for number in range(4):
        line(players[1], "deposits.refused", 12 - number, cents=900, reason="limit-week")
        line(players[2], "limits.stake-raise-asked", 300 - 90 * number)
        line(players[2], "deposits.refused", 12 - number, cents=900, reason="unverified")
    for piece in pieces:
        following.follow(until=hours_ago(piece))
    following.follow(until=NOW)
    ana, rui, eva = (player.pk for player in players)
    assert found() == [
        (ana, "cancelled", hours_ago(28)),
        (ana, "long", hours_ago(14)),
        (rui, "long", hours_ago(14.9)),
        (rui, "refused", hours_ago(10)),
        (eva, "raised", hours_ago(120)),
    ]
    assert following.differing_players() == []
    call_command("monitoring", start_over=True, stdout=StringIO())
    assert following.follow(until=NOW) == 5 and len(found()) == 5, "folded again, nothing is said twice"


def test_a_pass_that_is_lost_is_as_if_it_never_was(players: list[Player]) -> None:
    three_cancelled(players[0])
    following.follow(until=hours_ago(29.5))
    before = list(Shard.objects.values_list("number", "until").order_by("number"))
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        assert following.follow(until=NOW) == 1
        raise KeyboardInterrupt
    assert not Alert.objects.exists()
    assert list(Shard.objects.values_list("number", "until").order_by("number")) == before
    assert following.follow(until=NOW) == 1 and following.follow(until=NOW) == 0
    assert following.differing_players() == []


def test_a_state_that_was_changed_by_hand_is_found(players: list[Player]) -> None:
    three_cancelled(players[0])
    three_cancelled(players[1])
    following.follow(until=NOW)
    other = PlayerState.objects.get(pk=players[1].pk)
    PlayerState.objects.filter(pk=players[0].pk).delete()
    assert following.differing_players() == [players[0].pk]
    line(players[1], "withdrawals.cancelled", 1, cents=5000)
    following.follow(until=NOW + timedelta(hours=1))
    following.follow(until=NOW + timedelta(hours=1))
    assert players[1].pk in following.differing_players(), "a row dated before the position was never folded"
    assert other.shard == players[1].pk % SHARDS


def test_test_accounts_and_credits_are_left_out(players: list[Player]) -> None:
    three_cancelled(players[0])
    Player.objects.filter(pk=players[0].pk).update(testing=True)
    PlaySession.objects.create(
        player=players[1], table=1, table_name="M", system="baccarat", currency="DEMO", rounds=1,
        cause="player", started=hours_ago(20), ended=hours_ago(10),
    )  # fmt: skip
    assert following.follow(until=NOW) == 0


def test_a_new_version_counts_from_its_decision_and_knows_the_past(players: list[Player]) -> None:
    three_cancelled(players[0])
    following.follow(until=hours_ago(10))
    source = shipped_rules()["cancelled"].replace("value = 3", "value = 2").replace('"14 days"', '"1 hour"')
    second = version_in_force(source, 2, hours_ago(9))
    following.follow(until=hours_ago(8))
    assert [name for _, name, _ in found()] == ["cancelled"], "it says nothing about what was before"
    line(players[0], "withdrawals.cancelled", 2, cents=5000)
    assert following.follow(until=NOW) == 1
    assert Alert.objects.order_by("at").last().figures["cancelled"] == 4  # type: ignore[union-attr]
    assert Alert.objects.filter(version=second).count() == 1
    assert following.differing_players() == []


def test_every_shard_is_followed_and_none_twice(players: list[Player]) -> None:
    three_cancelled(players[0])
    following.follow(until=NOW)
    assert Shard.objects.filter(until=NOW).count() == SHARDS
    assert set(Shard.objects.values_list("versions", flat=True).get(number=0)) == set(
        RuleVersion.objects.values_list("pk", flat=True)
    )
    assert RuleVersion.objects.count() == len(shipped_rules())


def test_the_record_is_settled_before_the_oldest_transaction_that_writes(players: list[Player]) -> None:
    """Commits come out of order: what a slow transaction wrote first must still be read."""
    with psycopg.connect(**connection.get_connection_params()) as slow:
        # It takes a number as the first row that it writes would.
        begun = slow.execute("SELECT clock_timestamp(), pg_current_xact_id()").fetchone()
        assert begun is not None
        time.sleep(6)  # longer than a transaction counts that has written nothing
        settled = record.settled_until()
        assert settled is not None and settled < begun[0]
        slow.rollback()
        slow.execute("SELECT 1")
        end = time.monotonic() + 30
        while (later := record.settled_until()) is None or later <= begun[0]:
            assert time.monotonic() < end, "a transaction that only reads holds the record back"
            time.sleep(0.1)
        slow.rollback()


def test_connections_without_a_transaction_hold_nothing_back(players: list[Player]) -> None:
    """Every process of a house keeps some open: alerts and payouts would wait for them."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as idle:
        idle.execute("SELECT 1")
        end = time.monotonic() + 30
        while not _settles_at_once():
            assert time.monotonic() < end
            time.sleep(0.1)


def _settles_at_once() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        [begun] = cursor.fetchone()
    settled = record.settled_until()
    return settled is not None and settled > begun - timedelta(seconds=3)


def test_where_nothing_is_settled_the_record_is_not_read(players: list[Player]) -> None:
    three_cancelled(players[0])
    with mock.patch.object(record, "settled_until", return_value=None):
        assert following.follow() == 0
    assert not Alert.objects.exists()
    assert following.follow() == 1, "the clock of the database is years later"


def test_a_row_of_the_record_is_written_only_by_the_worker(players: list[Player]) -> None:
    following.follow(until=NOW)
    three_cancelled(players[0])
    with connection.cursor() as cursor:
        for role in ("house_web", "house_croupier"):
            for write in (
                "UPDATE monitoring_shard SET until = now()",
                "DELETE FROM monitoring_playerstate",
                "INSERT INTO monitoring_alert (version_id, player_id, kind, at, since, event, key, figures)"
                f" VALUES (1, {players[0].pk}, 'care', now(), now(), 'time', '', '{{}}')",
            ):
                with pytest.raises(Exception, match="permission denied"), transaction.atomic():
                    cursor.execute(f"SET LOCAL ROLE {role}")
                    cursor.execute(write)
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            cursor.execute("DELETE FROM monitoring_alert")


def test_a_run_ends_where_the_record_was_settled_when_it_began(players: list[Player]) -> None:
    """What settles during a run is the next one's. Red before: a run went on for its whole time."""
    three_cancelled(players[0])
    later = itertools.count()
    with mock.patch.object(record, "settled_until", lambda: NOW + timedelta(milliseconds=next(later))):
        began = time.monotonic()
        assert following.follow(seconds=20) == 1
    assert time.monotonic() - began < 15
    assert set(Shard.objects.values_list("until", flat=True)) == {NOW}


def test_the_worker_replaces_no_rule(players: list[Player]) -> None:
    """Red before: a worker that was taken over could put a rule in force that finds nobody."""
    following.follow(until=NOW)
    rule = RuleVersion.objects.order_by("name").first()
    assert rule is not None
    insert = (
        "INSERT INTO monitoring_ruleversion (name, number, kind, source, state, reason, answer, at) "
        "VALUES (%s, %s, %s, %s, 'proposed', '', '', now())"
    )
    with connection.cursor() as cursor:
        for name, number in ((rule.name, 2), ("unheard-of", 1)):
            with pytest.raises(Exception, match="only people decide"), transaction.atomic():
                cursor.execute("SET LOCAL ROLE house_worker")
                cursor.execute(insert, [name, number, rule.kind, rule.source])
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            cursor.execute("UPDATE monitoring_ruleversion SET source = ''")


def test_the_worker_brings_the_first_versions_and_follows_with_its_own_rights(players: list[Player]) -> None:
    three_cancelled(players[0])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        assert following.follow(until=NOW) == 1
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("house_worker",)
    in_force = RuleVersion.objects.filter(state="in-force", decided=None, author=None)
    assert set(in_force.values_list("name", flat=True)) == set(shipped_rules())


def test_the_worker_brings_no_proposal_of_people_in_force(players: list[Player]) -> None:
    """Red before: a worker that was taken over could decide what waits for a second person."""
    following.follow(until=NOW)
    author = Person.objects.create(email="author@feltro.example", is_staff=True)
    source = shipped_rules()["cancelled"].replace("value = 3", "value = 50")
    RuleVersion.objects.create(name="cancelled", number=2, kind="care", source=source, author=author)
    refused = pytest.raises(Exception, match="only people decide")
    with connection.cursor() as cursor, refused, transaction.atomic():
        cursor.execute("SET LOCAL ROLE house_worker")
        cursor.execute("UPDATE monitoring_ruleversion SET state = 'in-force' WHERE number = 2")


def test_the_database_names_the_rules_that_the_house_comes_with() -> None:
    law = (Path(following.__file__).parent / "database" / "rule_versions.sql").read_text(encoding="utf-8")
    names = re.search(r"NEW\.name NOT IN \(([^)]*)\)", law)
    assert names and sorted(re.findall(r"'([^']*)'", names[1])) == sorted(shipped_rules())


def test_a_rule_for_an_age_speaks_of_nobody_else(players: list[Player]) -> None:
    """The windows are everybody's; the alert, and what a replay counts, are of those who are so old then."""
    source = shipped_rules()["cancelled"].replace('quiet = "14 days"', 'quiet = "14 days"\nages = [18, 24]')
    young, old, unknown = players
    for player, birth in ((young, date(2001, 3, 30)), (old, date(2001, 3, 28))):
        identified(player)
        identity = Identity.objects.get(player=player)
        identity.birth = birth
        identity.save()
    assert not Identity.objects.filter(player=unknown).exists()
    for player in players:
        three_cancelled(player)
    following.follow(until=hours_ago(40))
    version = version_in_force(source.replace('"cancelled"', '"cancelled-young"', 1), decided=hours_ago(35))
    assert following.follow(until=NOW) == 4
    assert list(Alert.objects.filter(version=version).values_list("player", flat=True)) == [young.pk]
    replayed = replay(version.rule, NOW)
    assert (replayed.flagged, replayed.alerts, len(replayed.examples)) == (1, 1, 1)
    assert following.differing_players() == []

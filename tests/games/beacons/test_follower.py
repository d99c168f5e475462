"""The process that follows a beacon, tested with the rights of its database role."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.record_checks import checks
from games.beacons.follower import CATCH_UP_SECONDS, Follower, KeyChangedError
from games.draw import beacon
from games.draw.beacon import Chain
from games.models import BeaconChain, BeaconValue, BeaconWatch
from players.shared import clock
from tests.games.beacons.conftest import SECRET, FakeRelay, Follow, new_chain

pytestmark = pytest.mark.usefixtures("lasting_db")


def stored(chain: Chain) -> dict[int, str]:
    return dict(BeaconValue.objects.filter(chain=chain.name).values_list("number", "signature"))


def due(chain: Chain) -> int:
    return chain.first_from(int(time.time() * 1000) + 1) - 1


def watched(chain: Chain) -> BeaconWatch:
    return BeaconWatch.objects.get(pk=chain.name)


def check_line(chain: Chain) -> dict[str, Any]:
    (line,) = [line for line in checks.beacon(clock.now())[1]["lines"] if line["name"] == chain.name]
    return dict(line)


def steps_until(follower: Follower, done: Callable[[], bool]) -> None:
    for _ in range(200):
        follower.step()
        if done():
            return
        time.sleep(0.02)
    raise AssertionError("not reached")


def test_every_due_value_is_stored_and_none_before_its_time(chain: Chain, follow: Follow) -> None:
    follower = follow(chain, FakeRelay(chain))
    follower.caught_up = -1e9
    steps_until(follower, lambda: len(stored(chain)) >= 20)
    values = stored(chain)
    assert max(values) <= due(chain)
    assert all(beacon.is_genuine(chain.public_key, number, values[number]) for number in values)
    assert BeaconChain.objects.get(pk=chain.name).hash == chain.hash
    assert check_line(chain)["good"]


@pytest.mark.parametrize(
    ("code", "lie"),
    [
        ("signature", lambda n, p: p | {"signature": beacon.sign(SECRET + 1, n)}),
        ("value", lambda n, p: p | {"randomness": "00" * 32}),
        ("repeated", lambda n, p: p | {"round": n - 1}),
        ("jumped", lambda n, p: p | {"round": n + 1}),
        ("unreadable", lambda n, p: b"<html>"),
    ],
)
def test_a_lying_relay_is_refused_reported_and_replaced(
    chain: Chain, follow: Follow, code: str, lie: Any
) -> None:
    liar, honest = FakeRelay(chain), FakeRelay(chain)
    liar.change = lie
    follower = follow(chain, liar, honest)
    follower.step()
    values = stored(chain)
    assert values and all(values[number] == beacon.sign(SECRET, number) for number in values)
    row, line = watched(chain), check_line(chain)
    assert row.refused >= 1 and (row.refused_why, row.refused_relay) == (code, "https://relay0.example")
    assert not line["good"] and line["why"] == code
    assert follower.relays[-1].url == "https://relay0.example", "the liar is asked last from now on"


def test_only_liars_store_nothing(chain: Chain, follow: Follow) -> None:
    liar = FakeRelay(chain, secret=SECRET + 1)
    follower = follow(chain, liar)
    for _ in range(3):
        follower.step()
    assert stored(chain) == {}
    assert watched(chain).trouble == "no-value"


def test_a_relay_with_another_key_is_refused(chain: Chain, follow: Follow) -> None:
    fake = FakeRelay(chain)
    fake.info["public_key"] = beacon.public_key_of(SECRET + 1)
    follow(chain, fake).step()
    assert stored(chain) == {} and fake.asked == []
    assert watched(chain).refused_why == "key-changed"


def test_a_beacon_never_changes_its_key(chain: Chain, follow: Follow) -> None:
    follow(chain, FakeRelay(chain)).step()
    before = stored(chain)
    other = new_chain(name=chain.name, secret=SECRET + 1)
    with pytest.raises(KeyChangedError):
        follow(other, FakeRelay(other, SECRET + 1)).step()
    assert stored(chain) == before
    assert BeaconChain.objects.get(pk=chain.name).public_key == chain.public_key
    assert check_line(chain)["trouble"] == "key-changed" and not check_line(chain)["good"]


def test_a_value_before_its_time_shows_a_wrong_clock(follow: Follow) -> None:
    """By the database's clock, which also says when bets close."""
    chain = new_chain(age=-3600)
    follower = follow(chain, FakeRelay(chain))
    follower.step()
    assert follower.database is not None
    follower.obtain(follower.database, 1)
    follower.step()
    assert stored(chain) == {}
    follower.watched = 0.0
    follower.step()
    assert watched(chain).refused_why == "early"


def test_a_second_value_for_a_number_is_refused(chain: Chain, follow: Follow) -> None:
    """It cannot be genuine, unless the scheme is broken: then too the first one stays."""
    follower = follow(chain, FakeRelay(chain))
    follower.step()
    number, signature = max(stored(chain).items())
    other = FakeRelay(chain)
    second = follow(chain, other)
    second.step()
    assert second.database is not None
    relay = second.relays[0]
    relay.signature = lambda number: "ab" * 48
    second.obtain(second.database, number)
    second.watched = 0.0
    second.step()
    assert stored(chain)[number] == signature and watched(chain).refused_why == "differs"


def test_a_stalled_beacon_alarms_and_is_caught_up_with(follow: Follow) -> None:
    chain = new_chain(age=3600)
    fake = FakeRelay(chain)
    follower = follow(chain, fake)
    follower.step()
    newest = due(chain)
    fake.away = True
    # The process was away for a while: its newest value is old.
    with psycopg.connect(follower.database_url, autocommit=True) as database:
        database.execute(
            "DELETE FROM games_beaconvalue WHERE chain_id = %s AND number > %s", [chain.name, newest - 30]
        )
    follower.stored = set(stored(chain))
    follower.newest, follower.watched = newest - 30, 0.0
    follower.step()
    assert watched(chain).trouble == "stalled" and not check_line(chain)["good"]
    fake.away, follower.caught_up = False, -1e9

    def caught_up() -> bool:
        follower.caught_up = -1e9
        return set(range(newest - 30, newest)) <= set(stored(chain))

    steps_until(follower, caught_up)
    follower.watched = 0.0
    follower.step()
    assert watched(chain).trouble == "" and check_line(chain)["good"]
    assert min(stored(chain)) >= newest - CATCH_UP_SECONDS - 1, "old values are not fetched"


def test_a_process_that_reports_no_more_alarms(chain: Chain, follow: Follow) -> None:
    follow(chain, FakeRelay(chain)).step()
    later = clock.now() + timedelta(minutes=1)
    (line,) = [line for line in checks.beacon(later)[1]["lines"] if line["name"] == chain.name]
    assert line["trouble"] == "silent" and not line["good"]


def test_a_database_outage_is_survived(chain: Chain, follow: Follow) -> None:
    follower = follow(chain, FakeRelay(chain))
    follower.step()
    assert follower.database is not None
    follower.database.close()
    with pytest.raises(psycopg.Error):
        follower.step()
    follower.disconnect()
    follower.step()
    assert max(stored(chain)) >= due(chain) - 1


@pytest.mark.parametrize("role", ["house_web", "house_croupier", "house_worker"])
@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO games_beaconvalue (chain_id, number, signature) VALUES ('x', 1, repeat('ab', 48))",
        "UPDATE games_beaconvalue SET signature = repeat('ab', 48)",
        "DELETE FROM games_beaconvalue",
        "UPDATE games_beaconwatch SET trouble = ''",
        "INSERT INTO games_beaconchain VALUES ('x')",
        "UPDATE games_beaconchain SET public_key = ''",
        "DELETE FROM games_beaconchain",
    ],
)
def test_no_other_process_writes_a_value(role: str, sql: str) -> None:
    with connection.cursor() as cursor:
        table, right = sql.split()[2 if not sql.startswith("UPDATE") else 1], sql.split(maxsplit=1)[0]
        cursor.execute("SELECT has_table_privilege(%s, %s, %s)", [role, table, right])
        assert cursor.fetchone() == (False,)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games_beaconvalue SET signature = repeat('ab', 48)",
        "TRUNCATE games_beaconvalue",
        "UPDATE games_beaconchain SET public_key = ''",
        "DELETE FROM games_beaconchain",
        "DELETE FROM games_beaconwatch",
        "SELECT * FROM games_round",
        "SELECT * FROM games_table",
        "SELECT * FROM games_event",
        "SELECT * FROM players_player",
        "SELECT * FROM wallet_account",
        "SELECT * FROM django_session",
        "CREATE TABLE mine (id int)",
    ],
)
def test_the_beacon_process_has_no_other_access(address: str, sql: str) -> None:
    with psycopg.connect(address, autocommit=True) as database, pytest.raises(psycopg.Error) as refused:
        database.execute(sql)
    assert "permission denied" in str(refused.value)

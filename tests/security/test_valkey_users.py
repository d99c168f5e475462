"""The Valkey privileges of each process, tested by signing in as each user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import kombu
import pytest
import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from casino.services.folder import Folder
from casino.services.valkey import (
    ADMIN,
    PROCESS_USERS,
    addresses,
    users_with_passwords,
    users_without_passwords,
    valkey_url,
)
from tests.running import RunningHouse

USERS = sorted({user for users in PROCESS_USERS.values() for user in users.values()} - {ADMIN} | {"health"})
# What is asked, and who may: everybody else is refused, and nothing changes.
ATTEMPTS: dict[str, tuple[str, set[str]]] = {
    # commands to the croupiers
    "send a command": ("RPUSH commands:3 x", {"web", "worker", "croupier"}),
    "take a command": ("BLMPOP 0.01 1 commands:3 LEFT COUNT 9", {"croupier"}),
    "read commands": ("LRANGE commands:3 0 -1", set()),
    "drop commands": ("DEL commands:3", set()),
    # frames
    "publish a frame of a table": ("PUBLISH table:7 x", {"croupier"}),
    "publish an answer to a web process": ("PUBLISH web:abc x", {"croupier"}),
    "publish to people": ("PUBLISH balances x", {"croupier"}),
    "publish versions": ("PUBLISH heartbeats x", {"croupier"}),
    "close sockets": ("PUBLISH closings x", {"web", "worker"}),
    "say that somebody sits at two processes": ("PUBLISH shared-players x", {"web"}),
    "listen to a table": ("SUBSCRIBE table:7", {"web"}),
    "listen to people": ("SUBSCRIBE balances", {"web"}),
    "listen to a web process": ("SUBSCRIBE web:abc", {"web"}),
    "listen to answers to the house": ("SUBSCRIBE web:house:abc", {"web", "worker"}),
    "listen to everything": ("PSUBSCRIBE *", set()),
    "listen to all tables": ("PSUBSCRIBE table:*", set()),
    # leases and signs of life
    "take a lease": ("SET lease:3 x NX PX 60000", {"croupier"}),
    "give up a lease": ("DELIFEQ lease:3 x", {"croupier"}),
    "read leases": ("MGET lease:3", {"croupier", "web"}),
    "say that a croupier lives": ("ZADD croupier:alive 1 x", {"croupier"}),
    "say that a worker lives": ("ZADD worker:alive 1 x", {"worker"}),
    "say that beat lives": ("ZADD beat:alive 1 x", {"beat"}),
    "say that a web process lives": ("SET web:alive:abc 1 PX 60000", {"web"}),
    "read which croupiers live": ("ZRANGE croupier:alive 0 -1", {"web", "croupier"}),
    "write figures of a croupier": ("SET croupier:metrics:x 1", {"croupier"}),
    "read figures of croupiers": ("MGET croupier:metrics:x", {"web"}),
    # sockets of people
    "count a socket": ("SADD sockets:5 x", {"web"}),
    "read sockets": ("SMEMBERS sockets:5", {"web"}),
    "count a message": ("INCR messages:5:1", {"web"}),
    # caches
    "read the cache of web": ("GET web_cache:1:x", {"web_cache"}),
    "reset a counter of web": ("SET web_cache:1:allauth x", {"web_cache"}),
    "delete from the cache of web": ("DEL web_cache:1:x", {"web_cache"}),
    "read the cache of the worker": ("GET worker_cache:1:x", {"worker_cache"}),
    "rewrite what the seals remember": ("SET worker_cache:1:seal x", {"worker_cache"}),
    # tasks
    "hand in a task": ("LPUSH celery x", {"web_broker", "beat_broker", "worker_broker"}),
    "take a task": ("BRPOP celery 0.01", {"worker_broker"}),
    "read tasks": ("LRANGE celery 0 -1", set()),
    "drop tasks": ("DEL celery", set()),
    "read what is at work": ("HGET unacked x", {"worker_broker"}),
    "command a worker": ("PUBLISH /0.celery.pidbox x", set()),
    # the server
    "list keys": ("KEYS *", set()),
    "walk through keys": ("SCAN 0", set()),
    "empty it": ("FLUSHALL", set()),
    "change its settings": ("CONFIG SET dir /tmp", set()),
    "read its settings": ("CONFIG GET *", set()),
    "watch it": ("MONITOR", set()),
    "make a user": ("ACL SETUSER me on nopass ~* &* +@all", set()),
    "read users": ("ACL LIST", set()),
    "run a script": ("EVAL", set()),
    "load a function": ("FUNCTION LIST", set()),
    "load a module": ("MODULE LIST", set()),
    "make it a copy of another server": ("REPLICAOF 203.0.113.9 6379", set()),
    "see who is connected": ("CLIENT LIST", set()),
    "throw others out": ("CLIENT KILL TYPE normal", set()),
    "stop it": ("SHUTDOWN NOSAVE", set()),
    "write to its disk": ("SAVE", set()),
    "read about it": ("INFO", set()),
    "answer": ("PING", set(USERS)),
    "say what time it is": ("TIME", {"web", "croupier", "worker", "beat"}),
}
# Commands that are allowed although their category can harm the server.
EXCEPTIONS = {"croupier": {"blmpop"}, "worker_broker": {"brpop", "evalsha", "script|load"}}
HARMFUL = ("dangerous", "admin", "scripting", "blocking")


@pytest.fixture
def admin(valkey_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(valkey_url, decode_responses=True) as client:
        yield client


@pytest.fixture
def signed_in(request: pytest.FixtureRequest, admin: redis.Redis) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(valkey_url(folder(), request.param), socket_timeout=5) as client:
        yield client


def folder() -> Folder:
    return Folder(Path(os.environ["HOUSE_DIR"]))


def state(admin: redis.Redis) -> set[tuple[str, str]]:
    return {(key, str(admin.dump(key))) for key in admin.scan_iter("*")}


@pytest.mark.parametrize("signed_in", USERS, indirect=True)
def test_a_user_may_do_only_its_own_work(
    request: pytest.FixtureRequest, signed_in: redis.Redis, admin: redis.Redis
) -> None:
    user = request.node.callspec.params["signed_in"]
    wrong = []
    for attempt, (command, allowed) in ATTEMPTS.items():
        before = state(admin)
        permitted = may_do(signed_in, command)
        if permitted != (user in allowed) or (not permitted and state(admin) != before):
            wrong.append(attempt)
    assert wrong == []


def may_do(client: redis.Redis, command: str) -> bool:
    words = ["EVAL", "return 1", "0"] if command == "EVAL" else command.split()
    try:
        client.execute_command(*words)
    except redis.exceptions.NoPermissionError:
        return False
    finally:
        client.connection_pool.disconnect()  # a subscribed client can send no other command
    return True


def test_a_password_is_required(admin: redis.Redis) -> None:
    """Red before there were users: every client of the socket had all privileges."""
    path = admin.connection_pool.connection_kwargs["path"]
    no_retry = Retry(NoBackoff(), 0)
    with redis.Redis(unix_socket_path=path, retry=no_retry) as stranger:
        for command in ("PING", "GET x", "PUBLISH table:7 x", "FLUSHALL"):
            with pytest.raises(redis.exceptions.AuthenticationError):
                stranger.execute_command(*command.split())
    for user in ("default", *USERS, ADMIN):
        guessing = redis.Redis(unix_socket_path=path, username=user, password="guessed", retry=no_retry)
        with guessing, pytest.raises(redis.exceptions.AuthenticationError):
            guessing.ping()


@pytest.mark.parametrize("user", USERS)
def test_no_user_has_a_command_that_harms_the_server(admin: redis.Redis, user: str) -> None:
    harmful = {command for category in HARMFUL for command in admin.execute_command("ACL CAT", category)}
    assert len(harmful) > 100
    allowed = {name for name in harmful if may_run(admin, user, name)}
    assert allowed == EXCEPTIONS.get(user, set())


def may_run(admin: redis.Redis, user: str, name: str) -> bool:
    """Whether the user may run this command on any key at all; Valkey tells which of the two it refuses."""
    words = name.split("|")
    arity = abs(admin.execute_command("COMMAND INFO", name)[0][1])
    answer = admin.execute_command("ACL DRYRUN", user, *words, *["1"] * (arity - len(words)))
    return "has no permissions to run" not in str(answer)


def test_only_digests_of_the_passwords_are_given_to_the_server(admin: redis.Redis) -> None:
    users_file = Path(admin.connection_pool.connection_kwargs["path"]).with_name("users.acl")
    assert users_file.stat().st_mode & 0o777 == 0o600
    written = users_file.read_text()
    assert written == users_with_passwords(folder())
    for user in (*USERS, ADMIN):
        assert folder().valkey_password(user).read_text().strip() not in written
        assert folder().valkey_password(user).stat().st_mode & 0o777 == 0o600


def test_the_file_names_every_user_once() -> None:
    assert sorted(users_without_passwords()) == sorted(["default", *USERS])


def test_the_worker_takes_over_an_unfinished_task(admin: redis.Redis) -> None:
    """Celery's own transport under the rights of the two users that speak through it."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS | {"visibility_timeout": 0}

    def connection(process: str) -> kombu.Connection:
        return kombu.Connection(addresses(folder(), process)["CELERY_BROKER_URL"], transport_options=options)

    with connection("web") as web:
        web.SimpleQueue("celery").put({"task": 7})
    with connection("worker") as worker:
        assert worker.SimpleQueue("celery").get(timeout=2).payload == {"task": 7}
        assert admin.llen("celery") == 0 and admin.hlen("unacked") == 1
        worker.default_channel.qos.restore_visible()
        redelivered = worker.SimpleQueue("celery").get(timeout=2)
        assert redelivered.payload == {"task": 7}
        redelivered.ack()
    assert admin.llen("celery") == admin.hlen("unacked") == 0


@pytest.mark.house
def test_no_process_of_a_running_house_exceeds_its_privileges(house: RunningHouse) -> None:
    """The whole run is looked at once more when the house of the tests closes (tests/conftest.py)."""
    assert house.ready()["ready"]
    assert house.refused_by_valkey() == []

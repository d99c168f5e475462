"""Management commands run with the rights of a compromised process: they create no house and no staff, and
record no release.

Mistyped addresses, and addresses that try to get a secret into the log, are refused.
"""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from casino.operation import doctor
from casino.services.folder import PROJECT
from games.models import RuleSheet, Table
from players.models import Person
from players.shared.valkey_addresses import sentinel_address

PROCESSES = ("house_web", "house_croupier", "house_worker")
COMMANDS = (
    ("first_house", str(PROJECT / "deploy" / "first-house.example.toml")),
    ("first_staff", "eva@example.pt", "rui@example.pt"),
)


@pytest.mark.django_db
@pytest.mark.parametrize("role", PROCESSES)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_process_cannot_create_a_house(role: str, command: tuple[str, ...]) -> None:
    before = Person.objects.filter(is_staff=True).count()
    with pytest.raises((DatabaseError, CommandError, SystemExit)), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {role}")
        call_command(*command, stdout=StringIO(), stderr=StringIO())
    assert Person.objects.filter(is_staff=True).count() == before
    assert not RuleSheet.objects.exists() and not Table.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("process", ["web", "croupier", "worker", "beat"])
def test_the_doctor_names_a_role_with_too_many_rights(process: str) -> None:
    """The tests sign in as the administrator of the database, as no process may."""
    findings = [finding.problem for finding in doctor.check_postgresql(process)]
    assert any("SUPERUSER" in problem for problem in findings), findings


@pytest.mark.parametrize(
    "servers",
    [
        "user:geheim/geheim@one:26379",  # a / that is not written as %2F ends the servers
        "user:geheim@one:geheim",
        "user:geheim@one:99999",
        "user:geheim@one:-1",
        "user:geheim@one:26379,",
        "user:geheim@,one",
        "user:geheim@:26379",
        "user:geheim@one:2 6",
        "user:geheim@",
    ],
)
def test_a_wrong_sentinel_address_is_refused_without_its_secret(servers: str) -> None:
    """Red before: a part of a password was taken for a port and logged; impossible ports passed."""
    with pytest.raises(ValueError) as caught:
        sentinel_address(f"redis+sentinel://{servers}/house/0")
    assert "geheim" not in str(caught.value) and "Sentinel address should be" in str(caught.value)


@pytest.mark.parametrize(
    "option", ["ssl_cert_reqs=none", "ssl_check_hostname=false", "host=evil", "sentinel_host=evil"]
)
def test_an_address_cannot_set_options_of_the_connection(option: str) -> None:
    """The user and the password for Sentinels and the files of TLS are taken from the query alone. The rest
    was dropped without a word; it is refused, without the secret.
    """
    address = "rediss+sentinel://u:p%40ss%2F@one/house/0?sentinel_username=s&sentinel_password=t"
    with pytest.raises(ValueError, match="parameters that are not supported") as caught:
        sentinel_address(f"{address}&{option}")
    assert "p%40ss" not in str(caught.value) and "evil" not in str(caught.value)
    allowed = sentinel_address(address)
    assert allowed is not None
    assert allowed.connection == {"db": 0, "username": "u", "password": "p@ss/", "ssl": True}
    assert set(allowed.sentinel_connection) == {
        "socket_timeout", "socket_connect_timeout", "username", "password", "ssl",
    }  # fmt: skip

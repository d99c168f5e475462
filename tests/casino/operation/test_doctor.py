"""`manage.py doctor`: what it finds wrong, with a fix for each.

The installed house is examined in tests/deploy.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from inspect import getsource
from pathlib import Path
from typing import Any

import pytest
import redis
from django.db import connection, transaction

from casino.compliance.regulator import keys
from casino.operation import doctor
from casino.operation.doctor import Problem
from players.shared import clock


def test_the_valkey_of_this_release_is_new_enough(valkey_url: str) -> None:
    client = redis.Redis.from_url(valkey_url, decode_responses=True)
    assert list(doctor._valkey_version(client)) == []
    client.close()


def test_an_older_valkey_is_named_with_the_version_to_install(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = redis.Redis.from_url(valkey_url, decode_responses=True)
    monkeypatch.setattr(doctor, "MIN_VALKEY", (99, 1))
    (finding,) = doctor._valkey_version(client)
    client.close()
    assert "is too old" in finding.problem and finding.fix == "Use Valkey 99.1 or newer."


@pytest.mark.django_db
def test_a_role_whose_processes_may_pause_with_locks_is_found() -> None:
    with connection.cursor() as cursor:
        for value, count in (("10s", 1), ("0", 1), ("1500ms", 0), ("2s", 0)):
            cursor.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{value}'")
            assert len(list(doctor._role_pause(cursor, "croupier"))) == count
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        (finding,) = doctor._role_pause(cursor, "croupier")
        assert "keeps its locks for any time" in finding.problem
        assert "ALTER ROLE house_croupier SET idle_in_transaction_session_timeout = '2s';" in finding.fix
        assert list(doctor._role_pause(cursor, "operator")) == []


@pytest.mark.parametrize(
    ("process", "name", "sentence"),
    [
        ("web", "PAYOUT_KEY_FILE", "the key that orders payouts"),
        ("croupier", "COMMAND_KEY_FILE", "the key of tasks"),
        ("web", "SEAL_KEY_FILE", "the seal key"),
        ("web", "REGISTER_KEY_FILE", "the key of the national list"),
    ],
)
def test_a_key_of_another_process_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, process: str, name: str, sentence: str
) -> None:
    for other in ("PAYOUT_KEY_FILE", "COMMAND_KEY_FILE", "SEAL_KEY_FILE", "REGISTER_KEY_FILE"):
        monkeypatch.delenv(other, raising=False)
    assert not any(sentence in finding.problem for finding in doctor.check_keys(process))
    monkeypatch.setenv(name, str(tmp_path / "key"))
    assert any(sentence in finding.problem for finding in doctor.check_keys(process))


def test_a_worker_that_cannot_pay_out_is_found(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.delenv("PAYOUT_KEY_FILE", raising=False)
    settings.GATEWAY_URL = "https://gateway.example"
    assert "PAYOUT_KEY_FILE is not set." in [finding.problem for finding in doctor.check_keys("worker")]
    assert "PAYOUT_KEY_FILE is not set." not in [finding.problem for finding in doctor.check_keys("web")]


@pytest.mark.django_db
def test_certificates_of_the_regulator_are_named_before_they_end(tmp_path: Path, settings: Any) -> None:
    """Sixty days before, so that the next ones can be agreed on; the web process has no key."""
    made = clock.now() - keys.SANDBOX_LIFE
    settings.REGULATOR_ANSWERS, settings.REGULATOR_SANDBOX_KEYS = "", str(tmp_path)
    assert list(doctor.check_transport("worker")) == [], (
        "the first envelope makes the keys of a demonstration"
    )
    keys.make_sandbox_keys(tmp_path, since=made + keys.EXPIRES_SOON + timedelta(days=1))
    for process in ("web", "worker"):
        assert list(doctor.check_transport(process)) == []
    keys.make_sandbox_keys(tmp_path, since=made + keys.EXPIRES_SOON - timedelta(days=1))
    for process in ("web", "worker"):
        problems = [finding.problem for finding in doctor.check_transport(process)]
        assert [problem.partition(" for ")[0] for problem in problems] == [
            "The certificate of the house",
            "The certificate of the regulator",
        ]
    keys.make_sandbox_keys(tmp_path, since=made - timedelta(days=1))
    (finding,) = doctor.check_transport("worker")
    assert "No file for the regulator can be signed" in finding.problem
    assert list(doctor.check_transport("croupier")) == []


@pytest.mark.django_db
def test_a_transport_that_is_set_in_part_is_found(tmp_path: Path, settings: Any) -> None:
    settings.REGULATOR_SANDBOX_KEYS, settings.REGULATOR_ANSWERS = "", str(tmp_path / "answers")
    settings.REGULATOR_SIGNING_CERTIFICATE = str(tmp_path / "house.pem")
    settings.REGULATOR_CERTIFICATES = settings.REGULATOR_SIGNING_KEY = ""
    folder, partly = doctor.check_transport("worker")
    assert "cannot be read and put aside" in folder.problem
    assert "REGULATOR_CERTIFICATES, REGULATOR_SIGNING_KEY is not set" in partly.problem
    settings.REGULATOR_ANSWERS, settings.REGULATOR_CERTIFICATES = "", str(tmp_path / "regulator.pem")
    (unreadable,) = doctor.check_transport("web")
    assert "No file for the regulator can be signed" in unreadable.problem


@pytest.mark.django_db
def test_what_could_not_be_looked_at_is_no_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the database five checks found nothing, and the command printed ok."""

    def away(process: str) -> Iterator[Problem]:
        connection.cursor().execute("SELECT 1 FROM no_such_table")
        yield from ()

    monkeypatch.setattr(doctor, "CHECKS", {"release": away})
    with transaction.atomic():
        ((title, problems),) = doctor.diagnose("operator")
        transaction.set_rollback(True)
    assert title == "release" and problems[0].problem.startswith("Not looked at: relation")


def test_no_check_of_doctor_hides_that_the_database_does_not_answer() -> None:
    """Only the check of the database itself and `diagnose` say so."""
    hiding = [name for name, check in doctor.CHECKS.items() if "except DatabaseError" in getsource(check)]
    assert hiding == ["database"]

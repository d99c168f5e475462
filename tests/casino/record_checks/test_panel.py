"""The self-checks, the proof panel, and the banner on every page of the back office."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from casino.compliance.rtp_monitoring.models import Day, ReturnsFoldedUntil
from casino.generator.manifests import differences, installed_files, record_manifest
from casino.generator.models import Manifest
from casino.record_checks import check_states, checks, program_files
from casino.record_checks.labels import GUARANTEES, TITLES
from casino.record_checks.models import Proof, State
from casino.version import VERSION
from games.models import BeaconWatch
from games.tables.transport import envelope
from players.audit import note
from players.audit.models import Horizon, Line, Seal
from players.shared import clock
from players.shared.clock import now
from players.wallet import ledger
from tests.casino.record_checks.tampering import as_owner, execute
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet, players_with, table_open
from tests.processes import received, registered

PANEL = "/admin/compliance/panel/"


@pytest.fixture(autouse=True)
def anchors(settings: Any, tmp_path: Path) -> None:
    settings.ANCHOR_DIR = str(tmp_path / "anchors")


def test_all_checks_pass_on_demo_data(demo: None) -> None:
    assert checks.run_checks({**checks.MINUTE_CHECKS, **checks.HOURLY_CHECKS}) == []
    page = signed_in("conformidade@feltro.example", "en").get(PANEL).content.decode()
    all_checks = {**checks.MINUTE_CHECKS, **checks.HOURLY_CHECKS}
    # Of a new house nothing is replayed, sealed, checked, written or played yet: that is grey, and not green.
    empty = {
        "replay",
        "sealing",
        "chains",
        "anchors",
        "returns",
        "monitored",
        "schedule",
        "beacon",
        "clock",
        "generator",
    }
    states = {state.name: state.good for state in State.objects.filter(name__in=all_checks)}
    assert {name for name, good in states.items() if good is None} == empty
    assert page.count('data-good="yes"') == len(all_checks) - len(empty)
    assert page.count('data-good="unknown"') == len(TITLES) - len(all_checks) + len(empty)
    assert 'data-good="no"' not in page
    assert "house-wrong" not in page


def test_a_changed_balance_shows_on_every_page_of_the_back_office(demo: None) -> None:
    staff = [signed_in(f"{user}@feltro.example", "en") for user in ("mesas", "conformidade", "apoio")]
    regulator = signed_in("regulador@feltro.example")
    with as_owner():
        execute(
            "UPDATE wallet_account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM wallet_account"
            " WHERE kind = 'cash')"
        )
        assert checks.run_checks(checks.MINUTE_CHECKS) == ["balance"]
        assert Line.objects.filter(kind="watch.went-wrong", about="watch:balance").count() == 1
        assert (
            checks.run_checks(checks.MINUTE_CHECKS) == ["balance"]
            and Line.objects.filter(kind="watch.went-wrong").count() == 1
        )
        for client in staff:
            answers = {url: client.get(url) for url in ("/admin/", "/admin/games/table/", "/admin/floor/")}
            assert answers["/admin/"].status_code == 200
            for url, response in answers.items():
                if response.status_code == 200:
                    page = response.content.decode()
                    assert "A self-check of the house has failed:" in page, url
                    # An alarm on the overview; one quiet line on a page about something else.
                    assert ('<div class="house-wrong"' in page, 'class="house-wrong-line"' in page) == (
                        url == "/admin/",
                        url != "/admin/",
                    )
        assert 'data-good="no"' in regulator.get(PANEL).content.decode()
        execute(
            "UPDATE wallet_account SET balance = balance - 1 WHERE id = (SELECT min(id) FROM wallet_account"
            " WHERE kind = 'cash')"
        )
        assert (
            checks.run_checks(checks.MINUTE_CHECKS) == []
            and Line.objects.filter(kind="watch.came-right").count() == 1
        )
    page = signed_in("ana@feltro.example").get("/").content.decode()
    assert "house-wrong" not in page, "players do not see the banner"


def test_the_banner_costs_one_query(demo: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert check_states.failing_checks() == []


def test_the_panel_names_the_beacon_the_relay_and_the_reason(demo: None) -> None:
    BeaconWatch.objects.create(
        name="quicknet",
        at=timezone.now(),
        number=1000,
        trouble="stalled",
        since=timezone.now(),
        refused=2,
        refused_at=timezone.now(),
        refused_why="signature",
        refused_relay="https://relay.example",
    )
    assert "beacon" in checks.run_checks(checks.MINUTE_CHECKS)
    pages = [
        signed_in("regulador@feltro.example", language).get(PANEL).content.decode()
        for language in ("en", "pt-pt")
    ]
    for text in (
        "last value 1000",
        "No newer value has arrived in time.",
        "Refused from https://relay.example",
    ):
        assert text in pages[0]
    for text in (
        "último valor 1000",
        "Não chegou a tempo nenhum valor mais recente.",
        "a assinatura não é válida",
    ):
        assert text in pages[1]


@pytest.mark.django_db
def test_a_changed_result_is_reported_once() -> None:
    changes = [check_states.store_state("balance", good) for good in [True, True, False, False] * 100]
    assert changes == [True, False, True, False] * 100


def test_stopped_checks_are_a_failure(demo: None) -> None:
    check_states.store_state("watch", True)
    assert check_states.failing_checks() == []
    State.objects.filter(pk="watch").update(at=timezone.now() - timedelta(minutes=11))
    assert check_states.failing_checks() == ["watch"]
    assert "house-wrong" in signed_in("mesas@feltro.example").get("/admin/").content.decode()


@pytest.mark.django_db
def test_stakes_without_an_open_round_fail(tmp_path: Path) -> None:
    table, (ana,) = LiveTable(tmp_path, table_open()), players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.send((ana, bet(table.round, {"red": 500})))
    good, details = checks.stakes(now())
    assert good and [
        (line["cents"], line["open"]) for line in details["lines"] if line["table"] == table.table.pk
    ] == [(500, True)]
    with as_owner():
        execute("UPDATE games_round SET status = 'ended' WHERE status = 'open'")
        assert checks.stakes(now())[0] is False


@pytest.mark.django_db
def test_a_jackpot_that_differs_from_its_transfers_fails(tmp_path: Path) -> None:
    table = table_open("macau-stud")
    pot = ledger.open_ledger_account(kind="jackpot", currency="EUR", table=table.pk)
    bank = ledger.open_ledger_account(kind="bank", currency="EUR", table=table.pk)
    ledger.post([ledger.Move(uuid4(), "jackpot-fill", bank, pot, "EUR", 500)])
    good, details = checks.jackpots(now())
    assert good and [
        (line["cents"], line["came"], line["went"]) for line in details["lines"] if line["table"] == table.pk
    ] == [(500, 500, 0)]
    with as_owner():
        execute("UPDATE wallet_account SET balance = balance + 1 WHERE id = %s", [pot])
        assert checks.jackpots(now())[0] is False


@pytest.mark.django_db
def test_a_replay_with_differences_or_too_old_fails() -> None:
    assert checks.replay(now()) == (None, {"ran": None}), "nothing was replayed, and nothing is vouched for"
    note(checks.REPLAY, rounds=7, differences=0)
    assert checks.replay(now())[0]
    assert not checks.replay(now() + checks.PROVED_WITHIN)[0]
    note(checks.REPLAY, rounds=7, differences=2)
    good, details = checks.replay(now())
    assert not good and details["differences"] == 2


@pytest.mark.django_db
def test_the_prove_command_is_audited(tmp_path: Path) -> None:
    table_open()
    call_command("prove", jobs=1)
    line = Line.objects.get(kind=checks.REPLAY)
    assert line.details["differences"] == 0 and checks.replay(now())[0]


# --- the installed files


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    root = tmp_path / "installed"
    shutil.copytree(Path(__file__).parents[3] / "locks", root / "locks")
    (root / "manage.py").write_text("print('house')\n")
    return root


@pytest.mark.django_db
def test_a_changed_byte_holds_the_tables(installation: Path, settings: Any, valkey_url: str) -> None:
    settings.SELF_CHECK = "hold"
    table = table_open()
    assert program_files.check_files(installation) is False, "without a manifest, the check fails"
    record_manifest(reason="the first release", root=installation)
    assert program_files.check_files(installation) is True
    import redis

    croupier = registered("croupier")
    with redis.Redis.from_url(valkey_url) as client:
        client.flushall()
        (installation / "manage.py").write_text("print('Home')\n")
        assert program_files.check_files(installation) is False
        messages = client.lrange(envelope.command_list(table.pk), 0, -1)
    packs = [envelope.open_batch(received(croupier, envelope.COMMANDS, sealed)) for sealed in messages]
    commands = [carried.body for pack in packs for carried in pack.messages]
    assert any(b'"t":"stop"' in command for command in commands), (
        "the croupier receives a command to hold every open table"
    )
    state = State.objects.get(pk="files")
    assert state.details["first"] == [{"path": "manage.py", "how": "changed"}]
    assert Line.objects.filter(kind="watch.files-differ").count() == 2
    record_manifest(reason="approved as it is", root=installation)
    assert program_files.check_files(installation) is True


@pytest.mark.django_db
def test_the_previous_release_is_accepted_during_an_upgrade(
    installation: Path, settings: Any, valkey_url: str
) -> None:
    settings.SELF_CHECK = "hold"
    for release in ("the first", "the second"):
        (installation / "manage.py").write_text(f"print({release!r})\n")
        record_manifest(reason=release, root=installation)
    (installation / "manage.py").write_text("print('the first')\n")
    assert program_files.check_files(installation) is True
    (installation / "manage.py").write_text("print('the third')\n")
    record_manifest(reason="the third", root=installation)
    (installation / "manage.py").write_text("print('the first')\n")
    assert program_files.check_files(installation) is False, "two releases back is not accepted"


@pytest.mark.django_db
def test_differences_are_no_failure_with_self_check_tell(
    installation: Path, settings: Any, valkey_url: str
) -> None:
    settings.SELF_CHECK = "tell"
    record_manifest(reason="the first release", root=installation)
    (installation / "new.py").write_text("")
    (installation / "locks" / "house.in").unlink()
    assert (
        program_files.check_files(installation) is True
        and State.objects.get(pk="files").details["differing"] == 1
    )


def test_every_file_of_the_product_is_covered() -> None:
    files = installed_files()
    assert {
        "manage.py",
        "games/rules/roulette/engine.py",
        "templates/base.html",
        "static/css/backoffice/base.css",
        "locks/house.in",
    } <= files.keys()
    assert not [path for path in files if path.endswith((".pyc", ".mo"))]
    assert differences(files, files) == []
    assert differences({"a": "1", "b": "1"}, {"b": "2", "c": "1"}) == [
        {"path": "a", "how": "gone"}, {"path": "b", "how": "changed"}, {"path": "c", "how": "new"},
    ]  # fmt: skip


@pytest.mark.django_db
def test_manifest_command(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, installation: Path, settings: Any
) -> None:
    settings.BASE_DIR = installation
    with pytest.raises(CommandError, match="no manifest"):
        call_command("manifest")
    call_command("manifest", record="release 1")
    call_command("manifest", record="release 1, repeated")
    assert Manifest.objects.count() == 1
    call_command("manifest")
    (installation / "manage.py").write_text("")
    with pytest.raises(CommandError, match=r"changed: manage\.py"):
        call_command("manifest")


# --- an officer's actions


def test_only_an_officer_runs_checks_and_records_manifests(demo: None, settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    officer, reader = signed_in("oficial@feltro.example"), signed_in("regulador@feltro.example")
    for action in ("look/", "manifest/"):
        assert reader.post(f"{PANEL}{action}", {"reason": "because I may"}).status_code == 403
        assert reader.get(f"{PANEL}{action}").status_code == 403
    assert (
        officer.post(f"{PANEL}manifest/", {"reason": "no"}).status_code == 302
        and not Manifest.objects.exists()
    )
    officer.post(f"{PANEL}manifest/", {"reason": "release 1, approved"})
    recorded = Manifest.objects.get()
    assert (recorded.person.email, recorded.version) == ("oficial@feltro.example", VERSION)
    assert Line.objects.filter(kind="watch.manifest-recorded").exists()
    page = officer.get(PANEL).content.decode()
    assert f"Feltro {VERSION}\N{NO-BREAK SPACE}· " in page, "the manifest says which version it is of"
    assert f'<footer class="office-foot">Versão {VERSION}</footer>' in page
    assert (
        'action="/admin/compliance/panel/look/"' in page
        and 'action="/admin/compliance/panel/look/"' not in reader.get(PANEL).content.decode()
    )


def test_chain_differences_are_stored(demo: None, valkey_url: str) -> None:
    from casino.record_checks.chain_check import prove_chains

    proof = prove_chains()
    assert proof.differences == 0 and Proof.objects.count() == 1
    with as_owner():
        execute(
            "INSERT INTO audit_line (at, kind, about, details, device) VALUES (now() + interval '1 day', "
            "'tests.later', '', '{}', '')"
        )
        assert prove_chains().faults[0].startswith("lines-ahead")
        checks.run_checks({"chains": checks.chains})
        assert check_states.failing_checks() == ["chains"]


def seal_until(minutes: int) -> None:
    """Make the last seal end this many minutes ago."""
    at = now() - timedelta(minutes=minutes)
    last = Seal.objects.order_by("-number").first()
    number, since = (last.number + 1, last.until) if last else (1, None)
    Seal.objects.create(
        number=number,
        since=since,
        until=at,
        lines=0,
        lines_digest="",
        transfers=0,
        transfers_digest="",
        chain="",
    )


@pytest.mark.parametrize(
    ("stopped", "sentence"),
    [
        (27, "The machine or its worker has been down since"),
        (1, "The worker is running but behind with its work"),
    ],
)
def test_late_sealing_names_its_cause(demo: None, stopped: int, sentence: str) -> None:
    seal_until(27)
    check_states.store_state("watch", True)
    State.objects.filter(pk="watch").update(at=now() - timedelta(minutes=stopped))
    assert checks.run_checks({"sealing": checks.sealing, "chains": checks.chains}) == ["sealing"], (
        "the chains themselves are fine"
    )
    page = signed_in("conformidade@feltro.example", "en").get(PANEL).content.decode()
    assert "Sealing is 27 minutes behind" in page and sentence in page
    assert (
        "the record is sealed late" in page
        and "A self-check of the house has failed:</strong> Chains" not in page
    )


def test_late_sealing_names_an_open_transaction(demo: None) -> None:
    seal_until(27)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'virtualxid' AND pid = pg_backend_pid()"
        )
        Horizon.objects.create(at=now(), running=[row[0] for row in cursor.fetchall()])
    good, details = checks.sealing(now())
    assert not good and details["cause"] == "transaction" and details["since"] <= now()


def test_late_sealing_is_no_difference_of_the_record(demo: None) -> None:
    from casino.record_checks import chain_check

    seal_until(27)
    assert not [sentence for sentence in chain_check.find_faults() if sentence.startswith("seals-late")]


@pytest.mark.parametrize("table", ["self_checks_manifest", "self_checks_root", "self_checks_proof"])
@pytest.mark.django_db
def test_manifests_roots_and_proofs_are_append_only(table: str) -> None:
    from django.db import IntegrityError, ProgrammingError, transaction

    with connection.cursor() as cursor:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(f"DELETE FROM {table}")
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            cursor.execute("SET LOCAL ROLE house_app")
            cursor.execute(f"DELETE FROM {table}")


def test_no_check_of_the_panel_is_left_out() -> None:
    """Checks that the schedule runs by other tasks store their results themselves."""
    elsewhere = {
        "availability", "duties", "files", "regulator-envelopes", "regulator-files", "regulator-safe",
        "watch",
    }  # fmt: skip
    assert set(TITLES) - elsewhere == {*checks.MINUTE_CHECKS, *checks.HOURLY_CHECKS}
    assert set(GUARANTEES) == set(TITLES)


@pytest.mark.django_db
def test_return_control_is_in_order_only_while_it_counts_the_days() -> None:
    day = clock.day_of(now())
    assert checks.returns(now())[0] is None, "it has not run"
    ReturnsFoldedUntil.objects.create(day=day)
    assert checks.returns(now())[0] is None, "it has run, and nobody has played"
    Day.objects.create(
        day=day, table=1, system="baccarat", sheet=1, rounds=1, staked=1, returned=1,
        expected=1.0, variance=1.0, squares=0.0, spread=1.0,
    )  # fmt: skip
    tomorrow = clock.midnight(day + timedelta(days=1))
    assert checks.returns(tomorrow)[0] is True
    good, details = checks.returns(tomorrow + checks.COUNTED_WITHIN)
    assert good is False and details["counted"] == day


@pytest.mark.django_db
def test_P23_a_generator_that_nobody_has_tested_is_not_known() -> None:
    assert checks.generator(now())[0] is None
    note("generator.passed")
    assert checks.generator(now())[0] is True
    note("generator.failed", trouble="too few ones")
    assert checks.generator(now())[0] is False

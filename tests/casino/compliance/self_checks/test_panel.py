"""The proof panel: what it looks at, what it makes of a difference, and that everybody in the back office sees it."""

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

from casino.compliance.self_checks import check_states, checks, program_files
from casino.compliance.self_checks.models import Manifest, Proof, State
from casino.compliance.self_checks.program_files import differences, installed, manifest_record
from games.tables.transport import envelope
from players.audit import note
from players.audit.models import Horizon, Line, Seal
from players.shared.clock import now
from players.wallet import ledger
from tests.casino.compliance.self_checks.tampering import as_owner, done
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.processes import received, registered
from tests.room import Room, bet, players_with, table_open

PANEL = "/admin/compliance/panel/"


@pytest.fixture(autouse=True)
def anchors(settings: Any, tmp_path: Path) -> None:
    settings.ANCHOR_DIR = str(tmp_path / "anchors")


def test_an_honest_house_is_as_it_should_be(demo: None) -> None:  # noqa: F811
    assert checks.look({**checks.EACH_MINUTE, **checks.EACH_HOUR}) == []
    page = signed_in("conformidade@feltro.example", "en").get(PANEL).content.decode()
    assert (
        page.count('data-good="yes"') == len(checks.EACH_MINUTE) + len(checks.EACH_HOUR)
        and 'data-good="no"' not in page
    )
    assert "house-wrong" not in page


def test_a_cent_from_nowhere_is_red_on_every_page_of_the_back_office(demo: None) -> None:  # noqa: F811
    with as_owner():
        done(
            "UPDATE wallet_account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM wallet_account WHERE kind = 'cash')"
        )
        assert checks.look(checks.EACH_MINUTE) == ["balance"]
        assert Line.objects.filter(kind="watch.went-wrong", about="watch:balance").count() == 1
        assert (
            checks.look(checks.EACH_MINUTE) == ["balance"]
            and Line.objects.filter(kind="watch.went-wrong").count() == 1
        )
        for who in ("mesas", "conformidade", "apoio"):
            client = signed_in(f"{who}@feltro.example", "en")
            for address in ("/admin/", "/admin/games/table/", "/admin/floor/"):
                answer = client.get(address)
                if answer.status_code == 200:
                    assert "Something is wrong with the house:" in answer.content.decode(), address
        assert 'data-good="no"' in signed_in("regulador@feltro.example").get(PANEL).content.decode()
        done(
            "UPDATE wallet_account SET balance = balance - 1 WHERE id = (SELECT min(id) FROM wallet_account WHERE kind = 'cash')"
        )
        assert (
            checks.look(checks.EACH_MINUTE) == []
            and Line.objects.filter(kind="watch.came-right").count() == 1
        )
    page = signed_in("ana@feltro.example").get("/").content.decode()
    assert "house-wrong" not in page, "players are not told"


def test_a_banner_costs_a_page_one_question(demo: None, django_assert_num_queries: Any) -> None:  # noqa: F811
    with django_assert_num_queries(1):
        assert check_states.wrong() == []


@pytest.mark.django_db
def test_what_has_just_become_so_is_told_each_time_and_only_then() -> None:
    told = [check_states.keep("balance", good) for good in [True, True, False, False] * 100]
    assert told == [True, False, True, False] * 100


def test_a_watch_that_has_stopped_is_itself_wrong(demo: None) -> None:  # noqa: F811
    check_states.keep("watch", True)
    assert check_states.wrong() == []
    State.objects.filter(pk="watch").update(at=timezone.now() - timedelta(minutes=11))
    assert check_states.wrong() == ["watch"]
    assert "house-wrong" in signed_in("mesas@feltro.example").get("/admin/").content.decode()


@pytest.mark.django_db
def test_stakes_on_a_table_without_a_round_are_wrong(tmp_path: Path) -> None:
    table, (ana,) = Room(tmp_path, table_open()), players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.say((ana, bet(table.round, {"red": 500})))
    good, told = checks.stakes(now())
    assert good and [
        (line["cents"], line["open"]) for line in told["lines"] if line["table"] == table.table.pk
    ] == [(500, True)]
    with as_owner():
        done("UPDATE games_round SET status = 'ended' WHERE status = 'open'")
        assert checks.stakes(now())[0] is False


@pytest.mark.django_db
def test_a_meter_that_is_not_the_sum_of_its_movements_is_wrong(tmp_path: Path) -> None:
    table = table_open("macau-stud")
    pot = ledger.account_open(kind="jackpot", currency="EUR", table=table.pk)
    bank = ledger.account_open(kind="bank", currency="EUR", table=table.pk)
    ledger.post([ledger.Move(uuid4(), "jackpot-fill", bank, pot, "EUR", 500)])
    good, told = checks.jackpots(now())
    assert good and [
        (line["cents"], line["came"], line["went"]) for line in told["lines"] if line["table"] == table.pk
    ] == [(500, 500, 0)]
    with as_owner():
        done("UPDATE wallet_account SET balance = balance + 1 WHERE id = %s", [pot])
        assert checks.jackpots(now())[0] is False


@pytest.mark.django_db
def test_a_proof_that_found_something_or_did_not_run_is_wrong() -> None:
    assert checks.replay(now()) == (True, {"ran": None}), (
        "a house that has just been opened has proved nothing yet"
    )
    note(checks.REPLAY, rounds=7, differences=0)
    assert checks.replay(now())[0]
    assert not checks.replay(now() + checks.PROVED_WITHIN)[0]
    note(checks.REPLAY, rounds=7, differences=2)
    good, told = checks.replay(now())
    assert not good and told["differences"] == 2


@pytest.mark.django_db
def test_the_command_that_proves_says_so_in_the_log(tmp_path: Path) -> None:
    table_open()
    call_command("prove", jobs=1)
    line = Line.objects.get(kind=checks.REPLAY)
    assert line.said["differences"] == 0 and checks.replay(now())[0]


# --- the files of the house


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    root = tmp_path / "installed"
    shutil.copytree(Path(__file__).parents[4] / "locks", root / "locks")
    (root / "manage.py").write_text("print('house')\n")
    return root


@pytest.mark.django_db
def test_a_changed_byte_holds_the_tables(copied: Path, settings: Any, valkey_url: str) -> None:
    settings.SELF_CHECK = "hold"
    table = table_open()
    assert program_files.check(copied) is False, "a house of which nothing is recorded is nobody's"
    manifest_record(reason="the first release", root=copied)
    assert program_files.check(copied) is True
    import redis

    croupier = registered("croupier")
    with redis.Redis.from_url(valkey_url) as client:
        client.flushall()
        (copied / "manage.py").write_text("print('Home')\n")
        assert program_files.check(copied) is False
        asked = client.lrange(envelope.road_for(table.pk), 0, -1)
    packs = [envelope.open_pack(received(croupier, envelope.COMMANDS, sealed)) for sealed in asked]
    commands = [carried.said for pack in packs for carried in pack.wishes]
    assert any(b'"t":"stop"' in command for command in commands), (
        "the croupier is asked to hold every open table"
    )
    state = State.objects.get(pk="files")
    assert state.said["first"] == [{"path": "manage.py", "how": "changed"}]
    assert Line.objects.filter(kind="watch.files-differ").count() == 2
    manifest_record(reason="approved as it is", root=copied)
    assert program_files.check(copied) is True


@pytest.mark.django_db
def test_during_an_upgrade_the_release_before_is_known_too(
    copied: Path, settings: Any, valkey_url: str
) -> None:
    settings.SELF_CHECK = "hold"
    for release in ("the first", "the second"):
        (copied / "manage.py").write_text(f"print({release!r})\n")
        manifest_record(reason=release, root=copied)
    (copied / "manage.py").write_text("print('the first')\n")
    assert program_files.check(copied) is True
    (copied / "manage.py").write_text("print('the third')\n")
    manifest_record(reason="the third", root=copied)
    (copied / "manage.py").write_text("print('the first')\n")
    assert program_files.check(copied) is False, "two releases back is one that nobody should run"


@pytest.mark.django_db
def test_a_house_that_only_tells_sounds_no_alarm(copied: Path, settings: Any, valkey_url: str) -> None:
    settings.SELF_CHECK = "tell"
    manifest_record(reason="the first release", root=copied)
    (copied / "new.py").write_text("")
    (copied / "locks" / "house.in").unlink()
    assert program_files.check(copied) is True and State.objects.get(pk="files").said["differing"] == 1


def test_every_file_of_the_product_is_looked_at() -> None:
    found = installed()
    assert {
        "manage.py",
        "games/rules/roulette/engine.py",
        "templates/base.html",
        "static/css/backoffice/base.css",
        "locks/house.in",
    } <= found.keys()
    assert not [path for path in found if path.endswith((".pyc", ".mo"))]
    assert differences(found, found) == []
    assert differences({"a": "1", "b": "1"}, {"b": "2", "c": "1"}) == [
        {"path": "a", "how": "gone"}, {"path": "b", "how": "changed"}, {"path": "c", "how": "new"},
    ]  # fmt: skip


@pytest.mark.django_db
def test_the_manifest_is_recorded_and_compared_by_command(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, copied: Path, settings: Any
) -> None:
    settings.BASE_DIR = copied
    with pytest.raises(CommandError, match="no manifest"):
        call_command("manifest")
    call_command("manifest", record="release 1")
    call_command("manifest", record="release 1 again")
    assert Manifest.objects.count() == 1
    call_command("manifest")
    (copied / "manage.py").write_text("")
    with pytest.raises(CommandError, match=r"changed: manage\.py"):
        call_command("manifest")


# --- the acts of an officer


def test_an_officer_looks_and_records_and_nobody_else(demo: None, settings: Any) -> None:  # noqa: F811
    settings.CELERY_TASK_ALWAYS_EAGER = True
    officer, reader = signed_in("oficial@feltro.example"), signed_in("regulador@feltro.example")
    for act in ("look/", "manifest/"):
        assert reader.post(f"{PANEL}{act}", {"reason": "because I may"}).status_code == 403
        assert reader.get(f"{PANEL}{act}").status_code == 403
    assert (
        officer.post(f"{PANEL}manifest/", {"reason": "no"}).status_code == 302
        and not Manifest.objects.exists()
    )
    officer.post(f"{PANEL}manifest/", {"reason": "release 1, approved"})
    assert Manifest.objects.get().person.email == "oficial@feltro.example"
    assert Line.objects.filter(kind="watch.manifest-recorded").exists()
    page = officer.get(PANEL).content.decode()
    assert (
        'action="/admin/compliance/panel/look/"' in page
        and 'action="/admin/compliance/panel/look/"' not in reader.get(PANEL).content.decode()
    )


def test_what_the_check_of_the_chains_found_is_kept(demo: None, valkey_url: str) -> None:  # noqa: F811
    from casino.compliance.self_checks.chain_check import chains_prove

    proof = chains_prove()
    assert proof.differences == 0 and Proof.objects.count() == 1
    with as_owner():
        done(
            "INSERT INTO audit_line (at, kind, about, said, device) VALUES (now() + interval '1 day', 'tests.later', '', '{}', '')"
        )
        assert chains_prove().said[0].startswith("lines-ahead")
        checks.look({"chains": checks.chains})
        assert check_states.wrong() == ["chains"]


def sealed_until(minutes: int) -> None:
    """The last seal ends so many minutes ago."""
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
    ("stood", "sentence"),
    [(27, "The machine or its worker stood still since"), (1, "The worker runs and is behind with its work")],
)
def test_sealing_that_stood_still_is_told_as_what_it_is(demo: None, stood: int, sentence: str) -> None:  # noqa: F811
    sealed_until(27)
    check_states.keep("watch", True)
    State.objects.filter(pk="watch").update(at=now() - timedelta(minutes=stood))
    assert checks.look({"sealing": checks.sealing, "chains": checks.chains}) == ["sealing"], (
        "nothing is wrong with the chains"
    )
    page = signed_in("conformidade@feltro.example", "en").get(PANEL).content.decode()
    assert "Sealing is 27 minutes behind" in page and sentence in page
    assert (
        "the record is sealed late" in page
        and "Something is wrong with the house:</strong> Chains" not in page
    )


def test_sealing_that_waits_for_a_transaction_says_so(demo: None) -> None:  # noqa: F811
    sealed_until(27)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'virtualxid' AND pid = pg_backend_pid()"
        )
        Horizon.objects.create(at=now(), running=[row[0] for row in cursor.fetchall()])
    good, told = checks.sealing(now())
    assert not good and told["cause"] == "transaction" and told["since"] <= now()


def test_a_late_seal_is_no_difference_of_the_record(demo: None) -> None:  # noqa: F811
    from casino.compliance.self_checks import chain_check

    sealed_until(27)
    assert not [sentence for sentence in chain_check.faults() if sentence.startswith("seals-late")]


@pytest.mark.parametrize("table", ["watch_manifest", "watch_root", "watch_proof"])
@pytest.mark.django_db
def test_manifests_roots_and_proofs_stay(table: str) -> None:
    from django.db import IntegrityError, ProgrammingError, transaction

    with connection.cursor() as cursor:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute(f"DELETE FROM {table}")
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            cursor.execute("SET LOCAL ROLE house_app")
            cursor.execute(f"DELETE FROM {table}")

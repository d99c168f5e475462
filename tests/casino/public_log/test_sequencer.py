"""The public log follows the settled record, whoever is killed, and outsiders check it by their own means."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
import shutil
import sys
import threading
from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import InternalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.public_log import proofs, sequencer, witnesses
from casino.public_log.entries import KINDS, ORDERED, Entry, all_logged, entries_between, entry_of
from casino.public_log.models import Cosigning, Head, Stretch
from casino.public_log.tree import Tree
from casino.services.folder import PROJECT
from players.audit.models import Line
from players.models import Player
from players.shared import clock, file_store, person_keys
from players.shared.keeping import RECORD
from players.wallet.models import Account, Transfer
from tests.live_table import players_with

sys.path.append(str(PROJECT / "verify"))

from feltro_verify import log as outsider
from feltro_verify.witness import Server, Witness, new_witness

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30))


@pytest.fixture
def key(settings: Any, tmp_path: Path) -> outsider.Key:
    """The public key of the log, as outsiders have it."""
    (tmp_path / "key").write_text(secrets.token_hex(32))
    settings.PUBLIC_LOG_KEY_FILE = str(tmp_path / "key")
    settings.PUBLIC_LOG_DIR = str(tmp_path / "log")
    settings.PUBLIC_LOG_ORIGIN = "house.example/log"
    settings.PUBLIC_LOG_WITNESSES = ""
    own = sequencer.log_key()
    assert own is not None
    return outsider.read_key(str(own.public))


@pytest.fixture
def players() -> Iterator[list[Player]]:
    with clock.at(NOW):
        yield players_with(0, 3)


def line(player: Player | None, seconds: float, **details: object) -> Line:
    at = NOW + timedelta(seconds=seconds)
    return Line.objects.create(kind="withdrawals.cancelled", player=player, at=at, details=details)


def run(seconds: float) -> int:
    """As if the record were settled up to then."""
    with mock.patch.object(sequencer, "settled_until", return_value=NOW + timedelta(seconds=seconds)):
        return sequencer.run()


def published() -> outsider.Note:
    return outsider.read_note(sequencer.files().published().encode())


def test_rows_enter_in_order_and_outsiders_find_them(key: outsider.Key, players: list[Player]) -> None:
    assert run(0) == 0, "it begins with what is settled from now on"
    lines = [line(players[number % 3], 1 + number / 100, cents=number) for number in range(300)]
    assert run(2) == 100 and run(60) == 200
    note = published()
    assert outsider.signed_at(note, key) == 0
    own = sequencer.log_key()
    assert own is not None
    for one in (lines[0], lines[99], lines[100], lines[299]):
        logged = proofs.find("audit", str(one.pk), one.at, own)
        assert logged is not None
        proof = outsider.read_proof(logged.proof().encode())
        assert proof.includes(logged.entry.logged(logged.salt))
        assert proof.extra == logged.salt
        assert len(logged.proof()) < 2_048
        assert str(one.details["cents"]) in logged.entry.content


def test_more_rows_and_more_players_need_no_more_statements(key: outsider.Key, settings: Any) -> None:
    """At 5,000 bets a second, a statement for each of them would slow the bets."""
    with clock.at(NOW):
        people = players_with(0, 40)
    run(0)
    counts = []
    for second, many in ((1, people[:2]), (2, people)):
        for number in range(2 * len(many)):
            line(many[number % len(many)], second + number / 1000)
        with CaptureQueriesContext(connection) as queries:
            assert run(second + 1) == 2 * len(many)
        counts.append(len(queries))
    assert counts[1] <= counts[0], counts


def test_the_owners_of_all_accounts_are_looked_up_at_once(players: list[Player]) -> None:
    """A join would read all accounts of the house each second, or look each of them up for each transfer."""
    assert "wallet_account" not in ORDERED
    wallets = [Account.objects.get(player=one, kind="wallet", currency="EUR") for one in players[:2]]
    bank, other = [Account.objects.create(kind="bank", currency="EUR", table=table) for table in (1, 2)]
    at = NOW + timedelta(seconds=1)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # nobody has that money
    Transfer.objects.bulk_create(
        Transfer(
            id=UUID(int=number), kind="stake", source=source, target=target, currency="EUR", cents=1, at=at
        )
        for number, (source, target) in enumerate([(wallets[0], bank), (bank, wallets[1]), (bank, other)])
    )
    with CaptureQueriesContext(connection) as queries:
        entries = list(entries_between(NOW, NOW + timedelta(seconds=2)))
    assert [entry.players for entry in entries] == [(players[0].pk,), (players[1].pk,), ()]
    assert len(queries) == 2
    assert entry_of("transfer", entries[0].id, NOW, NOW + timedelta(seconds=2)) == entries[0]


def plainly(entry: Entry, keys: list[bytes]) -> bytes:
    """An entry as release 1.0.0 wrote it, from the keys of its players in the order of their numbers."""
    purpose = f"feltro/public log/salt\n{entry.kind} {entry.id}".encode()
    secret = b"".join(hmac.digest(one, purpose, "sha256") for one in keys)
    salt = hashlib.sha256(secret).digest() if keys else b""
    digest = base64.b64encode(hashlib.sha256(salt + entry.content.encode()).digest()).decode()
    return f"{entry.kind} {entry.id} {digest}".encode()


def test_entries_are_those_of_every_release(key: outsider.Key, players: list[Player]) -> None:
    """Proofs of old entries make their salts again."""
    own = sequencer.log_key()
    assert own is not None
    first, second = players[0].pk, players[1].pk
    erased = players[2].pk
    keys = {one: person_keys._read(person_keys.key_number(one, RECORD)) for one in (first, second)}
    person_keys.destroy([person_keys.key_number(erased, RECORD)])
    cases = [
        (Entry("audit", "1", (first,), '[1, "á"]'), [keys[first]]),
        (Entry("transfer", "2", (second, first), "[2]"), [keys[first], keys[second]]),
        (Entry("transfer", "3", (first, first), "[3]"), [keys[first]]),
        (Entry("event", "4:1", (), "[4]"), [own.secret]),
        (Entry("event", "4:2", (first, erased), "[5]"), [own.secret]),
        (Entry("funds", "2026-03-30.EUR", (), "[6]"), []),
    ]
    expected = [plainly(entry, secrets_of) for entry, secrets_of in cases]
    assert all_logged([entry for entry, _keys in cases], own) == expected
    assert [entry.logged(entry.salt(own)) for entry, _keys in cases] == expected


def test_a_run_waits_for_the_disk_for_its_checkpoint_only(key: outsider.Key, players: list[Player]) -> None:
    """Commits of bets wait for the same disk. Once a minute it is given all files."""
    run(0)
    line(players[0], 0.5)
    run(1)
    waits: list[str] = []
    with (
        mock.patch.object(os, "fsync", lambda descriptor: waits.append("file")),
        mock.patch.object(file_store, "sync_file_system", lambda folder: waits.append("file system")),
    ):
        for second in (1, 2, 58):
            for number in range(300):
                line(players[0], second + number / 1000)
            run(second + 1)
        assert waits == ["file"] * 3
        line(players[0], 59)
        run(60)
    assert waits[3:] == ["file", "file system", "file"], "the checkpoint, and what is synced"


def test_what_the_disk_lost_is_written_again_only_as_it_was(
    key: outsider.Key, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(0)
    lines = [line(players[number % 3], 1 + number / 100, cents=number) for number in range(300)]
    run(2)
    run(50)
    tiles = Path(sequencer.files().store.path("tile"))
    before = {path: path.read_bytes() for path in tiles.rglob("*") if path.is_file()}

    def power_fails() -> None:
        shutil.rmtree(tiles)
        boot = secrets.token_hex(8)
        monkeypatch.setattr(file_store, "boot_of", lambda store: boot)

    power_fails()
    assert run(61) == 0
    assert {path: path.read_bytes() for path in tiles.rglob("*") if path.is_file()} == before
    power_fails()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE audit_line SET details = '{}' WHERE id = %s", [lines[299].pk])
    with pytest.raises(sequencer.LogContradicted, match="what the record gives now"):
        run(62)
    assert not tiles.exists(), "no other history is written"


def test_the_log_tells_nobody_what_a_row_says(key: outsider.Key, players: list[Player]) -> None:
    run(0)
    one = line(players[0], 1, cents=5000)
    run(10)
    entry = Tree(sequencer.files(), 1).entry(0)
    assert entry.startswith(f"audit {one.pk} ".encode()) and b"5000" not in entry
    own = sequencer.log_key()
    assert own is not None
    logged = proofs.find("audit", str(one.pk), one.at, own)
    assert logged is not None
    unsalted = hashlib.sha256(logged.entry.content.encode()).digest()
    assert base64.b64encode(unsalted) not in entry
    person_keys.destroy([person_keys.key_number(players[0].pk, RECORD)])
    after = proofs.find("audit", str(one.pk), one.at, own)
    assert after is not None and after.entry.logged(after.salt) != entry, "its salt is gone with the key"


def test_who_is_killed_before_the_commit_leaves_nothing_that_counts(
    key: outsider.Key, players: list[Player]
) -> None:
    run(0)
    for number in range(20):
        line(players[0], 1 + number, cents=number)
    run(10)
    before = published()
    with (
        mock.patch.object(Stretch.objects, "create", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
        transaction.atomic(),
    ):
        run(30)
    assert published() == before and Head.objects.get().size == 9
    assert run(30) == 11
    old, new = outsider.read_checkpoint(before.text), outsider.read_checkpoint(published().text)
    proof = Tree(sequencer.files(), new.size).consistency_proof(old.size)
    assert outsider.is_consistent(old.size, old.root, new.size, new.root, proof)
    contents = [Tree(sequencer.files(), 20).entry(number) for number in range(20)]
    assert len({content.split()[1] for content in contents}) == 20, "each row once"


def test_a_commit_whose_checkpoint_was_not_written_is_published_next(
    key: outsider.Key, players: list[Player]
) -> None:
    run(0)
    line(players[0], 1)
    with mock.patch.object(sequencer, "_publish"):
        run(10)
    assert sequencer.files().published() == "" and Head.objects.get().size == 1
    run(11)
    assert outsider.read_checkpoint(published().text).size == 1


def test_a_database_that_was_set_back_signs_nothing(key: outsider.Key, players: list[Player]) -> None:
    run(0)
    line(players[0], 1)
    run(10)
    own = sequencer.log_key()
    assert own is not None
    more = own.signed(5, b"\x07" * 32)
    sequencer.files().write(sequencer.CHECKPOINT, more.encode())
    line(players[0], 11)
    with pytest.raises(sequencer.LogContradicted, match="set back"):
        run(20)
    assert sequencer.files().published() == more
    sequencer.files().write(sequencer.CHECKPOINT, own.signed(1, b"\x07" * 32).encode())
    with pytest.raises(sequencer.LogContradicted, match="not that of the files"):
        run(20)
    sequencer.files().write(sequencer.CHECKPOINT, own.signed(1, Tree(sequencer.files(), 1).root()).encode())
    Path(sequencer.files().store.path("tile/0/000.p/1")).unlink()
    with pytest.raises(sequencer.LogContradicted, match="tiles of the published checkpoint are gone"):
        run(20)
    Path(sequencer.files().store.path(sequencer.CHECKPOINT)).unlink()
    with pytest.raises(sequencer.LogContradicted, match="gone"):
        run(20)


def test_the_head_only_grows(key: outsider.Key, players: list[Player]) -> None:
    run(0)
    line(players[0], 1)
    run(10)
    for change in ({"size": 0}, {"until": NOW}, {"published": 0}, {"root": "0" * 64}):
        with pytest.raises((InternalError, Exception), match="only grows"), transaction.atomic():
            Head.objects.update(**change)
    with pytest.raises(Exception, match="append-only|stays"), transaction.atomic():
        Stretch.objects.all().delete()


def test_after_an_outage_it_catches_up_minute_by_minute(key: outsider.Key, players: list[Player]) -> None:
    run(0)
    for minute in range(5):
        line(players[0], 60 * minute + 30)
    assert run(600) == 5
    assert Stretch.objects.count() == 5


# --- witnesses


@pytest.fixture
def witness(tmp_path: Path, key: outsider.Key) -> Iterator[Witness]:
    new_witness(tmp_path / "w.json", "witness.example/w1")
    opened = Witness(tmp_path / "w.json")
    opened.watch(key)
    yield opened
    opened.close()


@pytest.fixture
def address(witness: Witness) -> Iterator[str]:
    server = Server(("127.0.0.1", 0), witness)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_witness_signs_each_checkpoint(
    key: outsider.Key, players: list[Player], witness: Witness, address: str, settings: Any
) -> None:
    settings.PUBLIC_LOG_WITNESSES = f"{address} {witness.key}"
    run(0)
    for number in range(4):
        line(players[0], 10 * number + 1)
        run(10 * number + 10)
        assert outsider.signed_at(published(), witness.key) is not None
    row = Cosigning.objects.get()
    assert (row.size, row.failure) == (4, "") and row.at is not None
    assert witness.last(key.name).size == 4


def test_a_witness_that_is_down_or_lies_keeps_nobody_waiting(
    key: outsider.Key, players: list[Player], witness: Witness, address: str, settings: Any
) -> None:
    settings.PUBLIC_LOG_WITNESSES = f"http://127.0.0.1:9 {witness.key}"
    run(0)
    line(players[0], 1)
    run(10)
    assert outsider.signed_at(published(), witness.key) is None
    assert Cosigning.objects.get().failure == "URLError"
    settings.PUBLIC_LOG_WITNESSES = f"{address} {witness.key}"
    run(11)
    assert outsider.signed_at(published(), witness.key) is not None, "it signs the same checkpoint later"
    other = outsider.Key(witness.name, outsider.COSIGNATURE, b"\x05" * 32)
    settings.PUBLIC_LOG_WITNESSES = f"{address} {other}"
    line(players[0], 12)
    run(20)
    assert "not its signature" in Cosigning.objects.get().failure


def test_another_history_gets_no_signature(
    key: outsider.Key, players: list[Player], witness: Witness, address: str, settings: Any
) -> None:
    """An owner of the database and the keys who begins again is found out by whoever trusts the witness."""
    settings.PUBLIC_LOG_WITNESSES = f"{address} {witness.key}"
    run(0)
    line(players[0], 1)
    run(10)
    settings.PUBLIC_LOG_DIR = settings.PUBLIC_LOG_DIR + "-other"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica; DELETE FROM public_log_head")
        cursor.execute("DELETE FROM public_log_stretch; DELETE FROM public_log_cosigning")
        cursor.execute("SET LOCAL session_replication_role = origin")
    run(1.5)
    line(players[1], 2)
    run(10)
    assert outsider.signed_at(published(), key) == 0
    assert outsider.signed_at(published(), witness.key) is None
    assert "422" in Cosigning.objects.get().failure
    assert (witness.path.parent / "w.json.evidence").read_text().count("\n") >= 1


def test_what_a_witness_signed_can_be_proven_while_the_newest_is_not(
    key: outsider.Key, players: list[Player], witness: Witness, address: str, settings: Any
) -> None:
    settings.PUBLIC_LOG_WITNESSES = f"http://127.0.0.1:9 {witness.key}"
    run(0)
    line(players[0], 1)
    run(10)
    assert sequencer.files().provable() == "", "nobody has seen it yet"
    assert sequencer.files().policy() == (
        f"log {key}\nwitness {witness.name} {witness.key}\n"
        f"group witnesses any {witness.name}\nquorum witnesses\n"
    )
    settings.PUBLIC_LOG_WITNESSES = f"{address} {witness.key}"
    run(11)
    seen = sequencer.files().provable()
    assert seen == sequencer.files().published()
    settings.PUBLIC_LOG_WITNESSES = f"http://127.0.0.1:9 {witness.key}"
    for second in (12, 22):
        line(players[0], second)
        run(second + 1)
        assert sequencer.files().provable() == seen != sequencer.files().published()
    old, new = (
        proofs.find("audit", "0", NOW + timedelta(seconds=1)),
        proofs.standing(NOW + timedelta(seconds=12)),
    )
    assert old is None, "there is no such line"
    assert new is proofs.Standing.AWAITED
    assert proofs.standing(NOW + timedelta(seconds=1)) is proofs.Standing.INCLUDED


# --- its files


def test_partial_tiles_go_an_hour_after_the_full_one(key: outsider.Key, players: list[Player]) -> None:
    run(0)
    for second in range(3):
        for number in range(100):
            line(players[0], second + number / 200, cents=number)
        run(second + 1)
    store = sequencer.files()
    known = Tree(store, 200).root()
    with clock.at(NOW + timedelta(minutes=61)):
        assert sequencer.prune() == 0, "the disk may not have the full one"
    run(63)
    with clock.at(NOW + timedelta(minutes=59)):
        assert sequencer.prune() == 0
    with clock.at(NOW + timedelta(minutes=61)):
        assert sequencer.prune() == 4, "100 and 200 hashes and entries; of 300 only 256 are full"
        assert sequencer.prune() == 0
    assert not Path(store.store.path("tile/0/000.p")).exists()
    for size in (100, 200, 256, 300):
        tree = Tree(sequencer.files(), size)
        assert tree.entry(size - 1).startswith(b"audit ")
        assert (
            outsider.root_by_inclusion(7, size, outsider.leaf_hash(tree.entry(7)), tree.inclusion_proof(7))
            == tree.root()
        )
    assert Tree(sequencer.files(), 200).root() == known, "an old checkpoint can still be proven"
    store.write(sequencer.PRUNED, b"0")
    with clock.at(NOW + timedelta(minutes=62)):
        assert sequencer.prune() == 0, "whoever begins again finds nothing to delete"


def test_anybody_reads_the_files(key: outsider.Key, players: list[Player], client: Client) -> None:
    assert client.get("/log/checkpoint").status_code == 404
    run(0)
    line(players[0], 1)
    run(10)
    answer = client.get("/log/checkpoint")
    assert answer.status_code == 200 and outsider.signed_at(outsider.read_note(answer.content), key) == 0
    tile = client.get("/log/tile/0/000.p/1")
    assert len(tile.content) == 32 and tile["Access-Control-Allow-Origin"] == "*"
    assert client.get("/log/tile/entries/000.p/1").status_code == 200
    policy = client.get("/log/policy").content.decode()
    assert policy == f"log {key}\nquorum none\n"
    for name in (
        "tile/0/001",
        "tile/0/../../key",
        "tile/0/000.p/999",
        "key",
        "tile/9/x000/000",
        "tile/0/000",
    ):
        assert client.get(f"/log/{name}").status_code == 404
    assert client.post("/log/checkpoint").status_code == 405


def test_the_command_says_how_far_the_log_has_come_and_shows_its_checkpoint(
    key: outsider.Key, players: list[Player], witness: Witness, address: str, settings: Any
) -> None:
    with pytest.raises(CommandError, match="No log is kept") as none_kept:
        call_command("public_log")
    assert none_kept.value.returncode == os.EX_UNAVAILABLE
    settings.PUBLIC_LOG_WITNESSES = f"{address} {witness.key}"
    run(0)
    line(players[0], 1)
    run(10)
    said = StringIO()
    call_command("public_log", stdout=said)
    shown = said.getvalue()
    assert shown.startswith(f"{key}\n1 entries, 1 published, ") and f"{witness.name}: 1 entries" in shown
    assert shown.endswith(f"\n\n{sequencer.files().published()}")
    Path(sequencer.files().store.path("tile/0/000.p/1")).write_bytes(bytes(32))
    with pytest.raises(CommandError, match="not that of the files"):
        call_command("public_log", stdout=said)


def test_every_kind_can_be_read(players: list[Player]) -> None:
    """The query of all kinds is one statement; a wrong column of one would stop the log."""
    assert list(entries_between(NOW, NOW + timedelta(days=1))) == []
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_without_a_key_there_is_no_log(settings: Any, players: list[Player]) -> None:
    settings.PUBLIC_LOG_KEY_FILE = ""
    line(players[0], 1)
    assert run(10) == 0 and not Head.objects.exists()


def test_witnesses_are_read_from_the_setting(settings: Any) -> None:
    settings.PUBLIC_LOG_WITNESSES = ""
    assert witnesses.witnesses() == []
    settings.PUBLIC_LOG_WITNESSES = "http://127.0.0.1:9 no-key"
    with pytest.raises(ValueError):
        witnesses.witnesses()

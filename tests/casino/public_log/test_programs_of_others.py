"""What the house publishes, read and signed by programs that others wrote, unchanged (locks/witness.txt).

The server of `aics-witness` signs the house's checkpoints over HTTP, and `aics-tlog` audits every file of the
log from a web server that knows nothing but files.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseServer
from typing import Any
from unittest import mock

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

from casino.public_log import sequencer
from casino.public_log.models import Cosigning
from casino.services.folder import PROJECT
from players.audit.models import Line
from players.shared import clock

for wheel in sorted((PROJECT / ".venv" / "witness").glob("*.whl")):
    sys.path.append(str(wheel))

import aics_tlog as others  # noqa: E402
from aics_tlog.remote import HttpTileReader  # noqa: E402
from aics_tlog.verified import audit_tiles  # noqa: E402
from aics_witness import service, store  # noqa: E402
from aics_witness.config import LogConfig  # noqa: E402

pytestmark = pytest.mark.django_db
ORIGIN, NAME = "house.example/log", "witness.example/w1"
NOW = clock.midnight(date(2026, 3, 30))


@pytest.fixture
def key(settings: Any, tmp_path: Path) -> Any:
    """The public key of the log, as others read it."""
    (tmp_path / "key").write_text("5" * 64)
    settings.PUBLIC_LOG_KEY_FILE, settings.PUBLIC_LOG_DIR = str(tmp_path / "key"), str(tmp_path / "log")
    settings.PUBLIC_LOG_ORIGIN, settings.PUBLIC_LOG_WITNESSES = ORIGIN, ""
    own = sequencer.log_key()
    assert own is not None
    return others.parse_vkey(str(own.public))


@contextmanager
def serving(server: BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def witness(key: Any, settings: Any, tmp_path: Path) -> Iterator[Any]:
    """The server of others, which the house asks."""
    database = store.WitnessStore(tmp_path / "other.sqlite", create=True)
    signing = service.Witness(
        NAME, Ed25519PrivateKey.generate(), database, [LogConfig(origin=ORIGIN, vkeys=(key,))]
    )
    server = service.make_server(signing)
    settings.PUBLIC_LOG_WITNESSES = f"{server.url} {signing.vkey_text}"
    with serving(server):
        yield signing
    database.close()


def rows(second: float, count: int) -> None:
    at = NOW + timedelta(seconds=second)
    Line.objects.bulk_create([Line(kind="withdrawals.cancelled", at=at) for _ in range(count)])


def run(seconds: float) -> None:
    with mock.patch.object(sequencer, "settled_until", return_value=NOW + timedelta(seconds=seconds)):
        sequencer.run()


def judged(key: Any, witness: Any) -> Any:
    """What others say of the published checkpoint."""
    note = others.parse_note(sequencer.files().published().encode())
    return others.verify_checkpoint(
        note, key, [others.parse_vkey(witness.vkey_text)], quorum=1, expected_origin=ORIGIN
    )


def test_a_witness_of_others_signs_each_checkpoint_and_no_other_history(
    key: Any, witness: Any, settings: Any
) -> None:
    run(0)
    for second, count in enumerate((1, 2, 252, 1, 1, 300), 1):
        rows(second - 0.5, count)
        run(second)
        said = judged(key, witness)
        assert said.ok, said.error
    assert Cosigning.objects.get().size == 557
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica; DELETE FROM public_log_head")
        cursor.execute("DELETE FROM public_log_stretch; DELETE FROM public_log_cosigning")
        cursor.execute("DELETE FROM audit_line WHERE id = (SELECT min(id) FROM audit_line)")
        cursor.execute("SET LOCAL session_replication_role = origin")
    settings.PUBLIC_LOG_DIR += "-again"
    run(0)
    run(10)
    assert not judged(key, witness).ok
    assert Cosigning.objects.get().failure


def test_a_client_of_others_audits_every_file_from_any_web_server(key: Any, settings: Any) -> None:
    run(0)
    for second, count in ((1, 255), (2, 2), (3, 700)):
        rows(second - 0.5, count)
        run(second)

    class Files(SimpleHTTPRequestHandler):
        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=settings.PUBLIC_LOG_DIR))
    with serving(server):
        reader = HttpTileReader(f"http://127.0.0.1:{server.server_port}/", proxies={})
        checkpoint = others.verify_checkpoint(others.parse_note(reader.read_checkpoint()), key)
        assert checkpoint.log_ok
        report = audit_tiles(reader, checkpoint.size, checkpoint.root)
        assert (report.size, report.bundles) == (957, 4)
        damaged = Path(settings.PUBLIC_LOG_DIR) / "tile" / "entries" / "001"
        damaged.write_bytes(damaged.read_bytes().replace(b"audit", b"tidua", 1))
        with pytest.raises(others.TileVerificationError):
            audit_tiles(reader, checkpoint.size, checkpoint.root)

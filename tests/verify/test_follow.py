"""`feltro-verify follow` on a log that others' code writes (locks/witness.txt): one that only grows, and what
can be served in its place.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.services.folder import PROJECT

for wheel in sorted((PROJECT / ".venv" / "witness").glob("*.whl")):
    sys.path.append(str(wheel))
sys.path.append(str(PROJECT / "verify"))

import aics_tlog as others  # noqa: E402
from feltro_verify import command_line, log  # noqa: E402

ORIGIN = "house.example/log"
TIME = 1_796_005_031
Answer = bytes | Callable[[BaseHTTPRequestHandler], None]


class Witness:
    """Signs whatever it is shown."""

    def __init__(self, name: str = "w.example/1") -> None:
        self.name, self.private = name, Ed25519PrivateKey.generate()
        self.key = str(log.Key(name, log.COSIGNATURE, self.private.public_key().public_bytes_raw()))

    def line(self, text: str) -> str:
        return str(log.cosign(text, self.name, self.private, TIME))


class House:
    """What is served at an address. A log of others grows in it."""

    def __init__(self) -> None:
        self.private, self.witness = Ed25519PrivateKey.generate(), Witness()
        self.key = others.format_vkey(others.vkey_from_ed25519(ORIGIN, self.private.public_key()))
        self.policy = f"log {self.key}\nwitness w {self.witness.key}\n"
        self.url, self.files = "", dict[str, Answer]()

    def serve(self, size: int, text: str = "entry", witness: Witness | None = None) -> None:
        """The log of these entries, as if there had never been another. `witness` signs it, else the own."""
        store = others.MemoryTileStore()
        writer = others.IncrementalTileWriter(store, prune_partials=False)
        writer.append([f"{text} {number}".encode() for number in range(size)])
        checkpoint = others.Checkpoint(ORIGIN, size, writer.root())
        note = bytes(others.sign_checkpoint(checkpoint, self.private, ORIGIN).to_bytes()).decode()
        signed = note + (witness or self.witness).line(note.partition("\n\n")[0] + "\n")
        self.files = {**store.tiles, "checkpoint": signed.encode(), "policy": self.policy.encode()}

    def change(self, name: str, content: Answer) -> None:
        assert name in self.files, name
        self.files[name] = content


@pytest.fixture
def served() -> Iterator[House]:
    own = House()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = own.files.get(self.path.removeprefix("/log/"))
            if callable(content):
                content(self)
                return
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    own.url = f"http://127.0.0.1:{server.server_port}/log/"
    yield own
    server.shutdown()
    thread.join()
    server.server_close()


class Reader:
    """Somebody who follows the log with one file."""

    def __init__(self, url: str, memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.url, self.memory, self.capsys = url, memory, capsys
        self.evidence = memory.with_name("seen.json.evidence")

    def look(self, *options: str) -> tuple[int, str]:
        code = command_line.main(["follow", self.url, str(self.memory), "--language", "en", *options])
        said = self.capsys.readouterr()
        return code, said.out + said.err

    @property
    def seen(self) -> str:
        seen: str = json.loads(self.memory.read_text())["seen"]
        return seen


@pytest.fixture
def reader(served: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Reader:
    return Reader(served.url, tmp_path / "seen.json", capsys)


def note_of(served: House) -> str:
    content = served.files["checkpoint"]
    assert isinstance(content, bytes)
    return content.decode()


@pytest.mark.parametrize("given", [True, False])
def test_a_log_that_only_grows_agrees_at_each_look(served: House, reader: Reader, given: bool) -> None:
    """With keys from elsewhere, and with those of the first look."""
    options = ("--log", served.key, "--witness", served.witness.key) if given else ()
    for size in (1, 1, 3, 255, 256, 257, 700):
        served.serve(size)
        code, said = reader.look(*options)
        assert code == 0 and f"Log {ORIGIN}, {size} entries" in said, said
        assert said.count("ok ") == 4 and reader.seen == note_of(served)
    assert not reader.evidence.exists()


def larger(served: House) -> None:
    served.serve(140, "another")


def as_large(served: House) -> None:
    served.serve(100, "another")


def rolled_back(served: House) -> None:
    served.serve(60)


def gone(served: House) -> None:
    del served.files["checkpoint"]


def signed_by_another(served: House) -> None:
    served.private = Ed25519PrivateKey.generate()
    served.serve(120)


def of_another_name(served: House) -> None:
    served.change("checkpoint", note_of(served).replace(ORIGIN, "other.example/log").encode())


def without_a_tile(served: House) -> None:
    served.serve(120)
    del served.files["tile/0/000.p/120"]


def with_other_entries(served: House) -> None:
    served.serve(120, "another")
    entries = served.files["tile/entries/000.p/120"]
    served.serve(120)
    served.change("tile/entries/000.p/120", entries)


def with_fewer_entries(served: House) -> None:
    served.serve(120)
    served.change("tile/entries/000.p/120", b"\x00\x05entry")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (larger, "grown"), (as_large, "grown"), (rolled_back, "grown"), (gone, "grown"),
        (signed_by_another, "logged"), (of_another_name, "logged, grown, witnessed"),
        (without_a_tile, "grown"), (with_other_entries, "covered"), (with_fewer_entries, "grown"),
    ],
)  # fmt: skip
def test_another_history_is_told_and_kept_as_evidence(
    served: House, reader: Reader, change: Callable[[House], None], says: str
) -> None:
    served.serve(100)
    assert reader.look()[0] == 0
    honest = note_of(served)
    change(served)
    given = note_of(served) if "checkpoint" in served.files else ""
    code, said = reader.look()
    assert code == 1 and said.endswith(f"This does not agree: {says}.\n"), said
    assert reader.seen == honest, "the memory is as it was"
    (line,) = reader.evidence.read_text().splitlines()
    kept = json.loads(line)
    assert (kept["seen"], kept["served"]) == (honest, given)
    assert reader.look()[0] == 1, "at each look"


def test_two_readers_who_are_shown_two_logs_see_that_one_has_no_signature_of_a_witness(
    served: House, reader: Reader, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Reader(served.url, tmp_path / "other.json", capsys)
    served.serve(100)
    assert reader.look()[0] == other.look()[0] == 0
    served.serve(101)
    assert reader.look()[0] == 0
    served.serve(101, witness=Witness("w.example/1"))  # the witness itself signs one of the two
    code, said = other.look()
    assert code == 1 and said.endswith("This does not agree: witnessed.\n")


def test_the_witnesses_of_the_first_look_are_those_that_count(served: House, reader: Reader) -> None:
    served.serve(3)
    assert reader.look()[0] == 0
    own = Witness("house.example/w")
    served.policy = f"log {served.key}\nwitness w {own.key}\n"
    served.serve(4, witness=own)
    code, said = reader.look()
    assert code == 1 and said.endswith("This does not agree: witnessed.\n")
    served.serve(5)
    assert reader.look()[0] == 0


def test_a_log_that_names_no_witness_leaves_that_open(served: House, reader: Reader) -> None:
    served.policy = f"log {served.key}\nquorum none\n"
    served.serve(3)
    code, said = reader.look()
    assert code == 3 and "Not checked: witnessed" in said
    assert reader.look("--witness", served.witness.key)[0] == 0


def test_a_first_look_remembers_nothing_that_is_wrong(served: House, reader: Reader) -> None:
    served.serve(3)
    served.change("tile/0/000.p/3", bytes(96))
    assert reader.look()[0] == 1 and not reader.memory.exists()
    served.files = {}
    code, said = reader.look("--log", served.key)
    assert code == 1 and "reason none" in said


# --- what comes over the wire


def is_an_error_of_the_server(handler: BaseHTTPRequestHandler) -> None:
    handler.send_error(500)


def is_no_answer(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"\x00\xff nothing\r\n\r\n")


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def is_cut_off(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b"house.example/log\n")
    handler.close_connection = True


def leads_elsewhere(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(302)
    handler.send_header("Location", "file:///etc/passwd")
    handler.end_headers()


@pytest.mark.parametrize("name", ["checkpoint", "tile/0/000.p/120"])
@pytest.mark.parametrize(
    "fault", [is_an_error_of_the_server, is_no_answer, hangs_up, is_cut_off, leads_elsewhere]
)
def test_what_cannot_be_fetched_is_no_verdict_and_nothing_is_forgotten(
    served: House, reader: Reader, fault: Callable[[BaseHTTPRequestHandler], None], name: str
) -> None:
    served.serve(100)
    reader.look()
    before = reader.memory.read_bytes()
    served.serve(120)
    served.change(name, fault)
    code, said = reader.look()
    assert code == 2 and said.endswith(".\n") and said.count("\n") == 1, said
    assert reader.memory.read_bytes() == before and not reader.evidence.exists()
    served.serve(120)
    assert reader.look()[0] == 0


def test_another_history_is_told_though_the_policy_cannot_be_fetched(served: House, reader: Reader) -> None:
    served.serve(100)
    served.files["policy"] = is_an_error_of_the_server
    code, said = reader.look()
    assert code == 2 and not reader.memory.exists(), "whom it shall believe is not known at a first look"
    served.serve(100)
    assert reader.look()[0] == 0
    larger(served)
    served.files["policy"] = is_an_error_of_the_server
    assert reader.look()[0] == 1 and reader.evidence.exists()


def test_an_address_where_nobody_is_gets_a_sentence(
    served: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for url in ("http://127.0.0.1:9/log/", "http://[", "http://a b/", "https://", "file:///etc/", "log"):
        code, said = Reader(url, tmp_path / "seen.json", capsys).look()
        assert code == 2 and said.count("\n") == 1, (url, said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff\xfe", b"\n" * 10, b"x" * 200_000, b"\n\n\xe2\x80\x94 a b\n", b"\x1b[2J\n1\nAAAA\n\n",
        ORIGIN.encode() + b"\n" + str(2**62).encode() + b"\n" + b"A" * 43 + b"=\n\n\xe2\x80\x94 a AAAAAAAA\n",
        ORIGIN.encode() + b"\n" + b"9" * 5_000 + b"\n" + b"A" * 43 + b"=\n\n\xe2\x80\x94 a AAAAAAAA\n",
    ],
)  # fmt: skip
def test_hostile_bytes_in_the_place_of_a_checkpoint_are_told(
    served: House, reader: Reader, content: bytes
) -> None:
    served.serve(100)
    reader.look()
    honest = reader.seen
    served.change("checkpoint", content)
    code, said = reader.look()
    assert code == 1 and "\x1b" not in said and reader.seen == honest


@pytest.mark.parametrize("policy", [b"log x\n", b"log \xff+1+A\nwitness\n", b"witness w x+1+\n"])
def test_a_hostile_policy_gets_a_sentence_and_is_not_remembered(
    served: House, reader: Reader, policy: bytes
) -> None:
    served.serve(3)
    served.change("policy", policy)
    code, said = reader.look()
    assert code == 2 and said.count("\n") == 1 and not reader.memory.exists()


def test_whoever_signed_nothing_cannot_keep_a_reader_busy(served: House, reader: Reader) -> None:
    """The entries are loaded only once signature and growth agree: a log without an end would never end."""
    loaded: list[str] = []
    served.serve(100)
    reader.look()
    served.private = Ed25519PrivateKey.generate()
    served.serve(120)
    entries = served.files["tile/entries/000.p/120"]
    assert isinstance(entries, bytes)

    def counted(handler: BaseHTTPRequestHandler) -> None:
        loaded.append(handler.path)

    served.change("tile/entries/000.p/120", counted)
    assert reader.look()[0] == 1 and loaded == []


def test_a_memory_that_is_none_gets_a_sentence_and_stays(served: House, reader: Reader) -> None:
    served.serve(3)
    for text in (
        "", "[]", "{}", "3", '{"policy": 1, "seen": ""}', '{"policy": "", "seen": "x"}',
        '{"policy": "", "seen": "\\ud800"}', "[" * 100_000,
    ):  # fmt: skip
        reader.memory.write_text(text)
        code, said = reader.look()
        assert code == 2 and said.count("\n") == 1 and reader.memory.read_text() == text, (text[:20], said)


def test_what_cannot_be_kept_gets_a_sentence(
    served: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    served.serve(3)
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "none" / "seen.json", tmp_path / "folder"):
        code, said = Reader(served.url, path, capsys).look()
        assert code == 2 and said.count("\n") == 1, said

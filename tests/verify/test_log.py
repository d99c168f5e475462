"""The log and the witness of `feltro-verify` beside programs that others wrote, unchanged.

`aics-tlog` makes trees, notes and proofs, and reads ours; the client of `aics-witness` speaks with our
witness, and its witness signs the checkpoints that we read (locks/witness.txt).
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.services.folder import PROJECT

for wheel in sorted((PROJECT / ".venv" / "witness").glob("*.whl")):
    sys.path.append(str(wheel))
sys.path.append(str(PROJECT / "verify"))

import aics_tlog as others  # noqa: E402
from aics_witness import feeder, service, store  # noqa: E402
from aics_witness.config import LogConfig  # noqa: E402
from feltro_verify import log  # noqa: E402
from feltro_verify.witness import Refused, Server, Witness, WitnessError, main, new_witness  # noqa: E402

ORIGIN = "house.example/log"
NAME = "witness.example/w1"
ENTRIES = [f"entry {number}".encode() for number in range(70)]


class KeptLog:
    """A log that others' code keeps."""

    def __init__(self, entries: list[bytes] = ENTRIES) -> None:
        self.private = Ed25519PrivateKey.generate()
        self.tree = others.MerkleTree(entries)
        self.key = others.format_vkey(others.vkey_from_ed25519(ORIGIN, self.private.public_key()))

    def note(self, size: int) -> bytes:
        checkpoint = others.Checkpoint(ORIGIN, size, self.tree.root(size))
        return bytes(others.sign_checkpoint(checkpoint, self.private, ORIGIN).to_bytes())

    def proof(self, old: int, size: int) -> list[bytes]:
        return list(self.tree.consistency_proof(old, size)) if old else []

    def request(self, old: int, size: int, proof: list[bytes] | None = None) -> bytes:
        hashes = self.proof(old, size) if proof is None else proof
        lines = "".join(f"{log.encoded(one)}\n" for one in hashes)
        return f"old {old}\n{lines}\n".encode() + self.note(size)


@pytest.fixture
def kept() -> KeptLog:
    return KeptLog()


@pytest.fixture
def path(tmp_path: Path, kept: KeptLog) -> Path:
    file = tmp_path / "witness.json"
    assert main(["new", str(file), "--name", NAME]) == 0
    assert main(["watch", str(file), kept.key]) == 0
    return file


@pytest.fixture
def witness(path: Path) -> Iterator[Witness]:
    opened = Witness(path)
    yield opened
    opened.close()


# --- the tree


def test_proofs_of_others_are_accepted_for_every_size(kept: KeptLog) -> None:
    for size in range(1, len(ENTRIES) + 1):
        root = kept.tree.root(size)
        for index in range(size):
            proof = kept.tree.inclusion_proof(index, size)
            assert log.root_by_inclusion(index, size, log.leaf_hash(ENTRIES[index]), proof) == root
        for old in range(1, size + 1):
            proof = kept.tree.consistency_proof(old, size)
            assert log.is_consistent(old, kept.tree.root(old), size, root, proof)


def test_a_changed_proof_is_refused_as_others_refuse_it(kept: KeptLog) -> None:
    chance, tried = Random(5), 0
    for _ in range(3_000):
        size = chance.randint(2, len(ENTRIES))
        old = chance.randint(1, size)
        proof = list(kept.tree.consistency_proof(old, size))
        roots = [kept.tree.root(old), kept.tree.root(size)]
        what = chance.randrange(5)
        if what == 0 and proof:
            proof.pop(chance.randrange(len(proof)))
        elif what == 1:
            proof.insert(chance.randint(0, len(proof)), chance.randbytes(32))
        elif what == 2 and len(proof) > 1:
            chance.shuffle(proof)
        elif what == 3:
            roots[chance.randrange(2)] = kept.tree.root(chance.randint(1, len(ENTRIES)))
        else:
            old, size = size, old
        ours = log.is_consistent(old, roots[0], size, roots[1], proof)
        assert ours == _accepted(others.verify_consistency, old, size, roots[0], roots[1], proof)
        tried += not ours
    assert tried > 1_500


def _accepted(verify: Callable[..., Any], *values: Any) -> bool:
    """Some of the others' functions answer, some raise."""
    try:
        return verify(*values) is not False
    except ValueError:
        return False


def test_an_entry_that_is_not_there_has_no_proof(kept: KeptLog) -> None:
    proof = kept.tree.inclusion_proof(5, 70)
    assert log.root_by_inclusion(5, 70, log.leaf_hash(b"another"), proof) != kept.tree.root(70)
    assert log.root_by_inclusion(5, 70, log.leaf_hash(ENTRIES[5]), proof[:-1]) is None
    assert log.root_by_inclusion(5, 70, log.leaf_hash(ENTRIES[5]), [*proof, proof[0]]) is None
    assert log.root_by_inclusion(70, 70, log.leaf_hash(ENTRIES[5]), proof) is None


# --- notes and proofs


def test_notes_and_cosignatures_are_those_of_others(kept: KeptLog) -> None:
    private = Ed25519PrivateKey.generate()
    note = log.read_note(kept.note(70))
    key = log.read_key(kept.key)
    assert log.signed_at(note, key) == 0 and str(key) == kept.key and str(note).encode() == kept.note(70)
    line = log.cosign(note.text, NAME, private, 1_800_000_000)
    theirs = others.parse_note((str(note) + str(line)).encode())
    cosigner = others.cosignature_vkey(NAME, private.public_key())
    checked = others.verify_checkpoint(theirs, others.parse_vkey(kept.key), [cosigner], quorum=1)
    assert checked.ok, checked.error
    ours = log.read_note(theirs.to_bytes())
    assert log.signed_at(ours, log.read_key(others.format_vkey(cosigner))) == 1_800_000_000
    other = log.Key(NAME, log.COSIGNATURE, Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    assert log.signed_at(ours, other) is None


def test_a_proof_is_small_and_says_where_an_entry_stands(kept: KeptLog) -> None:
    note = log.read_note(kept.note(70))
    proof = log.InclusionProof(33, tuple(kept.tree.inclusion_proof(33, 70)), note, b"salt")
    read = log.read_proof(str(proof).encode())
    assert read == proof and read.includes(ENTRIES[33]) and not read.includes(ENTRIES[32])
    assert len(str(proof)) < 2_048


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n70\n", "\n070\n"), lambda text: text.replace("\n70\n", "\n+70\n"),
        lambda text: text.replace("\n70\n", "\n70 \n"), lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n70\n", f"\n{2**63}\n"), lambda text: text.replace("=\n", "\n", 1),
        lambda text: text[:-1], lambda text: text.replace("\u2014", "-"), lambda text: text + "\n",
        lambda text: text.replace("\n\n", "\n"), lambda text: "\n" + text, lambda text: text + "x" * 100_000,
    ],
)  # fmt: skip
def test_another_spelling_is_refused(kept: KeptLog, change: Callable[[str], str]) -> None:
    with pytest.raises(log.UnreadableLog):
        log.read_checkpoint(log.read_note(change(kept.note(70).decode()).encode()).text)


# --- the witness


@pytest.fixture
def address(witness: Witness) -> Iterator[str]:
    server = Server(("127.0.0.1", 0), witness)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_client_of_others_gets_signatures_as_the_log_grows(
    kept: KeptLog, witness: Witness, address: str
) -> None:
    note = b""
    with feeder.WitnessClient(address, str(witness.key)) as client:
        for size in (1, 7, 7, 8, 64, 70):
            line = client.submit(kept.note(size), kept.proof)
            note = feeder.merge_cosignatures(kept.note(size), line)
    assert log.signed_at(log.read_note(note), witness.key)
    assert witness.last(ORIGIN).size == 70


def test_a_client_that_knows_nothing_is_told_the_size(kept: KeptLog, witness: Witness, address: str) -> None:
    witness.add_checkpoint(kept.request(0, 33))
    with feeder.WitnessClient(address, str(witness.key)) as client:
        assert client.submit(kept.note(70), kept.proof)


def test_the_witness_of_others_signs_what_we_read(kept: KeptLog, tmp_path: Path) -> None:
    private = Ed25519PrivateKey.generate()
    database = store.WitnessStore(tmp_path / "other.sqlite", create=True)
    keys = (others.parse_vkey(kept.key),)
    other = service.Witness(NAME, private, database, [LogConfig(origin=ORIGIN, vkeys=keys)])
    line = other.add_checkpoint(kept.request(0, 70))
    note = log.read_note(kept.note(70) + line)
    assert log.signed_at(note, log.read_key(other.vkey_text))


def refusal(witness: Witness, request: bytes) -> int:
    before = witness.path.read_bytes()
    with pytest.raises(Refused) as refused:
        witness.add_checkpoint(request)
    assert witness.path.read_bytes() == before, "a refusal changes nothing"
    return refused.value.status


def test_nothing_but_growth_is_signed(kept: KeptLog, witness: Witness) -> None:
    witness.add_checkpoint(kept.request(0, 40))
    other = KeptLog([*ENTRIES[:20], b"changed", *ENTRIES[21:]])
    other.private, other.key = kept.private, kept.key
    assert refusal(witness, other.request(40, 70)) == 422, "an entry below the signed size was changed"
    assert refusal(witness, other.request(40, 40, [])) == 422, "two trees of one size"
    assert refusal(witness, kept.request(40, 70, [])) == 422, "no proof"
    assert refusal(witness, kept.request(20, 70)) == 409, "another size than the signed one"
    assert refusal(witness, kept.request(0, 20)) == 409, "the log was set back"
    assert refusal(witness, kept.request(60, 50, [])) == 400
    assert refusal(witness, KeptLog().request(0, 70)) == 403, "signed by a key that is not the log's"
    stranger = kept.request(0, 70).replace(b"house.example", b"other.example")
    assert refusal(witness, stranger) == 404
    for request in (b"", b"old 1", b"old 01\n\n" + kept.note(70), b"old 40\nx\n\n" + kept.note(70)):
        assert refusal(witness, request) == 400
    assert refusal(witness, b"old 40\n" + b"A" * 43 + b"=\n" * 64 + b"\n" + kept.note(70)) == 400
    evidence = witness.path.with_name("witness.json.evidence").read_text().splitlines()
    assert len(evidence) == 3, "what the log signed and what contradicts it is kept"
    assert witness.add_checkpoint(kept.request(40, 70))


def test_of_two_histories_one_is_signed_however_they_race(kept: KeptLog, witness: Witness) -> None:
    other = KeptLog([*ENTRIES[:5], b"changed", *ENTRIES[6:]])
    other.private, other.key = kept.private, kept.key
    signed: list[KeptLog] = []

    def submit(whose: KeptLog, size: int) -> None:
        try:
            witness.add_checkpoint(whose.request(0, size))
            signed.append(whose)
        except Refused:
            pass

    threads = [
        threading.Thread(target=submit, args=(whose, size))
        for size in range(30, 62)
        for whose in (kept, other)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(signed) == 1, "only one of them began with the empty tree"


def test_a_restart_knows_what_was_signed(kept: KeptLog, path: Path) -> None:
    first = Witness(path)
    first.add_checkpoint(kept.request(0, 40))
    with pytest.raises(WitnessError, match="Another process"):
        Witness(path)
    first.close()
    second = Witness(path)
    assert refusal(second, kept.request(0, 20)) == 409
    second.close()


def test_a_clock_that_is_behind_and_a_full_disk_sign_nothing(
    kept: KeptLog, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    witness = Witness(path, clock=lambda: now)
    witness.add_checkpoint(kept.request(0, 40))
    now -= 60
    assert refusal(witness, kept.request(40, 50)) == 503
    now += 120
    with monkeypatch.context() as patch:
        patch.setattr("feltro_verify.witness.write_whole", _full)
        assert refusal(witness, kept.request(40, 50)) == 503
    assert witness.last(ORIGIN).size == 40
    assert witness.add_checkpoint(kept.request(40, 50))
    witness.close()


def _full(path: Path, content: bytes) -> None:
    raise OSError("No space left on device")


def test_a_witness_is_never_begun_anew(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", str(path), "--name", NAME]) == 2
    assert "never begun anew" in capsys.readouterr().err
    with pytest.raises(WitnessError):
        new_witness(path.with_name("w2"), "a name")
    assert main(["watch", str(path), "no key"]) == 2


def test_killed_while_it_signs_it_never_signs_two_histories(kept: KeptLog, path: Path) -> None:
    """20 kills: whatever it had answered stands in its file."""
    chance = Random(11)
    size = 0
    for _ in range(20):
        process = Serving(path)
        address = process.address
        with feeder.WitnessClient(address, process.key, max_attempts=1) as client:
            killer = threading.Timer(chance.random() / 10, process.kill)
            killer.start()
            while size < len(ENTRIES):
                try:
                    client.submit(kept.note(size + 1), kept.proof)
                except feeder.FeederError:
                    break
                size += 1
            killer.join()
        process.wait()
        opened = Witness(path)
        assert opened.last(ORIGIN).size in (size, size + 1), "what was answered stands there"
        size = opened.last(ORIGIN).size
        opened.close()


class Serving:
    """`feltro-witness serve` as a process."""

    def __init__(self, path: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "feltro_verify.witness",
            "serve",
            str(path),
            "--listen",
            "127.0.0.1:0",
        ]
        self.process = subprocess.Popen(command, cwd=PROJECT / "verify", stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.key = self.process.stdout.readline().strip()
        self.address = "http://" + self.process.stdout.readline().rpartition(" ")[2].strip()

    def kill(self) -> None:
        self.process.kill()

    def wait(self) -> None:
        self.process.wait(timeout=30)

"""The artefacts of a release, in `.house/release/feltro-VERSION`: equal commits give equal bytes, but for the
evidence and the signature.

    feltro-1.0.0.tar.gz                the source with its locked, hashed requirements
    feltro-1.0.0-image-context.tar.gz  what the image is built from, and nothing else
    feltro-1.0.0.cdx.json              the bill of materials (CycloneDX)
    feltro-1.0.0-docs.tar.gz           the documentation as a site
    feltro-1.0.0-evidence.tar.gz       how each part of the release ended, with its log
    SHA256SUMS, SHA256SUMS.sig         checksums, and their signature by OpenSSH
    allowed_signers, VERIFY.txt        the public key, and how to check all this

A signature is by the operator's key (RELEASE_KEY). A dry run makes a key, signs under a name of its own, and
throws the key away.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from casino.services.folder import PROJECT
from casino.version import VERSION
from tests.release.parts import Part, Results, describe, is_green, parts, state
from tests.release.record import content_digest, git

FOLDER = PROJECT / ".house" / "release"
SIGNER, DRY_RUN = "release@feltro", "dry-run@feltro"
NAMESPACE = "feltro-release"
LOCKS = ("requirements.txt", "locks/npm.txt", "locks/s3.txt", "locks/traces.txt", "locks/warehouse.txt")
COPIED = re.compile(r"^COPY (?!--from)(?P<sources>.+) \S+$", re.MULTILINE)
LOG_BYTES = 200_000  # of the end of a part's log
VERIFY = """Feltro {version}, made from commit {commit}.

1. Whose signature it is. Get the release key of whoever gave you this from another place than this folder,
   and compare it with allowed_signers. "{dry}" signs trials: such a folder is no release.

       ssh-keygen -Y verify -f allowed_signers -I {signer} -n {namespace} -s SHA256SUMS.sig < SHA256SUMS

2. That nothing was changed on the way:

       sha256sum --check SHA256SUMS

3. That the source is that of the commit: `git archive --prefix={name}/ v{version}` in a clone gives the same
   bytes as `gzip -dc {name}.tar.gz`.

4. What was tried before: evidence.md in {name}-evidence.tar.gz. A part that is not green says so.
"""


class ReleaseError(Exception):
    """Ends the command with one sentence."""


def build(*, key: Path | None = None, site: Path | None = None, folder: Path | None = None) -> Path:
    """Make all artefacts of HEAD. `site` is the built documentation; without it, it is built."""
    if key is None and shutil.which("ssh-keygen") is None:
        raise ReleaseError("ssh-keygen is missing; on Debian: apt install openssh-client")
    name = f"feltro-{VERSION}"
    target = folder or FOLDER / name
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    moment = int(git("log", "-1", "--format=%ct"))
    (target / f"{name}.tar.gz").write_bytes(compressed(source_archive(name)))
    context = dict(image_context())
    (target / f"{name}-image-context.tar.gz").write_bytes(compressed(archive(context, moment)))
    write_bill_of_materials(target / f"{name}.cdx.json")
    with tempfile.TemporaryDirectory() as temporary:
        pages = site or build_site(Path(temporary) / "site")
        files = {f"{name}-docs/{path}": data for path, data in files_below(pages)}
        (target / f"{name}-docs.tar.gz").write_bytes(compressed(archive(files, moment)))
    evidence = {f"{name}-evidence/{path}": data for path, data in evidence_files(Results())}
    (target / f"{name}-evidence.tar.gz").write_bytes(compressed(archive(evidence, moment)))
    signer = SIGNER if key else DRY_RUN
    (target / "VERIFY.txt").write_text(
        VERIFY.format(
            version=VERSION, commit=git("rev-parse", "HEAD"), name=name, signer=signer, dry=DRY_RUN,
            namespace=NAMESPACE,
        )
    )  # fmt: skip
    sign(target, key, signer)
    return target


# --- the archives


def source_archive(name: str) -> bytes:
    """What is committed, with its commit in deploy/commit (.gitattributes)."""
    command = ["git", "archive", "--format=tar", f"--prefix={name}/", "HEAD"]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, check=True).stdout


def image_context() -> Iterator[tuple[str, bytes]]:
    """The files that the Dockerfile copies, itself, and the digests of its images."""
    dockerfile = git("show", "HEAD:deploy/Dockerfile")
    wanted = ["deploy/Dockerfile", "deploy/images.lock"]
    for line in COPIED.finditer(dockerfile):
        wanted += line["sources"].split()
    command = ["git", "archive", "--format=tar", "HEAD", *sorted(set(wanted))]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, check=False)
    if done.returncode:
        raise ReleaseError(f"deploy/Dockerfile copies what is not committed: {done.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
        for member in tar:
            if member.isfile():
                content = tar.extractfile(member)
                assert content is not None
                yield member.name, content.read()


def files_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def archive(files: Mapping[str, bytes], moment: int) -> bytes:
    """A tar whose bytes depend on nothing but these files and this time."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(data), moment
            entry.mode = 0o755 if data.startswith(b"#!") else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return content.getvalue()


def compressed(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=6, mtime=0)


def write_bill_of_materials(path: Path) -> None:
    from locks.bill_of_materials import main

    main([str(path), *(str(PROJECT / lock) for lock in LOCKS)])


def build_site(folder: Path) -> Path:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"The documentation cannot be built: {(done.stdout + done.stderr).strip()[-400:]}")
    return folder


# --- the evidence


class EvidenceOfPart(Struct, frozen=True):
    name: str
    what: str
    state: str
    green: bool
    command: str
    kept: object


def evidence_files(results: Results) -> Iterator[tuple[str, bytes]]:
    content, known = content_digest(), parts()
    rows = [evidence_of(part, results, content) for part in known]
    yield "evidence.json", msgspec.json.format(msgspec.json.encode(rows))
    yield "evidence.md", evidence_text(known, results, content).encode()
    for part in known:
        log = results.log(part.name)
        if log.exists():
            yield f"logs/{part.name}.log", log.read_bytes()[-LOG_BYTES:]
    for path, data in files_below(PROJECT / "docs" / "evidence"):
        yield f"generator/{path}", data


def evidence_of(part: Part, results: Results, content: str) -> EvidenceOfPart:
    kept = results.of(part.name)
    return EvidenceOfPart(
        part.name, part.what, state(kept, content), is_green(kept, content), " ".join(part.command), kept
    )


def evidence_text(known: Iterable[Part], results: Results, content: str) -> str:
    commit = git("rev-parse", "HEAD")
    head = f"# Evidence of Feltro {VERSION}\n\nCommit {commit}. Green is what ran on its files.\n"
    lines = [line for part in known for line in describe(part, results.of(part.name), content)]
    return "\n".join([head, "```text", *lines, "```", ""])


# --- checksums and signature


def sign(folder: Path, key: Path | None, signer: str) -> None:
    sums = folder / "SHA256SUMS"
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
    sums.write_text("".join(f"{digest}  {name}\n" for name, digest in digests.items()))
    with tempfile.TemporaryDirectory() as temporary:
        if key is None:
            key = Path(temporary) / "key"
            keygen("-q", "-t", "ed25519", "-N", "", "-C", DRY_RUN, "-f", str(key))
        keygen("-q", "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(sums))
        public = key if key.suffix == ".pub" else key.with_name(f"{key.name}.pub")
        line = public.read_text() if public.exists() else keygen("-y", "-f", str(key))
    kind, text = line.split()[:2]
    (folder / "allowed_signers").write_text(f'{signer} namespaces="{NAMESPACE}" {kind} {text}\n')


def keygen(*words: str) -> str:
    done = subprocess.run(["ssh-keygen", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"ssh-keygen {' '.join(words[:3])}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def verify(folder: Path, signer: str) -> None:
    """What VERIFY.txt tells a stranger to do."""
    with (folder / "SHA256SUMS").open("rb") as sums:
        done = subprocess.run(
            ["ssh-keygen", "-Y", "verify", "-f", "allowed_signers", "-I", signer, "-n", NAMESPACE,
             "-s", "SHA256SUMS.sig"],
            cwd=folder, stdin=sums, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise ReleaseError(f"The signature is not good: {(done.stdout + done.stderr).strip()}")
    done = subprocess.run(
        ["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ReleaseError(f"Changed since it was signed: {(done.stdout + done.stderr).strip()}")

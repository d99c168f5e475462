"""The artefacts of a release, as a stranger would check them: a dry run with a key that is thrown away."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

from casino.services.folder import PROJECT
from casino.version import VERSION
from tests.deploy.test_upgrade import feltro
from tests.release import artefacts
from tests.release.artefacts import DRY_RUN, SIGNER, ReleaseError
from tests.release.record import git

NAME = f"feltro-{VERSION}"
__all__ = ["feltro"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built site in small: tests/docs/test_site.py builds the real one."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text("<h1>Feltro</h1>")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Path:
    return artefacts.build(site=site, folder=tmp_path_factory.mktemp("release") / NAME)


def names(path: Path) -> list[str]:
    with tarfile.open(path) as tar:
        return tar.getnames()


def test_everything_is_there_and_nothing_else(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {
        f"{NAME}.tar.gz", f"{NAME}-image-context.tar.gz", f"{NAME}.cdx.json", f"{NAME}-docs.tar.gz",
        f"{NAME}-evidence.tar.gz", "SHA256SUMS", "SHA256SUMS.sig", "allowed_signers", "VERIFY.txt",
    }  # fmt: skip
    listed = {line.split()[1] for line in (made / "SHA256SUMS").read_text().splitlines()}
    assert listed == {path.name for path in made.iterdir()} - {
        "SHA256SUMS", "SHA256SUMS.sig", "allowed_signers",
    }  # fmt: skip


def test_the_source_is_what_is_committed_with_its_locks(made: Path) -> None:
    source = names(made / f"{NAME}.tar.gz")
    files = {name.removeprefix(f"{NAME}/") for name in source if not name.endswith("/")}
    committed = set(git("ls-tree", "-r", "--name-only", "HEAD").splitlines())
    assert committed <= files
    assert {"requirements.txt", "locks/production.txt", "casino/version.py"} <= files


def test_debian_installs_the_source_as_it_does_a_clone(
    made: Path, tmp_path: Path, feltro: ModuleType
) -> None:
    """The release has the same name either way, so that a rollback finds it."""
    subprocess.run(["tar", "-xzf", made / f"{NAME}.tar.gz", "-C", tmp_path], check=True)
    unpacked = tmp_path / NAME
    assert not (unpacked / ".git").exists()
    assert all((unpacked / part).exists() for part in feltro.releases.PARTS)
    assert feltro.releases.name_of(unpacked) == feltro.releases.name_of(PROJECT)
    (unpacked / "deploy/commit").write_bytes((PROJECT / "deploy/commit").read_bytes())
    with pytest.raises(feltro.Failure, match="neither a clone nor the source of a release"):
        feltro.releases.name_of(unpacked)


def test_the_commands_of_verify_txt_succeed_and_notice_a_changed_byte(made: Path, tmp_path: Path) -> None:
    commands = re.findall(r"^ {7}(\S.*)$", (made / "VERIFY.txt").read_text(), re.MULTILINE)
    assert len(commands) == 2
    received = tmp_path / "received"
    shutil.copytree(made, received)
    for command in commands:
        subprocess.run(["sh", "-c", command], cwd=received, check=True, capture_output=True)
    artefacts.verify(received, DRY_RUN)
    with pytest.raises(ReleaseError, match="signature"):
        artefacts.verify(received, SIGNER)
    with (received / f"{NAME}.cdx.json").open("a") as file:
        file.write(" ")
    with pytest.raises(ReleaseError, match=r"Changed since .* feltro"):
        artefacts.verify(received, DRY_RUN)
    sums = received / "SHA256SUMS"
    sums.write_text(sums.read_text().replace("a", "b", 1))
    with pytest.raises(ReleaseError, match="signature"):
        artefacts.verify(received, DRY_RUN)


def test_the_operators_key_signs_a_release(made: Path, tmp_path: Path) -> None:
    key = tmp_path / "operator"
    artefacts.keygen("-q", "-t", "ed25519", "-N", "", "-C", "operator", "-f", str(key))
    folder = tmp_path / NAME
    folder.mkdir()
    (folder / "VERIFY.txt").write_text("as it is")
    artefacts.sign(folder, key, SIGNER)
    artefacts.verify(folder, SIGNER)
    public = key.with_name("operator.pub").read_text().split()[1]
    assert public in (folder / "allowed_signers").read_text()


def test_the_image_context_has_what_the_dockerfile_copies_and_no_more(made: Path) -> None:
    context = names(made / f"{NAME}-image-context.tar.gz")
    assert {"deploy/Dockerfile", "deploy/images.lock", "deploy/run", "manage.py"} <= set(context)
    assert any(name.startswith("casino/") for name in context)
    assert not any(name.startswith(("tests/", "docs/", ".")) for name in context)
    with tarfile.open(made / f"{NAME}-image-context.tar.gz") as tar:
        assert tar.getmember("deploy/run").mode == 0o755


def test_the_bill_of_materials_is_complete(made: Path) -> None:
    bill = json.loads((made / f"{NAME}.cdx.json").read_text())
    listed = {entry["name"].lower() for entry in bill["components"]}
    assert {"django", "psycopg", "pyarrow", "@alpinejs/csp"} <= listed


def test_the_evidence_says_of_each_part_what_it_is(made: Path) -> None:
    with tarfile.open(made / f"{NAME}-evidence.tar.gz") as tar:
        file = tar.extractfile(f"{NAME}-evidence/evidence.json")
        assert file is not None
        rows = json.loads(file.read())
    assert {row["name"] for row in rows} == {part.name for part in artefacts.parts()}
    assert all(row["green"] == (row["state"] == "green") for row in rows)


def test_equal_commits_give_equal_bytes() -> None:
    """But for evidence and signature: whoever has the commit can make the others again."""
    moment = int(git("log", "-1", "--format=%ct"))
    one, other = (artefacts.archive(dict(artefacts.image_context()), moment) for _ in range(2))
    assert one == other
    small = one[:10_000]
    assert artefacts.compressed(small) == artefacts.compressed(small), "no time of its own in the head"
    assert gzip.decompress(artefacts.compressed(small)) == small


def test_a_dockerfile_that_copies_what_is_not_committed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artefacts, "git", lambda *words: "COPY no-such-folder no-such-folder\n")
    with pytest.raises(ReleaseError, match="not committed"):
        dict(artefacts.image_context())


def test_the_operators_key_signs_nothing_that_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.release import __main__ as command

    monkeypatch.setattr(command.record, "last_release", lambda: None)
    with pytest.raises(ReleaseError, match="is not recorded"):
        command.check_released()


def test_a_release_fetches_what_its_documentation_needs() -> None:
    """Red before: without the worker of the search, which `make docs` fetches, no site could be built."""
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    fetches = re.findall(
        r"^(docs|release): .*\n\t@\S+ locks/fetch_npm\.py \S+ ([a-z -]+)", makefile, re.MULTILINE
    )
    packages = {target: set(words.split()) for target, words in fetches}
    assert packages["docs"] == packages["release"] - {"true"} != set()

"""What a recorded release forbids from then on. The last tests compare the real record; until 1.0.0 is
recorded it names no release, so that a toy shows that each comparison can fail.
"""

from __future__ import annotations

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest
from msgspec import structs

from casino.generator.manifests import files_digest, installed_files
from casino.services.folder import PROJECT
from casino.version import VERSION
from players.shared.law_operations import ChangeLaws
from players.shared.laws import laws_of
from tests.release import record
from tests.release.record import PartResult, Release

TOY = Release(
    version="1.0.0",
    date=date(2026, 12, 1),
    commit="c" * 40,
    content="d" * 64,
    product="e" * 64,
    migrations={"casino/migrations/0001_initial.py": "1" * 64, "games/migrations/0001_initial.py": "2" * 64},
    laws={"core": "3" * 64, "casino.extras.webhooks": "4" * 64},
    parts={"upgrade": PartResult("green", "2026-11-30 10:00", "c" * 40, 61, '3 000 rounds, "0 lost"')},
)


def test_a_record_reads_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    later = structs.replace(TOY, version="1.1.0")
    record.append(TOY, tmp_path)
    record.append(later, tmp_path)
    assert record.releases(tmp_path) == [TOY, later]
    assert record.last_release(tmp_path) == later


def test_a_changed_migration_is_named_with_what_to_do() -> None:
    found = TOY.migrations | {
        "games/migrations/0001_initial.py": "9" * 64,
        "games/migrations/0002_new.py": "",
    }
    [sentence] = record.changed_migrations(TOY, found)
    assert "games/migrations/0001_initial.py" in sentence and "as a new migration" in sentence
    assert list(record.changed_migrations(TOY, TOY.migrations)) == []


def test_a_deleted_migration_is_named() -> None:
    found = {path: digest for path, digest in TOY.migrations.items() if not path.startswith("games")}
    [sentence] = record.changed_migrations(TOY, found)
    assert "games/migrations/0001_initial.py is gone" in sentence


def test_a_changed_law_without_a_migration_is_named() -> None:
    [sentence] = record.changed_laws(TOY, TOY.laws | {"core": "9" * 64})
    assert "tests.law_migration NAME`" in sentence
    [sentence] = record.changed_laws(TOY, TOY.laws | {"casino.extras.webhooks": "9" * 64})
    assert "tests.law_migration NAME --app webhooks`" in sentence
    assert list(record.changed_laws(TOY, {"core": "3" * 64})) == [], "an extra that is off is not compared"


def test_a_law_that_a_later_migration_changed_is_as_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file says the new text, the migration takes it back."""
    released = record.law_digests()[record.CORE]
    name = min(name for name in laws_of("") if name.kind == "function")
    new = laws_of("")[name]
    change = ChangeLaws(new.replace("AS $$\n", "AS $$\n-- as released\n", 1), new)
    assert change.old != change.new
    from django.db.migrations.loader import MigrationLoader

    node = MigrationLoader(None).disk_migrations["casino", "0002_laws"]
    later = type(node)  # the class, of which each loader makes one
    monkeypatch.setattr(later, "operations", [*later.operations, change])
    path = "casino/migrations/0002_laws.py"
    everything = set(record.migration_digests())
    assert record.law_digests(everything)[record.CORE] == released, "the migration is one of the release"
    assert record.law_digests(everything - {path})[record.CORE] != released, "its change is taken back"


def test_a_version_names_one_program() -> None:
    assert record.reused_version(TOY, "1.0.0", TOY.product) == ""
    assert record.reused_version(TOY, "1.1.0-dev", "f" * 64) == ""
    assert "casino/version.py" in record.reused_version(TOY, "1.0.0", "f" * 64)


def test_recording_a_release_does_not_change_its_content(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=Test", "-c", "user.email=test@casino.example")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "deploy").mkdir()
    (tmp_path / "manage.py").write_text("one")
    git("init")
    git("add", ".")
    git("commit", "--message", "one")
    before = record.content_digest(root=tmp_path)
    record.append(TOY, tmp_path)
    git("add", ".")
    git("commit", "--message", "recorded")
    assert record.content_digest(root=tmp_path) == before
    (tmp_path / "manage.py").write_text("two")
    git("commit", "--all", "--message", "two")
    assert record.content_digest(root=tmp_path) != before


def test_versions_have_an_order() -> None:
    assert sorted(["1.1.0", "1.0.0", "1.1.0-dev", "1.0.10", "1.0.2"], key=record.order_of) == [
        "1.0.0", "1.0.2", "1.0.10", "1.1.0-dev", "1.1.0",
    ]  # fmt: skip


# --- the real record


def test_the_record_is_only_written_by_its_command() -> None:
    """Its text is what `append` would have written."""
    text = record.HEAD + "".join(record.printed(release) for release in record.releases())
    assert (PROJECT / record.FILE).read_text("utf-8") == text


@pytest.mark.whole
def test_what_is_released_stays() -> None:
    for release in record.releases():
        assert list(record.changed_migrations(release, record.migration_digests())) == []
        assert list(record.changed_laws(release, record.law_digests(release.migrations))) == []


def test_the_version_is_new_or_released_as_it_is() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(-dev)?", VERSION)
    if last := record.last_release():
        assert record.order_of(VERSION) >= record.order_of(last.version)
        assert record.reused_version(last, VERSION, files_digest(installed_files())) == ""


def test_every_migration_and_each_set_of_laws_would_be_recorded() -> None:
    found = record.migration_digests()
    assert "casino/migrations/0001_initial.py" in found and len(found) > 20
    assert set(found) == {
        path.relative_to(PROJECT).as_posix()
        for package in ("casino", "games", "players")
        for path in (PROJECT / package).rglob("migrations/*.py")
        if path.name != "__init__.py"
    }
    assert record.CORE in record.law_digests()

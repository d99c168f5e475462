"""The component register of the generator: every part declared, installed, compared and exported."""

from __future__ import annotations

import csv
import io

import pytest

from casino.generator.manifests import files_digest, installed_files, installed_package, record_manifest
from casino.generator.models import Manifest
from casino.generator.parts import PARTS
from casino.generator.register import registered_parts
from games.catalogue import GAMES
from games.draw.beacon import QUICKNET
from games.rulebook.trace import ROOT
from tests.demo_house import signed_in
from tests.live_table import sheet_in_force

PAGE = "/admin/compliance/generator/"
FOLDERS = ("games/draw", "games/beacons", "static/js/table/verification")


def test_every_file_of_the_draw_and_of_the_beacons_is_declared() -> None:
    declared = {path for part in PARTS for path in installed_files(parts=part.files)}
    missing = {path for path in installed_files(parts=FOLDERS) if not path.endswith("__init__.py")} - declared
    assert missing == set()


def test_a_declared_file_exists_and_a_number_names_one_part() -> None:
    assert [path for part in PARTS for path in part.files if not (ROOT / path).exists()] == []
    assert [part.number for part in PARTS] == [f"GNA-{number:02}" for number in range(1, len(PARTS) + 1)]
    assert {code for part in PARTS for code in part.relevance.codes} <= {1, 2, 3}


def test_libraries_are_those_of_the_lock() -> None:
    lock = (ROOT / "requirements.txt").read_text()
    for name in ("cryptography", "pyblst"):
        package = installed_package(name)
        assert f"\n{name}=={package.version} " in lock and len(package.digest) == 64
    curves = installed_package("@noble/curves")
    assert f"@noble/curves {curves.version} " in (ROOT / "locks" / "npm.txt").read_text()
    assert curves.digest.startswith("sha512-")


def test_a_changed_part_is_named() -> None:
    manifest = Manifest(files=installed_files())
    assert {tuple(part.changed or ()) for part in registered_parts(manifest)} == {()}
    manifest.files |= {"games/draw/beacon.py": "0" * 64, "static/js/table/verification/gone.js": "1" * 64}
    changed = {part.declared.number: part.changed for part in registered_parts(manifest) if part.changed}
    assert changed == {
        "GNA-06": ["games/draw/beacon.py"],
        "GNA-14": ["static/js/table/verification/gone.js"],
    }
    assert {part.changed for part in registered_parts(None)} == {None}


@pytest.mark.parametrize(
    "language,title", [("en", "Parts of the generator"), ("pt-pt", "Componentes do gerador")]
)
def test_the_page_shows_every_part_and_the_beacon_of_every_game(
    demo: None, language: str, title: str
) -> None:
    sheet_in_force("baccarat", draw={"beacon": "quicknet"})
    page = signed_in("regulador@feltro.example", language).get(PAGE).content.decode()
    assert title in page and QUICKNET.hash in page
    assert [part.number for part in PARTS if f'<tr id="{part.number}"' not in page] == []
    assert page.count('<th scope="row">') == len(PARTS) + len(GAMES)


def test_the_file_holds_digests_that_anybody_can_compare(demo: None) -> None:
    record_manifest(reason="release 7")
    document = signed_in("auditoria@feltro.example", "en").get(f"{PAGE}?as=csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(document)))
    assert [row["Number"] for row in rows] == [part.number for part in PARTS]
    (beacon,) = (row for row in rows if row["Part"] == "Beacon")
    files = installed_files(parts=["games/draw/beacon.py"])
    (digest,) = files.values()
    assert beacon["Files"] == f"games/draw/beacon.py {digest}" and beacon["Digest"] == files_digest(files)
    assert beacon["Libraries"].startswith("pyblst ") and beacon["Matches the record"] == "yes"
    assert beacon["Recorded by"] == "the house"


@pytest.mark.parametrize("name,status", [("conformidade", 200), ("mesas", 403), ("autor", 403)])
def test_who_sees_it(demo: None, name: str, status: int) -> None:
    assert signed_in(f"{name}@feltro.example").get(PAGE).status_code == status

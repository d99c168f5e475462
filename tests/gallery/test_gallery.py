"""The gallery's manifest names every page and every phase of every game, and its checks detect faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver
from playwright.sync_api import Browser

from casino.compliance.reports.all_reports import REPORTS
from casino.urls import urlpatterns
from games.catalogue import GAMES
from players.models import Person, Player
from tests.gallery import page_checks
from tests.gallery.camera import Camera
from tests.gallery.cells import Cell, Manifest, manifest
from tests.gallery.dealer import Dealer
from tests.pages import screen

PHASES = {
    "asleep", "loading", "betting", "refused", "offline", "dealing", "settled", "explained", "verified",
    "invited", "warned", "statement", "held", "void", "shut",
}  # fmt: skip
DECIDED = {
    "blackjack",
    "holdem",
    "caribbean-stud",
    "macau-stud",
}  # games with decisions after the bets


# Of the back office: compliance, the rulebook and the floor with its tables. Other lists are shown where they
# say something of their own.
OFFICE = ("compliance", "rulebook_", "floor", "office_", "games_table_", "games_tablesession_")


def names(patterns: list[Any] = urlpatterns, before: str = "") -> Iterator[str]:
    """Every address of the house for people, by its name: not those of programs, and of the back office what
    is the house's own.
    """
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if address.startswith("api/"):
            continue
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns, address)
        elif (
            isinstance(pattern, URLPattern)
            and pattern.name
            and (not address.startswith("admin/") or pattern.name.startswith(OFFICE))
        ):
            yield pattern.name


def test_every_page_of_the_house_has_its_cells_or_a_reason() -> None:
    listed = manifest()
    shown = {page.partition(".")[0] for group in listed.groups.values() for page in group["pages"]}
    known = set(names())
    new = sorted(known - shown - listed.unseen.keys())
    assert new == [], (
        "Write each page with its phases under [group.….pages] in tests/gallery/manifest.toml, or under "
        f"[unseen] with the reason why nobody looks at it: {new}"
    )
    assert sorted(listed.unseen.keys() - known) == [] and sorted(listed.unseen.keys() & shown) == []


def test_every_report_has_its_cells() -> None:
    shown = {
        page.partition(".")[2]
        for page in manifest().groups["compliance"]["pages"]
        if page.startswith("compliance_report.")
    }
    assert shown == set(REPORTS)


def test_every_phase_of_every_game_has_its_cells() -> None:
    tables = manifest().groups["tables"]["pages"]
    assert set(tables) == set(GAMES)
    for system, phases in tables.items():
        assert PHASES | ({"decision"} if system in DECIDED else set()) <= set(phases), system


def test_every_cell_is_there_in_three_sizes_both_lights_and_the_languages_of_staff() -> None:
    listed = manifest()
    for name, group in listed.groups.items():
        assert name.endswith("paper") or {"1280", "768", "360"} <= set(group["sizes"])
        assert group["languages"] == ["pt", "en"]
        assert set(group["themes"]) == {"light", "dark"} or name == "tables"
        for page in group["pages"]:
            for phase in listed.phases(page):
                cells = listed.cells(page, phase)
                assert len(cells) == len(set(cells)) >= (4 if name.endswith("paper") else 6)
    betting = {(cell.size, cell.theme) for cell in listed.cells("blackjack", "betting")}
    assert {("360", "light"), ("360", "dark"), ("low", "dark")} <= betting


# --- the eyes


ONE = {
    "sizes": {"360": [360, 640]},
    "group": {
        "planted": {
            "sizes": ["360"],
            "themes": ["light"],
            "languages": ["pt"],
            "pages": {"planted": ["whole"]},
        }
    },
}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


def seen(chromium: Browser, folder: Path, body: str) -> list[str]:
    """What the camera says of such a page."""
    camera = Camera(chromium, screen.SITE, Manifest(ONE), folder)
    context = camera.context("pt")
    page = camera.open(context, f"{screen.SITE}/")
    page.evaluate(
        "(body) => { document.body.className = ''; document.title = 'Feltro'; "
        "document.body.innerHTML = body; }",
        body,
    )
    page.wait_for_timeout(50)
    camera.shoot(page, "planted", "whole", "pt")
    context.close()
    assert (folder / "planted" / "whole-360-light-pt.jpg").stat().st_size > 500
    assert camera.missing() == []
    return [error.partition(": ")[2] for error in camera.errors]


GOOD = "<main><h1>Mesas</h1><p lang=en>Menu of the table</p></main>"


@pytest.mark.journey
@pytest.mark.parametrize(
    ("planted", "expected"),
    [
        ("", ""),
        ("<img src=x onerror='console.error(1)' alt=''>", "console: 1"),
        ("<script type=module src=/js/nowhere.js></script>", ""),
        ("<div style='width: 700px'>x</div>", "px too wide"),
        ("<p>Menu of the table</p>", "in the other language: 'Menu of the table'"),
        ("<button aria-label='Play sessions'></button>", "in the other language: 'Play sessions'"),
        ("<p style='color: #bbb; background: #fff'>Mesas abertas agora mesmo</p>", "color-contrast"),
        ("<input>", "label"),
    ],
    ids=["nothing", "console", "no script", "overflow", "translation", "name", "contrast", "label"],
)
def test_a_planted_fault_is_seen_and_nothing_else(
    chromium: Browser, tmp_path: Path, planted: str, expected: str
) -> None:
    errors = seen(chromium, tmp_path, GOOD.replace("</main>", f"{planted}</main>"))
    assert any(expected in error for error in errors) if expected else errors == [], errors


@pytest.mark.journey
def test_a_request_that_fails_is_seen(chromium: Browser, tmp_path: Path) -> None:
    camera = Camera(chromium, screen.SITE, Manifest(ONE), tmp_path)
    context = camera.context("pt")
    context.route("**/broken", lambda route: route.fulfill(status=503, body="x"))
    page = camera.open(context, f"{screen.SITE}/")
    page.evaluate("fetch('/broken').then(() => 0)")
    camera.shoot(page, "planted", "whole", "pt")
    context.close()
    assert any("503" in error for error in camera.errors)


def test_a_picture_that_nobody_took_is_missing(chromium: Browser, tmp_path: Path) -> None:
    camera = Camera(chromium, screen.SITE, Manifest(ONE), tmp_path)
    assert camera.missing() == [Cell("planted", "whole", "360", "light", "pt")]


def test_words_of_the_other_language_are_known_by_the_catalogue() -> None:
    pairs = [
        ("{one} regular, {two} irregular", "{one} regulares, {two} irregulares"),
        ("regular", "regular"),
        ("irregular", "irregular"),
    ]
    assert (
        page_checks.Catalogue(pairs).foreign(
            "pt", ["Olho grande regular, Pequena irregular", "3 regulares, 2 irregulares"]
        )
        == []
    )
    pairs = [
        ("Tables", "Mesas"),
        ("Total", "Total"),
        ("%(count)s rounds were played", "Foram jogadas %(count)s rondas"),
        ("None", "Base"),
    ]
    catalogue = page_checks.Catalogue([*pairs, ("Base", "Banca")])
    assert catalogue.foreign("pt", ["Tables", "Mesas", "Total", "3 rounds were played", "Base"]) == [
        "3 rounds were played",
        "Tables",
    ]
    assert catalogue.foreign("en", ["Tables", "Mesas", "Foram jogadas 12 rondas", "Base"]) == [
        "Foram jogadas 12 rondas",
        "Mesas",
    ]


# --- the croupier


@pytest.mark.django_db
def test_a_player_without_a_browser_is_still_signed_in_after_a_new_password() -> None:
    """A table refuses a seat to those whose sign-in is older than their password."""
    person = Person.objects.create(email="ana@feltro.example")
    ana = Player.objects.create(person=person, alias="Ana")
    person.set_password("uma frase nova 2015")
    person.save(update_fields=["password"])
    dealer, sent = object.__new__(Dealer), list[Any]()
    dealer._work = lambda _table, *waiting: sent.extend(waiting)  # type: ignore[assignment, method-assign]
    dealer.send_command(1, ana, {"t": "sit"})
    person.refresh_from_db()
    assert [message.epoch for _sender, message in sent] == [person.credential_epoch] != [0]

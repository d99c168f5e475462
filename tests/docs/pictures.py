"""`make pictures`: the pictures of README.md and docs/, taken from a demonstration of their own.

`tests/docs/pictures.toml` lists them. The gallery knows every page and how to bring it into each phase; this
program asks it for the listed ones, in English, and writes small WebP files. ARGS="--only cashier" takes
those whose name begins so.
"""

from __future__ import annotations

import argparse
import io
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, convert
from PIL import Image

from tests.docs.generate import DOCS
from tests.gallery.__main__ import house
from tests.gallery.cells import Manifest
from tests.running import RunningHouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

LIST = Path(__file__).with_name("pictures.toml")
FOLDER = DOCS / "pictures"
WIDTH, HEIGHT = 1280, 800
LARGEST = 150_000  # bytes
QUALITIES = (82, 74, 66, 58)


class Picture(Struct, frozen=True):
    """One picture: a page of the gallery in one of its phases, and who looks at it."""

    page: str
    phase: str = "whole"
    who: str = ""
    theme: str = "light"
    scroll: int = 0  # pixels


def listed(only: str = "") -> dict[str, Picture]:
    pictures = convert(tomllib.loads(LIST.read_text("utf-8")), type=dict[str, Picture])
    return {name: picture for name, picture in pictures.items() if name.startswith(only)}


def manifest_of(pictures: dict[str, Picture]) -> Manifest:
    """What the gallery needs to know to bring these pages into these phases."""
    group = {
        "sizes": ["wide"],
        "themes": ["light"],
        "languages": ["en"],
        "pages": {picture.page: [picture.phase] for picture in pictures.values()},
    }
    return Manifest({"sizes": {"wide": [WIDTH, HEIGHT]}, "group": {"pictures": group}}, languages="en")


def compressed(png: bytes) -> bytes:
    """As WebP, in the best quality that stays below the largest size."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for quality in QUALITIES:
        buffer = io.BytesIO()
        image.save(buffer, "WEBP", quality=quality, method=6)
        if buffer.tell() <= LARGEST:
            return buffer.getvalue()
    raise ValueError(f"a picture stays above {LARGEST} bytes")


def photograph(page: Page, name: str, picture: Picture) -> None:
    page.emulate_media(color_scheme=picture.theme)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.evaluate(f"window.scrollTo(0, {picture.scroll})")
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.webp"
    path.write_bytes(compressed(page.screenshot(animations="disabled")))
    print(f"{path.name} {path.stat().st_size:,} bytes", flush=True)


def take(running: RunningHouse, pictures: dict[str, Picture]) -> list[str]:
    """Takes them; the names of those for which the gallery has no such page or phase."""
    from django.conf import settings

    from casino.record_checks import check_states
    from casino.services.folder import Folder
    from games.draw.seal_key import SealKey
    from tests.gallery.camera import Camera, confirmed
    from tests.gallery.dealer import Dealer
    from tests.gallery.round import TABLES
    from tests.gallery.runner import People
    from tests.gallery.tables import play
    from tests.pages import screen

    taken: list[str] = []

    class TableCamera(Camera):
        """Follows a table through all its phases and photographs the listed ones."""

        def shoot(self, page: Page, name: str, phase: str, language: str, **_: Any) -> None:
            for title, picture in pictures.items():
                if (picture.page, picture.phase) == (name, phase) and title not in taken:
                    photograph(page, title, picture)
                    taken.append(title)

    folder = Folder(running.folder)
    settings.SEAL_KEY_FILE = str(folder.seal_key())
    key, beacon_secret = SealKey(Path(settings.SEAL_KEY_FILE)), int(folder.beacon_key().read_text(), 16)
    with screen.chromium() as browser, Dealer(key, beacon_secret) as dealer:
        camera = TableCamera(browser, running.url, manifest_of(pictures), FOLDER)
        people = People(camera)
        for shown in _pages(dealer):
            for title, picture in pictures.items():
                if (picture.page, picture.phase) != (shown.name, shown.phase) or title in taken:
                    continue
                who = picture.who or shown.who
                page = camera.open(people[who]["en"], quiet=shown.quiet)
                if shown.before is not None:
                    shown.before()
                    # The alarm that the gallery invents leaves a difference in its monitored returns.
                    check_states.store_state("monitored", True, lines=[])
                page.goto(shown.address)
                confirmed(page, who)
                if shown.act is not None:
                    shown.act(page)
                    confirmed(page, who)
                photograph(page, title, picture)
                taken.append(title)
                page.close()
        for system in TABLES:
            if any(picture.page == system for picture in pictures.values()):
                play(camera, dealer, system, people[""], people["ana"])
    return [name for name in pictures if name not in taken]


def _pages(dealer: Any) -> Iterator[Any]:
    from tests.gallery import compliance_data, compliance_pages, office_data, office_pages, pages
    from tests.gallery.player_data import create_data

    player_data = create_data(dealer)
    yield from pages.public(player_data)
    yield from office_pages.pages(player_data, office_data.create_data(dealer))
    yield from compliance_pages.pages(compliance_data.create_data())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.docs.pictures")
    parser.add_argument("--only", default="", help="pictures whose name begins so")
    pictures = listed(parser.parse_args().only)
    if not pictures:
        parser.error("No picture has such a name.")
    with house() as running:
        missing = take(running, pictures)
    for name in missing:
        print(f"{name}: the gallery has no such page or phase", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

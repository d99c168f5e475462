"""The way through the house: what happened before, then the pages, then the tables, which stay closed behind it."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext

from casino.embedded.folder import Folder
from games.tables.keys import SealKey
from tests.gallery import pages
from tests.gallery.camera import Camera, confirmed, sign_in
from tests.gallery.cells import Manifest
from tests.gallery.dealer import Dealer
from tests.gallery.past import made
from tests.gallery.round import TABLES
from tests.gallery.tables import play
from tests.pages import screen
from tests.running import RunningHouse

Contexts = dict[str, BrowserContext]


class People:
    """Who looks: everybody signs in once, and has a browser in each language."""

    def __init__(self, camera: Camera) -> None:
        self.camera, self.known = camera, dict[str, Contexts]()

    def __getitem__(self, name: str) -> Contexts:
        if name not in self.known:
            first = self.camera.context("pt")
            if name:
                sign_in(first, name)
            both = {"pt": first, "en": self.camera.context("en", first)}
            self.known[name] = {language: both[language] for language in self.camera.manifest.languages}
        return self.known[name]


@contextmanager
def apart(camera: Camera, name: str) -> Iterator[None]:
    """One page's trouble is no reason to leave the others out."""
    try:
        yield
    except Exception as error:
        traceback.print_exc()
        camera.fault(f"{name}: {type(error).__name__}: {str(error)[:300]}")


def tour(house: RunningHouse, folder: Folder, wanted: Manifest, to: Path, only: str) -> Camera:
    with screen.chromium() as browser, Dealer(SealKey(Path(folder.seal_key()))) as dealer:
        camera = Camera(browser, house.url, wanted, to, only)
        people = People(camera)
        if any(camera.wanted(page) for name, group in wanted.groups.items() if name != "tables" for page in group["pages"]):
            past = made(dealer)
            for shown in pages.every(past):
                if camera.wanted(shown.name):
                    with apart(camera, shown.name):
                        _page(camera, people, shown)
            if camera.wanted("letters"):
                with apart(camera, "letters"):
                    _letters(camera, people[""])
        for system in TABLES:
            if camera.wanted(system):
                with apart(camera, system):
                    play(camera, dealer, system, people[""], people["ana"])
        return camera


def _page(camera: Camera, people: People, shown: pages.Shown) -> None:
    for language, context in people[shown.who].items():
        page = camera.open(context, quiet=shown.quiet)
        page.goto(shown.address)
        if not shown.address.endswith("/confirm/"):
            confirmed(page, shown.who)
        if shown.act is not None:
            shown.act(page)
            confirmed(page, shown.who)
        page.emulate_media(media="print" if shown.paper else "screen")
        camera.shoot(page, shown.name, shown.phase, language)
        page.close()


def _letters(camera: Camera, contexts: Contexts) -> None:
    for language, context in contexts.items():
        page = camera.open(context)
        page.set_content(pages.letters(language))
        camera.shoot(page, "letters", "whole", language)
        page.close()

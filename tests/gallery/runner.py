"""Takes all pictures in order: creates the data, then opens the pages, then the tables, which stay closed
until their turn.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from playwright.sync_api import BrowserContext

from casino.services.folder import Folder
from games.draw.seal_key import SealKey
from tests.gallery import compliance_data, compliance_pages, office_data, office_pages, pages
from tests.gallery.camera import Camera, confirmed, sign_in
from tests.gallery.cells import Manifest
from tests.gallery.dealer import Dealer
from tests.gallery.player_data import create_data
from tests.gallery.round import TABLES
from tests.gallery.tables import play
from tests.pages import screen
from tests.running import RunningHouse

Contexts = dict[str, BrowserContext]
SIGN_IN = "/account/sign-in/"


class People:
    """Who looks: everybody signs in once, and has a browser in each language."""

    def __init__(self, camera: Camera) -> None:
        self.camera, self.known = camera, dict[str, Contexts]()

    def __getitem__(self, name: str) -> Contexts:
        if name not in self.known:
            first = self.camera.context("pt")
            if name:
                sign_in(first, name)
            self.known[name] = {
                language: first if language == "pt" else self.camera.context(language, first)
                for language in self.camera.manifest.languages
            }
        return self.known[name]


@contextmanager
def apart(camera: Camera, name: str) -> Iterator[None]:
    """One page's trouble is no reason to leave the others out."""
    try:
        yield
    except Exception as error:
        traceback.print_exc()
        camera.fault(f"{name}: {type(error).__name__}: {str(error)[:300]}")


def take_pictures(house: RunningHouse, folder: Folder, wanted: Manifest, to: Path, only: str) -> Camera:
    settings.SEAL_KEY_FILE = str(
        folder.seal_key()
    )  # the simulated weeks are sealed with it, and the night's proof opens them
    key, beacon_secret = SealKey(Path(settings.SEAL_KEY_FILE)), int(folder.beacon_key().read_text(), 16)
    with screen.chromium() as browser, Dealer(key, beacon_secret) as dealer:
        camera = Camera(browser, house.url, wanted, to, only)
        people = People(camera)
        if _any(camera, "public", "programs", "paper", "account", "office", "office-paper", "compliance"):
            player_data = create_data(dealer)
            _shown(camera, people, (*pages.public(player_data), *pages.account(player_data)))
            if camera.wanted("letters"):
                with apart(camera, "letters"):
                    _letters(camera, people[""])
            if _any(camera, "office", "office-paper", "compliance"):
                _shown(camera, people, office_pages.pages(player_data, office_data.create_data(dealer)))
        if _any(camera, "compliance"):
            _shown(camera, people, compliance_pages.pages(compliance_data.create_data()))
        for system in TABLES:
            if camera.wanted(system):
                with apart(camera, system):
                    play(camera, dealer, system, people[""], people["ana"])
        return camera


def _any(camera: Camera, *groups: str) -> bool:
    return any(camera.wanted(page) for name in groups for page in camera.manifest.groups[name]["pages"])


def _shown(camera: Camera, people: People, shown: Iterable[pages.GalleryPage]) -> None:
    for one in shown:
        if camera.wanted(one.name):
            with apart(camera, one.name):
                _page(camera, people, one)


def _page(camera: Camera, people: People, shown: pages.GalleryPage) -> None:
    for language, context in people[shown.who].items():
        if not camera.manifest.is_in(shown.name, language):
            continue
        page = camera.open(context, quiet=shown.quiet)
        if shown.before is not None:
            shown.before()
        page.goto(shown.address)
        if shown.who and SIGN_IN in page.url:  # a change of roles ends the sessions of a person
            chosen = [cookie for cookie in context.cookies() if cookie["name"] == "django_language"]
            sign_in(context, shown.who)
            context.add_cookies(chosen)
            page.goto(shown.address)
            assert SIGN_IN not in page.url, f"{shown.who} is not let in"
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
        if not camera.manifest.is_in("letters", language):
            continue
        page = camera.open(context)
        page.set_content(pages.letters(language))
        camera.shoot(page, "letters", "whole", language)
        page.close()

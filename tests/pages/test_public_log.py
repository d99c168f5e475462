"""What a browser says of the public log and of a receipt: one line, and a warning that stays."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize

from casino.public_log import sequencer
from casino.services.folder import PROJECT
from players.models import Player
from tests.casino.public_log.test_receipts import end, key, receipt_of, staked  # noqa: F401
from tests.live_table import LiveTable
from tests.pages import screen
from tests.pages.test_account_on_a_phone import DESKTOP, PHONE

sys.path.append(str(PROJECT / "verify"))

from feltro_verify.log import Key
from feltro_verify.witness import Server, Witness, new_witness

pytestmark = [pytest.mark.journey, pytest.mark.django_db]
ADDRESS = "/verify/receipt/"
SAID = """async () => {
  const line = document.querySelector("[data-public-log]");
  const [signature, list] = ["signature", "in-log"]
    .map((name) => document.querySelector(`[data-receipt-${name}]`));
  for (let turn = 0; turn < 400 && (signature.hidden || !line.textContent || !list.children.length); turn++) {
    await new Promise((next) => setTimeout(next, 25));
  }
  return {
    line: line.textContent, kind: line.dataset.kind, role: line.getAttribute("role"),
    evidence: line.querySelector("a")?.download ?? "",
    signature: signature.textContent, genuine: signature.dataset.kind,
    checks: [...list.children].map((item) => item.dataset.agrees),
    wider: document.documentElement.scrollWidth > innerWidth,
  };
}"""


@pytest.fixture
def witness(key: Key, settings: Any, tmp_path: Path) -> Iterator[Witness]:
    new_witness(tmp_path / "witness.json", "witness.example/w1")
    opened = Witness(tmp_path / "witness.json")
    opened.watch(key)
    server = Server(("127.0.0.1", 0), opened)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    settings.PUBLIC_LOG_WITNESSES = f"http://127.0.0.1:{server.server_address[1]} {opened.key}"
    yield opened
    server.shutdown()
    thread.join()
    server.server_close()
    opened.close()


@pytest.fixture
def pages(
    staked: tuple[LiveTable, Player, int],
    witness: Witness,
    client: Client,
    settings: Any,
) -> dict[str, bytes]:
    """The page of a receipt that is in the log, and the files of the log."""
    table, ana, event = staked
    end(table)
    receipt = receipt_of(client, ana, table, event)
    assert receipt["log"]["status"] == "included"
    page = client.post(ADDRESS, {"receipt": json.dumps(receipt)}, headers={"accept-language": "en"})
    folder = Path(settings.PUBLIC_LOG_DIR)
    files = {f"/log/{path.relative_to(folder)}": path for path in folder.rglob("*") if path.is_file()}
    return {ADDRESS: page.content} | {name: path.read_bytes() for name, path in files.items()}


def seen(pages: dict[str, bytes], later: dict[str, bytes], size: ViewportSize) -> list[Any]:
    """What the page says at three visits, the last two of which are served other files."""

    def visit(page: Page) -> Any:
        page.goto(screen.SITE + ADDRESS)
        return page.evaluate(SAID)

    def ask(chromium: Browser) -> list[Any]:
        with screen.served(chromium, pages, **size) as page:
            first = visit(page)
            screen.PAGES.update(later)
            return [first, visit(page), visit(page)]

    return screen.browser_thread().run(ask)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_receipt_and_a_log_that_agree_say_so(pages: dict[str, bytes], size: ViewportSize) -> None:
    first, then, _ = seen(pages, {}, size)
    assert first["genuine"] == "good" and "checked the signature itself" in first["signature"]
    assert first["checks"] == ["true"] * 4 and "remembers them" in first["line"]
    assert then["line"].startswith("Public log: it has only grown") and then["kind"] == ""
    assert not first["wider"] and not then["wider"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_log_that_was_rewritten_is_a_warning_that_stays(
    pages: dict[str, bytes], size: ViewportSize, settings: Any
) -> None:
    own = sequencer.log_key()
    assert own is not None
    forged = own.signed(int(pages["/log/checkpoint"].split(b"\n")[1]), bytes(32)).encode()
    first, then, again = seen(pages, {"/log/checkpoint": forged}, size)
    assert first["kind"] == ""
    for said in (then, again):
        assert (said["kind"], said["role"]) == ("bad", "alert") and "was changed" in said["line"]
        assert said["evidence"] == "public-log-evidence.json" and not said["wider"]


def test_a_receipt_that_the_house_did_not_sign_is_told_by_the_browser_alone(
    pages: dict[str, bytes],
) -> None:
    """The page says that it is genuine; the browser computes."""
    forged = {ADDRESS: pages[ADDRESS].replace(b'"cents": ', b'"cents": 9')}
    assert forged[ADDRESS] != pages[ADDRESS]
    said, *_ = seen(pages | forged, {}, PHONE)
    assert said["genuine"] == "bad" and "finds no signature of the house" in said["signature"]

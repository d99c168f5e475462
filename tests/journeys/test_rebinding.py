"""DNS rebinding: a page of another site resolves its name to this machine and requests the metrics."""

from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from tests import browser
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
ASK = """async () => {
  const plain = await fetch('/metrics', {referrerPolicy: 'no-referrer', credentials: 'omit'});
  const dressed = await fetch('/metrics', {headers: {'Accept-Language': '', 'User-Agent': 'Prometheus/3.0'}});
  return [plain.status, dressed.status, await plain.text(), await dressed.text()];
}"""


def test_a_page_whose_name_points_here_reads_no_metrics(house: RunningHouse) -> None:
    port = house.url.rpartition(":")[2]
    program = browser.find()
    with sync_playwright() as playwright:
        rules = "--host-resolver-rules=MAP rebound.invalid 127.0.0.1"
        opened = playwright.chromium.launch(executable_path=program, args=[*browser.FLAGS, rules])
        page = opened.new_page(locale="pt-PT")  # a person's browser has a language; a bare shell has none
        answer = page.goto(f"http://rebound.invalid:{port}/healthz")
        assert answer is not None and answer.status == 200
        *statuses, plain, dressed = page.evaluate(ASK)
        opened.close()
    assert statuses == [403, 403]
    assert "house_requests_total" not in plain + dressed

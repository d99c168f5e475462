"""A guest's journey through a running house: play free, bet on red, see the round end.

`python journey.py URL`, with the packages of a set-up clone. It reads nothing of the product but its pages.
"""

from __future__ import annotations

import re
import sys

from playwright.sync_api import expect, sync_playwright

from tests import browser

ROUND = 180_000  # ms in which a round, and the one before it, is over on a loaded machine


def main(url: str) -> int:
    program = browser.find()
    assert program is not None, browser.missing()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(browser.FLAGS))
        page = chromium.new_page(locale="en-GB", base_url=url)
        page.goto("/")
        page.get_by_role("button", name="Play free", exact=True).first.click()
        red = page.locator('.hit[data-place="red"]')
        red.wait_for(timeout=ROUND)
        page.locator('#table[data-seated][data-phase="betting"]').wait_for(state="attached", timeout=ROUND)
        red.click()
        expect(page.locator('.pile[data-as="accepted"]')).to_have_count(1, timeout=ROUND)
        expect(page.locator(".result-mine").first).to_have_text(re.compile(r"\S"), timeout=ROUND)
        print(f"played with Chromium {chromium.version} of {program}")
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

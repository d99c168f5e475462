"""The window with several tables before one is in it: the first table is chosen on its own picture."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize

from tests.pages.test_account_on_a_phone import DESKTOP, PHONE, shown
from tests.pages.test_back_office_axe import fetched

pytestmark = pytest.mark.journey

CHOSEN = """async () => {
  const find = (selector) => document.querySelector(selector);
  const tables = [...document.querySelectorAll("[data-add]")];
  const targets = [...document.querySelectorAll(".together-empty :is(a, button)")];
  const small = targets.filter((node) => node.getBoundingClientRect().height < 44).length;
  const inSight = tables.filter((node) => node.getBoundingClientRect().bottom < innerHeight).length;
  tables[2].click();
  await new Promise((next) => setTimeout(next, 50));
  return { tables: tables.length, small, inSight, wide: document.documentElement.scrollWidth - innerWidth,
    frames: [...document.querySelectorAll("iframe")].map((frame) => frame.title),
    empty: find(".together-empty").checkVisibility(), name: tables[2].querySelector("strong").textContent };
}"""


@pytest.mark.parametrize(("size", "least"), [(PHONE, 2), (DESKTOP, 7)], ids=["phone", "desktop"])
def test_the_first_table_is_chosen_in_the_empty_window(demo: None, size: ViewportSize, least: int) -> None:
    address = "/lobby/together/?money=DEMO"
    (seen,) = shown(fetched(Client(), [address]), CHOSEN, size).values()
    assert (seen["tables"], seen["small"], seen["wide"], seen["empty"]) == (7, 0, 0, False)
    assert seen["inSight"] >= least
    assert len(seen["frames"]) == 1 and seen["name"] in seen["frames"][0]

"""The browser repeats every draw with its own cryptography and gets the published result."""

from __future__ import annotations

import hashlib

import pytest
from playwright.sync_api import Page

from games.draw import generator
from tests.pages import screen

pytestmark = pytest.mark.journey

DRAW = {"draw": "table/verification/draw.js"}
RECOMPUTE = """
  return Promise.all(given.map(async ({ table, round, seed, nonces, pockets }) => {
    const key = await draw.drawKey(seed, draw.keyLabel(table, round, nonces));
    const stream = await draw.createStream(key);
    return { key: draw.toHex(key), index: await stream.drawBelow(pockets),
      commitment: await draw.commitment(seed) };
  }));
"""


def rounds() -> list[dict[str, object]]:
    given = []
    for n in range(60):
        seed = hashlib.sha256(b"%d" % n).digest()
        nonces = {
            seat: hashlib.md5(b"%d-%d" % (n, seat), usedforsecurity=False).hexdigest()
            for seat in range(12, 12 - n % 12, -1)
        }
        pockets = (37, 38)[n % 2]
        drawn = generator.Draw(generator.key(seed, 7, n + 1, nonces)).below(pockets)
        given.append(
            {"table": 7, "round": n + 1, "seed": seed.hex(),
             "nonces": {str(seat): nonce for seat, nonce in nonces.items()},
             "pockets": pockets, "drawn": drawn, "promise": generator.promise(seed)}
        )  # fmt: skip
    return given


def test_the_browser_finds_the_number_and_the_promise_of_the_house(page: Page) -> None:
    given = rounds()
    rows = screen.run(page, DRAW, RECOMPUTE, given)
    assert [row["index"] for row in rows] == [row["drawn"] for row in given]
    assert [row["commitment"] for row in rows] == [row["promise"] for row in given]


def test_a_changed_share_gives_another_key(page: Page) -> None:
    one = rounds()[11]
    other = {**one, "nonces": {**one["nonces"], "12": "0" * 32}}
    result = screen.run(page, DRAW, RECOMPUTE, [one, other])
    assert result[0]["key"] != result[1]["key"]

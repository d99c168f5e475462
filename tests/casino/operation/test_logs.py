"""Log lines carry their ids, and never a secret or a card."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
import structlog

from casino.operation import logs


@pytest.fixture
def lines() -> Any:
    """The lines that production would write. The logging of the tests is restored afterwards."""
    before, written = logging.root.handlers[:], io.StringIO()
    config = logs.configuration("json", "INFO")
    config["handlers"]["out"]["stream"] = written
    logs.configure(config)

    def read() -> list[dict[str, Any]]:
        return [json.loads(line) for line in written.getvalue().splitlines()]

    yield read
    structlog.contextvars.clear_contextvars()
    logging.root.handlers[:] = before


def test_a_line_carries_the_ids_that_were_bound(lines: Any) -> None:
    with structlog.contextvars.bound_contextvars(table=7, round=1234, request_id="abc"):
        structlog.get_logger("here").info("bets closed", bets=3)
        logging.getLogger("there").warning("slow by %s ms", 30)
    first, second = lines()
    assert list(first)[:3] == ["table", "round", "request_id"]
    assert (first["table"], first["round"], first["request_id"], first["event"], first["bets"]) == (
        7,
        1234,
        "abc",
        "bets closed",
        3,
    )
    assert (second["table"], second["event"], second["level"]) == (7, "slow by 30 ms", "warning")


@pytest.mark.parametrize(
    "name",
    [
        "seed", "seed_hash", "client_seed", "password", "new_password", "passwordAgain", "token", "csrf",
        "shoe", "deck", "cards", "hole", "hand", "cookie", "SECRET_KEY", "seal_key", "apiToken", "nonce",
    ],
)  # fmt: skip
def test_secrets_are_removed_by_name(lines: Any, name: str) -> None:
    structlog.get_logger("here").info(
        "something", **{name: "canary", "table": 7}, inner={"deeper": [{name: "canary"}]}
    )
    logging.getLogger("there").info("something", extra={name: "canary"})
    written = lines()
    assert "canary" not in json.dumps(written)
    assert written[0][name] == logs.REDACTED
    assert written[0]["table"] == 7


@pytest.mark.parametrize(
    "sentence",
    [
        "connecting to postgresql://feltro:canary@db/feltro",
        "refused: password=canary",
        "POST body {'token': 'canary'}",
        "Authorization: Bearer canary",
        "seed: canary, table 7",
    ],
)
def test_secrets_are_removed_from_sentences(lines: Any, sentence: str) -> None:
    structlog.get_logger("here").warning(sentence)
    logging.getLogger("there").warning("it said %s", sentence)
    written = json.dumps(lines())
    assert "canary" not in written
    assert logs.REDACTED in written


def test_bytes_are_never_written(lines: Any) -> None:
    structlog.get_logger("here").info("drawn", what=b"canary", many=[b"canary", bytearray(b"canary")])
    assert "canary" not in json.dumps(lines())


def test_a_traceback_shows_no_values(lines: Any) -> None:
    def deal() -> None:
        sealed = "can" + "ary"
        raise ValueError(f"a bug met {len(sealed)} letters")

    try:
        deal()
    except ValueError:
        structlog.get_logger("here").exception("it fell")
    written = json.dumps(lines())
    assert "a bug met 6 letters" in written
    assert "canary" not in written


def test_ordinary_words_stay(lines: Any) -> None:
    structlog.get_logger("here").info(
        "settled", key_count=None, monkey="brown", handle=3, keyboard="de", outcome="17", ms=2.5
    )
    (line,) = lines()
    assert (line["monkey"], line["handle"], line["keyboard"], line["outcome"]) == ("brown", 3, "de", "17")


def test_the_console_format_is_short() -> None:
    before, written = logging.root.handlers[:], io.StringIO()
    config = logs.configuration("console", "INFO")
    config["handlers"]["out"]["stream"] = written
    logs.configure(config)
    structlog.get_logger("here").info("bets closed", table=7, seed="canary")
    logging.root.handlers[:] = before
    text = written.getvalue()
    assert "bets closed" in text
    assert "table=7" in text
    assert "canary" not in text

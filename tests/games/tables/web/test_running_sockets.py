"""The sockets of a running house, used by a visitor, a faulty program and an attacker."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
import websockets.exceptions
from websockets.sync.client import ClientConnection, connect

from casino.demo.sample_data import PLAYERS
from tests.running import RunningHouse
from tests.signing import PATIENCE, Visitor

pytestmark = pytest.mark.house
Enter = Callable[..., ClientConnection]


@pytest.fixture
def enter(house: RunningHouse) -> Iterator[Enter]:
    """Opens a socket at a table: `enter(table, visitor)`; without a visitor it is not signed in."""
    opened = contextlib.ExitStack()

    def entered(table: int, visitor: Visitor | None = None, **how: Any) -> ClientConnection:
        headers = {"Cookie": visitor.cookie()} if visitor else {}
        address = house.url.replace("http://", "ws://").rstrip("/") + f"/ws/table/{table}/"
        return opened.enter_context(
            connect(
                address,
                additional_headers=headers,
                **{"origin": house.url.rstrip("/"), "open_timeout": PATIENCE, **how},
            )
        )

    with opened:
        yield entered


def signed_in(house: RunningHouse, number: int = 0) -> Visitor:
    visitor = Visitor(house.url)
    visitor.sign_in(PLAYERS[number].email, PLAYERS[number].password)
    return visitor


def wait_for_frame(socket: ClientConnection, *kinds: str, within: float = PATIENCE) -> dict[str, Any]:
    """The next frame of one of these kinds."""
    end = time.monotonic() + within
    while True:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=max(0.1, end - time.monotonic())))
        if frame["t"] in kinds:
            return frame


def send_message(socket: ClientConnection, **fields: Any) -> str:
    fields.setdefault("id", str(uuid4()))
    socket.send(json.dumps(fields))
    return str(fields["id"])


NASTY = [
    '{"t":"gone","player":1,"since":1}', '{"t":"seen","player":1}',
    "", "{", "[]", "null", "1e400", '"bet"', "{}", '{"t":"bet"}', '{"t":"nudge"}', '{"t":"release"}',
    '{"t":"sit"}', '{"t":"sit","id":"x"}',
    '{"t":"sit","id":"6f1c8a52-0000-4000-8000-000000000000","player":1}', '{"t":"look","t":"sit"}',
    '{"t":"do","id":1,"round":1,"do":{}}',
    '{"t":"nonce","round":1,"nonce":"zz"}',
    '{"t":"nonce","round":-1,"nonce":"00000000000000000000000000000000"}',
    '{"t":"do","id":"6f1c8a52-0000-4000-8000-000000000001","round":1.5,"do":{}}',
    '{"t":"do","id":"6f1c8a52-0000-4000-8000-000000000002","round":true,"do":{}}',
    '{"t":"do","id":"6f1c8a52-0000-4000-8000-000000000003","round":99999999999999999999,"do":{}}',
    '{"t":"look","x":1}', "🎰", "\u0000",
]  # fmt: skip
AMOUNTS = [0, -1, -50, 1, 49, 51.5, 50.0, True, None, "50", "٥٠", [], {}, 10**30, 1e400, float("nan"), 2**63]


def test_a_malformed_message_is_refused_and_the_socket_stays_open(house: RunningHouse, enter: Enter) -> None:
    socket = enter(1)
    for text in NASTY:
        socket.send(text)
        result = wait_for_frame(socket, "no")
        assert result["code"] in ("unreadable", "too-many", "not-you"), text
        time.sleep(0.11)
    socket.send("x" * 5_000)
    assert wait_for_frame(socket, "no")["with"] == {"longest": 4096}
    socket.send(b"\x00\x01")
    assert wait_for_frame(socket, "no")["code"] == "unreadable"
    time.sleep(0.2)
    socket.send('{"t":"look"}')
    assert wait_for_frame(socket, "snapshot")["table"]["phase"]


def test_only_whole_lawful_amounts_are_accepted(house: RunningHouse, enter: Enter) -> None:
    socket = enter(1, signed_in(house, 4))
    send_message(socket, t="sit")
    wait_for_frame(socket, "ok")
    socket.send('{"t":"look"}')
    table = wait_for_frame(socket, "snapshot")["table"]
    while table["phase"] != "betting":
        table |= wait_for_frame(socket, "table")["set"]
    for amount in AMOUNTS:
        time.sleep(0.11)
        command_id = send_message(
            socket, t="do", round=table["round"], do={"t": "bet", "on": {"red": amount}}
        )
        result = wait_for_frame(socket, "no", "ok")
        assert result["t"] == "no" and result["id"] in (command_id, None), amount
    socket.send('{"t":"look"}')
    snapshot = wait_for_frame(socket, "snapshot")
    assert snapshot["mine"]["game"].get("total", 0) == 0 and snapshot["mine"]["staked"] == 0


def test_a_visitor_cannot_play_without_signing_in(enter: Enter) -> None:
    socket = enter(1)
    command_id = send_message(socket, t="sit")
    assert wait_for_frame(socket, "no") | {"with": {}} == {
        "t": "no",
        "id": command_id,
        "code": "not-you",
        "rule": "",
        "with": {},
    }


def test_a_page_of_another_origin_opens_no_socket(enter: Enter, house: RunningHouse) -> None:
    with pytest.raises(websockets.exceptions.InvalidStatus) as refused:
        enter(1, signed_in(house), origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403


def test_a_missing_table_cannot_be_watched(enter: Enter) -> None:
    assert wait_for_frame(enter(10**6), "bye")["why"] == "not-allowed"


def test_a_person_has_a_limited_number_of_sockets_at_a_table(enter: Enter, house: RunningHouse) -> None:
    visitor = signed_in(house, 1)
    for _ in range(3):
        enter(2, visitor).send('{"t":"look"}')
    assert wait_for_frame(enter(2, visitor), "bye")["why"] == "too-many-open"


def test_a_person_has_a_limited_number_of_sockets_in_all(enter: Enter, house: RunningHouse) -> None:
    visitor = signed_in(house, 0)
    open_ = [enter(1 + number // 3, visitor) for number in range(20)]
    for socket in open_:
        socket.send('{"t":"look"}')
    assert wait_for_frame(enter(10, visitor), "bye")["why"] == "too-many-open"
    open_[0].close()
    end = time.monotonic() + PATIENCE
    while True:  # until the house has noticed that one is closed, and has forgotten twenty messages at once
        reopened = enter(10, visitor)
        reopened.send('{"t":"look"}')
        if wait_for_frame(reopened, "snapshot", "bye", "no")["t"] == "snapshot":
            break
        reopened.close()
        assert time.monotonic() < end, "no socket opens in place of the closed one"
        time.sleep(0.1)


def test_a_client_that_sends_too_much_is_limited_and_others_are_unaffected(
    enter: Enter, house: RunningHouse
) -> None:
    """The rate limit counts a person's messages over all sockets. Sockets of people who continue regardless
    are closed.
    """
    visitor = signed_in(house, 2)
    time.sleep(2)  # what this person said before is forgotten by then
    loud, calm = [enter(table, visitor) for table in (1, 1, 2)], enter(1, signed_in(house, 4))
    before = _answer_times(calm)
    started = time.monotonic()
    for number in range(210):
        send_message(loud[number % 3], t="stay")
    during = _answer_times(calm)
    results = [wait_for_frame(socket, "ok", "no") for socket in loud for _ in range(70)]
    refused = [frame for frame in results if frame.get("code") == "too-many"]
    assert refused and all(frame["with"] == {"each_second": 10} for frame in refused)
    # Twenty at once, and ten more each second; what a socket says while eight of its commands wait for an
    # answer counts as said, so that a slow machine takes eight.
    assert 8 <= len(results) - len(refused) <= 21 + 10 * (time.monotonic() - started)
    assert during < 3 * before + 0.5, "no other client waits for it"
    for _ in range(1200):
        with contextlib.suppress(websockets.exceptions.ConnectionClosed):
            send_message(loud[0], t="stay")
    assert wait_for_frame(loud[0], "bye")["why"] == "too-many"
    assert _answer_times(calm) < 3 * before + 0.5


def _answer_times(socket: ClientConnection) -> float:
    """The middle of a few waits for an answer."""
    waits = []
    for _ in range(5):
        started = time.monotonic()
        socket.send('{"t":"look"}')
        wait_for_frame(socket, "snapshot")
        waits.append(time.monotonic() - started)
        time.sleep(0.15)
    return sorted(waits)[2]


def test_signing_out_closes_the_sockets_of_that_sign_in_within_two_seconds(
    enter: Enter, house: RunningHouse
) -> None:
    visitor, elsewhere = signed_in(house, 3), signed_in(house, 3)
    socket, other = enter(1, visitor), enter(1, elsewhere)
    for connection in (socket, other):
        connection.send('{"t":"look"}')
        wait_for_frame(connection, "snapshot")
    started = time.monotonic()
    visitor.sign_out()
    signed_out = time.monotonic()
    assert wait_for_frame(socket, "bye")["why"] == "signed-out"
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        socket.recv(timeout=PATIENCE)
    # Two seconds on a machine that answers at once; on a slow one, what its answers take besides.
    assert time.monotonic() - signed_out < 2 + 2 * (signed_out - started)
    other.send('{"t":"look"}')
    assert wait_for_frame(other, "snapshot"), "the same person signed in elsewhere stays"


def test_a_command_retried_over_another_connection_gets_the_same_reply(
    enter: Enter, house: RunningHouse
) -> None:
    visitor = signed_in(house)
    first = enter(1, visitor)
    send_message(first, t="sit")
    wait_for_frame(first, "ok")
    first.send('{"t":"look"}')
    table = wait_for_frame(first, "snapshot")["table"]
    while table["phase"] != "betting":
        table |= wait_for_frame(first, "table")["set"]
    command = {"t": "do", "id": str(uuid4()), "round": table["round"], "do": {"t": "bet", "on": {"red": 50}}}
    send_message(first, **command)
    result = wait_for_frame(first, "ok", "no")
    assert result["t"] == "ok"
    first.close()
    second_socket = enter(1, visitor)
    send_message(second_socket, **command)
    assert wait_for_frame(second_socket, "ok", "no") == result
    send_message(second_socket, **{**command, "do": {"t": "bet", "on": {"black": 50}}})
    assert wait_for_frame(second_socket, "ok", "no")["code"] == "id-reused"

"""A thief bets all the time over an open socket of a running house. Its owner changes the password or the
second factor, or staff suspend the player. Staff whose role changes lose their sockets too.

The people of these tests are their own, so that other tests of the same house find theirs as they were.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from casino.services.folder import PROJECT
from tests.games.tables.web.test_running_sockets import Enter, enter, send_message, wait_for_frame
from tests.players.identity.sign_in.test_codes_of_a_house import code_of
from tests.running import RunningHouse
from tests.signing import Visitor

__all__ = ["enter"]
pytestmark = pytest.mark.house
WITHIN, PATIENCE = 2.0, 15.0
BET_INTERVAL = 0.15  # seconds; the house takes ten messages a second
OLD, NEW = "quatro ameixas azuis ao luar", "sete laranjas verdes ao vento"
REASON = "Verificação de rotina"
PREPARE = f"""
import json
from datetime import timedelta
from uuid import uuid4
from django.contrib.auth.hashers import get_hasher
from django.utils import timezone
from django.contrib.auth.models import Group
from casino.backoffice.roles import grant_role
from players.models import Person
from tests.live_table import players_with, table_open
from tests.sandbox_cashier import known

hasher = get_hasher()
code = hasher.encode({OLD!r}, hasher.salt(), n=2)
players = [known(player) for player in players_with(10_000, 3)]
Person.objects.filter(player__in=players).update(password=code)
staff = Person.objects.create(
    email=f"{{uuid4().hex[:12]}}@feltro.example", password=code, is_staff=True,
    date_joined=timezone.now() - timedelta(days=60),
)
grant_role(staff, "support")
table = table_open("american-roulette", betting_seconds=120, seats=40)
print(json.dumps({{
    "table": table.pk,
    "players": [[player.pk, player.person.email] for player in players],
    "staff": staff.email,
    "role": Group.objects.get(name="support").pk,
}}))
"""


@dataclass(frozen=True)
class Room:
    """A table with a long time for bets; players with money, as number and e-mail; one of the staff and the
    role.
    """

    table: int
    players: list[tuple[int, str]]
    staff: str
    role: int


@pytest.fixture(scope="module")
def room(house: RunningHouse) -> Room:
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", PREPARE],
        cwd=PROJECT, env=house.environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Room(**json.loads(done.stdout.splitlines()[-1]))


def signed_in(house: RunningHouse, email: str, words: str = OLD) -> Visitor:
    visitor = Visitor(house.url)
    visitor.sign_in(email, words)
    return visitor


@dataclass
class Theft:
    """What came of the bets over a stolen socket. Times are seconds after the change had been answered."""

    sent: dict[str, float] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)  # "ok", or why a bet was refused
    why: str = ""
    closed_after: float = PATIENCE

    def receive(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "bye":
            self.why = frame["why"]
        elif frame["t"] in ("ok", "no"):
            self.codes[frame["id"]] = frame.get("code", "ok")

    def codes_after_change(self) -> set[str]:
        """What became of the bets that were sent after it, as far as they were answered."""
        return {self.codes[number] for number, sent in self.sent.items() if sent > 0 and number in self.codes}


def steal(socket: ClientConnection, round_number: int, change: Callable[[], object]) -> Theft:
    """Bet without a pause, from just after a heartbeat on, until the house closes the socket.

    The hub asks for changes just before each heartbeat, so that most bets fall between the change and the
    close.
    """
    theft = Theft()

    def make_change() -> float:
        change()
        return time.monotonic()

    wait_for_frame(socket, "beat")
    with ThreadPoolExecutor(1) as pool:
        changed = pool.submit(make_change)
        end, closed = time.monotonic() + PATIENCE, 0.0
        try:
            while time.monotonic() < end:
                on = {"t": "bet", "on": {"red": 50}}
                number = send_message(socket, t="do", round=round_number, do=on)
                theft.sent[number] = time.monotonic()
                until = theft.sent[number] + BET_INTERVAL
                while (left := until - time.monotonic()) > 0:
                    with suppress(TimeoutError):
                        theft.receive(json.loads(socket.recv(timeout=left)))
        except ConnectionClosed:
            closed = time.monotonic()
            receive_the_rest(socket, theft)
        answered = changed.result(PATIENCE)
    theft.sent = {number: at - answered for number, at in theft.sent.items()}
    theft.closed_after = closed - answered if closed else PATIENCE
    return theft


def receive_the_rest(socket: ClientConnection, theft: Theft) -> None:
    """A bet that is sent just after the close fails before what came before the close has been read."""
    with suppress(ConnectionClosed, TimeoutError):
        while True:
            theft.receive(json.loads(socket.recv(timeout=0)))


def seated(house: RunningHouse, enter: Enter, room: Room, number: int) -> tuple[ClientConnection, int]:
    """A socket of a player who has made a bet, and the round."""
    socket = enter(room.table, signed_in(house, room.players[number][1]))
    send_message(socket, t="sit")
    assert wait_for_frame(socket, "ok", "no")["t"] == "ok"
    socket.send('{"t":"look"}')
    table = wait_for_frame(socket, "snapshot")["table"]
    while table["phase"] != "betting":
        table |= wait_for_frame(socket, "table", within=60)["set"]
    send_message(socket, t="do", round=table["round"], do={"t": "bet", "on": {"red": 50}})
    assert wait_for_frame(socket, "ok", "no")["t"] == "ok"
    return socket, table["round"]


def check_theft(theft: Theft, *why: str) -> None:
    print(f"socket closed {theft.closed_after:.2f} s after the change, goal < {WITHIN}")
    assert theft.codes_after_change() <= {"signed-out", "not-you"}
    assert theft.why in why
    assert theft.closed_after < WITHIN


def change_password(house: RunningHouse, email: str) -> Callable[[], object]:
    owner = signed_in(house, email)
    return lambda: owner.post("/account/password/", oldpassword=OLD, password1=NEW, password2=NEW)


def add_factor(house: RunningHouse, email: str) -> Callable[[], object]:
    """Everything but the last step: the house has shown the key, and its first code is sent."""
    owner = signed_in(house, email)
    activate = "/account/security/totp/activate/"
    owner.send("/account/confirm/", "/account/confirm/", password=OLD, next=activate)
    page = owner.get(activate)
    secret = re.search(r"\b([A-Z2-7]{32})\b", page)
    assert secret is not None, page
    return lambda: owner.send("/account/confirm/", activate, code=code_of(secret[1]))


@pytest.mark.parametrize(
    ("number", "prepare"), [(0, change_password), (1, add_factor)], ids=["password", "factor"]
)
def test_a_stolen_socket_bets_no_more_after_the_change_and_closes(
    house: RunningHouse, enter: Enter, room: Room, number: int, prepare: Any
) -> None:
    change = prepare(house, room.players[number][1])
    socket, round_number = seated(house, enter, room, number)
    theft = steal(socket, round_number, change)
    # It is told of the change, or its own look at open sessions comes first.
    check_theft(theft, "going-away", "signed-out")
    # The person's credential epoch refuses the bets that come before the socket closes, if there is time.
    assert theft.codes_after_change() == {"signed-out"} or theft.closed_after < 1


def test_a_suspended_player_bets_no_more_and_sees_the_round_to_its_end(
    house: RunningHouse, enter: Enter, room: Room
) -> None:
    staff = signed_in(house, "direcao@feltro.example", "mesa-direcao-2015")
    page = f"/admin/players/player/{room.players[2][0]}/"
    staff.get(f"{page}change/")
    socket, round_number = seated(house, enter, room, 2)
    theft = steal(
        socket,
        round_number,
        lambda: staff.send(f"{page}change/", f"{page}act/", act="suspend", reason=REASON),
    )
    # The running round is played to its end, without a new stake: until then the socket stays (A84).
    assert theft.codes_after_change() == {"excluded"}
    assert theft.closed_after == PATIENCE


def test_the_socket_of_staff_whose_role_is_taken_away_closes(
    house: RunningHouse, enter: Enter, room: Room
) -> None:
    """Two people take it away, as the back office asks. The socket only watches: no bet is ever taken."""
    changes = "/admin/backoffice/staffchange/"
    head = signed_in(house, "direcao@feltro.example", "mesa-direcao-2015")
    officer = signed_in(house, "oficial@feltro.example", "mesa-oficial-2015")
    proposal = {"kind": "revoke", "email": room.staff, "role": str(room.role), "reason": REASON}
    head.send(changes, f"{changes}propose/", **proposal)
    proposed = re.search(rf"{changes}(\d+)/change/", officer.get(f"{changes}?q={room.staff}"))
    assert proposed is not None
    page = f"{changes}{proposed[1]}/"
    socket = enter(room.table, signed_in(house, room.staff))
    socket.send('{"t":"look"}')
    round_number = wait_for_frame(socket, "snapshot")["table"]["round"]
    theft = steal(
        socket, round_number, lambda: officer.send(f"{page}change/", f"{page}decide/", verb="approve")
    )
    assert set(theft.codes.values()) == {"not-you"}
    check_theft(theft, "going-away", "signed-out")

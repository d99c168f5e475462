"""The chaos proof reports every gain of the attackers. (A check that cannot fail would prove nothing.)"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings as house
from django.test import Client

from games.tables.transport import envelope
from games.tables.transport.keyring import RejectedMessageError
from players.wallet.cashier.models import Adjustment
from players.wallet.models import Transfer
from tests.players.conftest import demo, seeded  # noqa: F401  (fixtures)
from tests.processes import connected
from tests.proofs.chaos_attackers import Attackers, Gains
from tests.proofs.chaos_hostile_web import HostileWeb
from tests.proofs.chaos_staff_attacker import StaffAttacker


class Staff:
    def __init__(self, opened: list[str], gains: Gains) -> None:
        self.opened, self.gains = opened, gains

    def try_sessions(self, tokens: list[str]) -> None:
        self.gains.sessions += [token for token in tokens if token in self.opened]


def judged(gains: Gains, *, bets: int = 0, cents: int = 0, opened: list[str] | None = None) -> list[str]:
    attackers = Attackers.__new__(Attackers)
    attackers.gains, attackers.wanted, attackers.players, attackers.began = gains, 3, [1], None
    attackers.quotas = {"web": 3}
    attackers.staff = [Staff(opened or [], gains)]

    def query(sql: str, values: list[Any]) -> list[tuple[int]]:
        return [(bets if "games_event" in sql else cents,)]

    attackers.query = query
    return attackers.judge()


def made() -> Gains:
    gains = Gains(forged={"00000000-0000-0000-0000-000000000001"})
    for _ in range(3):
        gains.count("web: forge command")
    return gains


def test_nothing_gained_is_no_contradiction(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(made()) == []
    line = "3 tries, 0 bets for others, 0 hidden cards read, 0 sessions obtained, 0 euros moved"
    assert capsys.readouterr().out.splitlines()[-1] == line


@pytest.mark.parametrize("gained", [{"bets": 1}, {"cents": 100}])
def test_a_bet_or_a_euro_is_a_contradiction(gained: dict[str, int]) -> None:
    assert judged(made(), **gained) != []


@pytest.mark.parametrize("frame", [b'{"t":"mine","was":1}', b'..."mine":{"game":{}}', b'{"hole":["As"]}'])
def test_a_private_frame_in_clear_is_a_contradiction(frame: bytes) -> None:
    gains = made()
    gains.read(frame, "frame on web:1")
    assert judged(gains) == ["frame on web:1"]


def test_a_session_found_on_valkey_is_tried() -> None:
    gains, token = made(), "a1" * 16
    gains.read(f"x:{token};".encode(), "the key x")
    assert judged(gains, opened=[token]) == [token]


def test_too_few_tries_are_a_contradiction() -> None:
    assert judged(Gains(forged={"00000000-0000-0000-0000-000000000001"})) != []
    gains = made()
    gains.forged.clear()
    assert judged(gains) != []


def test_one_attacker_does_not_make_the_tries_of_another() -> None:
    gains = Gains(forged={"00000000-0000-0000-0000-000000000001"}, tries=Counter({"staff: look up": 9}))
    assert judged(gains) == ["the attackers did not make their tries: web"]


def test_a_right_that_a_web_process_should_not_have_is_a_contradiction() -> None:
    gains = made()
    gains.rights.append("a web process may run: SET ROLE house_owner")
    assert judged(gains) == gains.rights


class Lists:
    """Keeps what is pushed to the lists of Valkey."""

    def __init__(self) -> None:
        self.pushed: list[tuple[str, bytes]] = []

    def rpush(self, name: str, message: bytes) -> None:
        self.pushed.append((name, message))


def test_the_croupier_opens_what_the_hostile_web_process_sends() -> None:
    """Else the attack would end at the transport, and the proofs of sessions would not be tried at all."""
    gains, lists = Gains(), Lists()
    web, croupier = connected("web", "croupier")
    attacker = HostileWeb.__new__(HostileWeb)
    attacker.gains, attacker.tables, attacker.players = gains, [3, 70], [5, 6]
    attacker.chance, attacker.keyring, attacker.genuine_proof = random.Random(3), web, b"a proof"
    attacker.valkey = lists
    opened: Counter[str] = Counter()
    for attack in (attacker.play_for_others, attacker.play_as_house):
        for _ in range(40):
            attack()
        for name, message in lists.pushed:
            with suppress(RejectedMessageError):
                batch = envelope.open_batch(croupier.open(envelope.COMMANDS, message))
                assert batch.messages[0].table in (3, 70)
                opened[attack.__name__] += name == envelope.command_list(batch.messages[0].table)
        lists.pushed.clear()
    assert opened["play_for_others"] >= 10 and opened["play_as_house"] >= 20
    assert len(gains.forged) == 40


class Browser:
    """Answers from the views, without a server."""

    def __init__(self, ticket: str) -> None:
        self.client, self.answers = Client(), list[tuple[str, int]]()
        self.client.cookies[house.SESSION_COOKIE_NAME] = ticket.partition("=")[2]

    def request(self, method: str, url: str, **fields: Any) -> Any:
        path = url.removeprefix(house.HOUSE_URL)
        answer = getattr(self.client, method)(path, fields.get("data"))
        self.answers.append((path.partition("?")[0], answer.status_code))
        answer.text = answer.content.decode() if not answer.streaming else ""
        return answer

    def get(self, url: str, **fields: Any) -> Any:
        return self.request("get", url)

    def post(self, url: str, **fields: Any) -> Any:
        return self.request("post", url, **fields)


def test_staff_reach_the_pages_that_they_attack_and_gain_nothing(demo: None) -> None:
    gains, before = Gains(), Transfer.objects.count()
    staff = StaffAttacker.of_every_role(house.HOUSE_URL, gains, random.Random(7))
    assert len(staff) == 11
    cashier = next(member for member in staff if member.name == "caixa")
    for member in (cashier, staff[0]):
        member.browser = Browser(str(member.browser.headers["Cookie"]).partition(";")[0])
        for attack in dict.fromkeys(member.kinds):
            for _ in range(8):
                attack()
    reached = dict(cashier.browser.answers)
    assert reached["/admin/cashier/adjustment/ask/"] == 302
    own = Adjustment.objects.filter(requested_by=cashier.person)
    assert own.exists() and not own.filter(decided_by__isnull=False).exists()
    decided = [path for path in reached if path.endswith("/decide/") and "adjustment" in path]
    assert decided and all(reached[path] in (302, 403) for path in decided)
    assert gains.sessions == gains.cards == []
    assert Transfer.objects.count() == before

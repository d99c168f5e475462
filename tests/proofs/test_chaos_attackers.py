"""The chaos proof reports every gain of the attackers. (A check that cannot fail would prove nothing.)"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings as house
from django.test import Client

from games.tables.croupier.audience import Audience
from games.tables.transport import envelope
from games.tables.transport.envelope import Frames
from games.tables.transport.keyring import Keyring, RejectedMessageError
from players.wallet.cashier.models import Adjustment
from players.wallet.models import Transfer
from tests.processes import connected
from tests.proofs.chaos_attackers import Attackers, Gains
from tests.proofs.chaos_hostile_web import HostileWeb
from tests.proofs.chaos_staff_attacker import StaffAttacker


class Staff:
    def __init__(self, opened: list[str], gains: Gains) -> None:
        self.opened, self.gains = opened, gains

    def try_sessions(self, tokens: list[str]) -> None:
        self.gains.sessions += [token for token in tokens if token in self.opened]


def judged(
    gains: Gains,
    *,
    bets: int = 0,
    cents: int = 0,
    opened: list[str] | None = None,
    quotas: dict[str, int] | None = None,
) -> list[str]:
    attackers = Attackers.__new__(Attackers)
    attackers.gains, attackers.wanted, attackers.players, attackers.began = gains, 3, [1], None
    attackers.quotas = quotas or {"web": 3}
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
    named: set[int] = set()
    for attack in (
        attacker.play_for_others,
        attacker.look_for_others,
        attacker.play_as_house,
        attacker.play_as_house_for_others,
    ):
        for _ in range(40):
            attack()
        for name, message in lists.pushed:
            with suppress(RejectedMessageError):
                batch = envelope.open_batch(croupier.open(envelope.COMMANDS, message))
                assert batch.messages[0].table in (3, 70)
                named.add(batch.messages[0].player)
                opened[attack.__name__] += name == envelope.command_list(batch.messages[0].table)
        lists.pushed.clear()
    assert opened["play_for_others"] >= 10 and opened["look_for_others"] >= 20
    assert opened["play_as_house"] >= 20 and opened["play_as_house_for_others"] >= 20
    assert named == {0, 5, 6}
    assert len(gains.forged) == 40


def hostile_web() -> tuple[HostileWeb, Audience, Keyring]:
    """The hostile process, and a croupier that knows its keys."""
    attacker = HostileWeb.__new__(HostileWeb)
    attacker.keyring, croupier = connected("web", "croupier")
    attacker.gains, attacker.tables, attacker.players = Gains(), [3], [5, 6]
    attacker.chance, attacker.genuine_proof = random.Random(3), b"a proof"
    return attacker, Audience(), croupier


def replies(attacker: HostileWeb, frame: bytes) -> tuple[str, bytes]:
    return envelope.web_channel(attacker.keyring.id), envelope.encode([(1, frame)])


VIEW = b'{"t":"snapshot","v":1,"now":1,"table":{}'


def test_what_everybody_may_know_is_no_gain() -> None:
    attacker, audience, croupier = hostile_web()
    name = envelope.internal_sender(attacker.keyring.id)
    for channel, message in (
        replies(attacker, VIEW + b"}"),
        replies(attacker, b'{"t":"no","id":null,"code":"signed-out","rule":"","with":{}}'),
        (envelope.table_channel(3), envelope.encode(Frames(1, b"public", {5: b"hers"}))),
        (envelope.web_channel(name), b"{}"),
    ):
        attacker.open(channel, audience.seal(croupier, channel, message))
    gains = attacker.gains
    assert gains.opened == {"web": 3, "table": 1}
    assert gains.cards == gains.rounds == gains.rights == []


@pytest.mark.parametrize(
    ("leak", "kind"),
    [
        (VIEW + b',"mine":{"game":{"hole":["As","Ad"]}}}', "cards"),
        (VIEW + b',"purse":{"n":1,"cents":100}}', "cards"),
        (b'{"t":"ok","id":"00000000-0000-0000-0000-000000000001","v":1}', "rights"),
    ],
)
def test_an_answer_for_somebody_else_is_a_contradiction(leak: bytes, kind: str) -> None:
    attacker, audience, croupier = hostile_web()
    channel, message = replies(attacker, leak)
    attacker.open(channel, audience.seal(croupier, channel, message))
    assert judged_with(attacker.gains) == getattr(attacker.gains, kind) != []


@pytest.mark.parametrize("channel", [envelope.table_channel(3), envelope.BALANCES])
def test_a_private_frame_that_the_hostile_web_process_opens_is_a_contradiction(channel: str) -> None:
    """A croupier that took it for the holder of a socket."""
    attacker, audience, croupier = hostile_web()
    audience.note(5, attacker.keyring.id)
    frames = {5: b'{"t":"mine"}'}
    content = frames if channel == envelope.BALANCES else Frames(1, b"public", frames)
    attacker.open(channel, audience.seal(croupier, channel, envelope.encode(content)))
    assert judged_with(attacker.gains) == [f"private frames on {channel}"]


def test_a_round_of_somebody_else_is_a_contradiction() -> None:
    attacker, audience, croupier = hostile_web()
    channel = envelope.web_channel(envelope.internal_sender(attacker.keyring.id))
    attacker.open(channel, audience.seal(croupier, channel, b'{"round":7}'))
    assert judged_with(attacker.gains) == attacker.gains.rounds != []


@pytest.mark.parametrize(
    ("answer", "gained"),
    [
        (b'{"t":"no","id":null,"code":"signed-out","rule":"","with":{}}', 0),
        (b'{"t":"ok","id":"00000000-0000-0000-0000-000000000001","v":1}', 1),
    ],
)
def test_replies_to_commands_in_the_name_of_the_house_are_judged(answer: bytes, gained: int) -> None:
    """They come as replies, not as the answer to a question of a page: the judge must not stop at them."""
    attacker, audience, croupier = hostile_web()
    channel = envelope.web_channel(envelope.internal_sender(attacker.keyring.id))
    attacker.open(channel, audience.seal(croupier, channel, envelope.encode([(0, answer)])))
    assert len(attacker.gains.rights) == gained and not attacker.gains.rounds


def judged_with(gains: Gains) -> list[str]:
    gains.forged.add("00000000-0000-0000-0000-000000000001")
    gains.tries["web: forge command"] = 3
    return judged(gains)


def test_a_hostile_web_process_that_hears_nothing_proves_nothing() -> None:
    gains = made()
    gains.tries["hostile web: look for others"] = 3
    assert judged(gains, quotas={"hostile web": 3})[:1] != []
    gains.opened.update({"table": 1, "web": 1})
    assert judged(gains, quotas={"hostile web": 3}) == []


class Broadcast:
    """A subscription of Valkey in which everything is heard that is published."""

    def __init__(self) -> None:
        self.channels: list[str] = []
        self.waiting: list[dict[str, Any]] = []

    def pubsub(self) -> Broadcast:
        return self

    def subscribe(self, *channels: str) -> None:
        self.channels += channels

    def get_message(self, timeout: float) -> dict[str, Any] | None:
        return self.waiting.pop(0) if self.waiting else None

    def publish(self, channel: str, data: bytes) -> None:
        if channel in self.channels:
            self.waiting.append({"type": "message", "channel": channel.encode(), "data": data})


def test_the_hostile_web_process_hears_its_own_channels() -> None:
    attacker, audience, croupier = hostile_web()
    valkey = attacker.valkey = Broadcast()
    attacker.listener = None
    attacker.listen()
    channel, message = replies(attacker, VIEW + b',"mine":{}}')
    name = envelope.web_channel(envelope.internal_sender(attacker.keyring.id))
    valkey.publish(channel, audience.seal(croupier, channel, message))
    valkey.publish(name, audience.seal(croupier, name, b'{"round":7}'))
    attacker.listen()
    assert len(attacker.gains.cards) == len(attacker.gains.rounds) == 1


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

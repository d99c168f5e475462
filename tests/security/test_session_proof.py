"""A hostile web process with the role house_web, registered keys and every setting names other people in
its commands.

Each command carries a proof derived from the cookie of a live session. The croupier checks it in the
command's transaction.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.draw.seal_key import SealKey
from games.models import ChatLine, Event, Table
from games.rounds import history
from games.rules.shared.refusals import Refusal
from games.tables.croupier.audience import Audience
from games.tables.croupier.process import Croupier
from games.tables.croupier.record_queries import may_see_face_up
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest, CommandResult
from games.tables.transport import client as transport_client
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import MessageBatch, QueuedMessage, SocketClosing
from games.tables.transport.keyring import WEB, Keyring, RejectedMessageError
from games.tables.web import hub as hub_module
from games.tables.web.hub import Hub
from players.identity.models import SignIn
from players.identity.sign_in import visitors
from players.identity.sign_in.session_store import (
    SIGN_IN,
    SessionStore,
    proof_digest,
    session_digest,
    session_proof,
)
from players.models import Person, Player
from tests.live_table import LiveTable, balance, bet, players_with, seal_key, table_open
from tests.processes import connected
from tests.sandbox_cashier import known
from tests.sessions import end_session, sign_in

pytestmark = pytest.mark.django_db
WEB_NAME = "web0"


@pytest.fixture
def people() -> tuple[Player, Player]:
    """The victim, and a person whose session passes through the hostile process."""
    ana, bruno = players_with(10_000, 2)
    return ana, bruno


@pytest.fixture
def room(tmp_path: Path) -> LiveTable:
    return LiveTable(tmp_path, table_open(sheet={"chat": True}))


def ask(room: LiveTable, player: Player, command: Any, proof: bytes) -> CommandResult:
    request = CommandRequest(player.pk, command, (WEB_NAME, 1), session=proof_digest(proof))
    return room.execute([request]).results[0]


def code(answer: CommandResult) -> str:
    return answer.refused.code.value if answer.refused is not None else ""


def forged_proofs(ana: Player, bruno: Player) -> dict[str, bytes]:
    """What a hostile process can try: what it finds in the database, and sessions of other people."""
    own, lost = sign_in(bruno.person), sign_in(ana.person)
    end_session(lost)
    ended = sign_in(ana.person)
    SignIn.objects.filter(session=proof_digest(ended)).update(ended=Now())
    expired = sign_in(ana.person)
    Session.objects.filter(session_key=proof_digest(expired)).update(expire_date=Now() - timedelta(seconds=1))
    live = proof_digest(sign_in(ana.person))
    return {
        "none": b"",
        "of another person": own,
        "of a session that was deleted": lost,
        "of a sign-in that ended": ended,
        "of a session that expired": expired,
        "the digest in the database": live.encode(),
        "a session key that was guessed": session_proof("x" * 32),
    }


COMMANDS: dict[str, Callable[[LiveTable], Any]] = {
    "bet": lambda room: bet(room.round, {"red": 500}),
    "leave": lambda room: protocol.Leave(uuid4()),
    "stay": lambda room: protocol.Stay(uuid4()),
    "queue": lambda room: protocol.JoinQueue(uuid4()),
    "unqueue": lambda room: protocol.LeaveQueue(uuid4()),
    "sit": lambda room: protocol.Sit(uuid4()),
    "share": lambda room: protocol.DrawShare(room.live.next_round or 1, "0" * 32),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_for_another_person_is_accepted(
    room: LiveTable, people: tuple[Player, Player], command: str
) -> None:
    """Red before: the croupier believed the web process who the player is."""
    ana, bruno = people
    room.sit([ana])
    room.until("bets-opened")
    before, events = room.live, Event.objects.count()
    for name, proof in forged_proofs(ana, bruno).items():
        assert code(ask(room, ana, COMMANDS[command](room), proof)) == "signed-out", name
    assert (room.live, Event.objects.count(), balance(ana)) == (before, events, 10_000)


def test_no_seat_can_be_taken_for_another_person(room: LiveTable, people: tuple[Player, Player]) -> None:
    ana, bruno = people
    for name, proof in forged_proofs(ana, bruno).items():
        assert code(ask(room, ana, protocol.Sit(uuid4()), proof)) == "signed-out", name
    assert not room.live.seats


def test_a_person_plays_with_each_of_their_live_sessions(
    room: LiveTable, people: tuple[Player, Player]
) -> None:
    ana, bruno = people
    phone, computer, other = sign_in(ana.person), sign_in(ana.person), sign_in(bruno.person)
    assert code(ask(room, ana, protocol.Sit(uuid4()), phone)) == ""
    room.sit([bruno])
    room.until("bets-opened")
    answers = room.execute(
        [
            CommandRequest(
                player.pk, bet(room.round, {"red": 100}), (WEB_NAME, 1), session=proof_digest(proof)
            )
            for player, proof in ((ana, phone), (bruno, other), (ana, computer), (ana, other))
        ]
    ).results
    assert [code(answer) for answer in answers] == ["", "", "", "signed-out"]
    assert balance(ana) == 10_000 - 200 and balance(bruno) == 10_000 - 100


def test_the_proof_costs_a_bet_no_query(room: LiveTable, people: tuple[Player, Player]) -> None:
    ana, _ = people
    proof = sign_in(ana.person)
    room.sit([ana])
    room.until("bets-opened")

    def queries(session: str | None) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            request = CommandRequest(ana.pk, bet(room.round, {"red": 100}), (WEB_NAME, 1), session=session)
            assert room.transaction.execute([request]).results[0].refused is None
        return len(captured)

    assert queries(None) == queries(proof_digest(proof))


# --- what a process reads


def table_worker(room: LiveTable, tmp_path: Path) -> tuple[TableWorker, list[tuple[str, bytes]]]:
    out: list[tuple[str, bytes]] = []
    return TableWorker(room.table.pk, SealKey(seal_key(tmp_path)), out.extend, audience=Audience()), out


def replies(out: list[tuple[str, bytes]]) -> list[dict[str, Any]]:
    return [
        json.loads(frame)
        for channel, message in out
        if channel == envelope.web_channel(WEB_NAME)
        for _, frame in envelope.decode_replies(message)
    ]


def test_a_snapshot_for_another_person_shows_only_the_public_view(
    room: LiveTable, people: tuple[Player, Player], tmp_path: Path
) -> None:
    ana, bruno = people
    room.sit([ana])
    for name, proof in forged_proofs(ana, bruno).items():
        own, out = table_worker(room, tmp_path)
        own.queue.append((WEB_NAME, QueuedMessage(1, ana.pk, room.table.pk, b'{"t":"look"}', proof=proof)))
        own.work()
        (snapshot,) = replies(out)
        assert "mine" not in snapshot and "purse" not in snapshot, name
        assert own.audience.holders(ana.pk) == [], name
    own, out = table_worker(room, tmp_path)
    proof = sign_in(ana.person)
    own.queue.append((WEB_NAME, QueuedMessage(1, ana.pk, room.table.pk, b'{"t":"look"}', proof=proof)))
    own.work()
    assert "mine" in replies(out)[0] and own.audience.holders(ana.pk) == [WEB_NAME]


def test_no_chat_line_can_be_written_for_another_person(
    room: LiveTable, people: tuple[Player, Player], tmp_path: Path
) -> None:
    ana, bruno = people
    room.sit([ana])
    message = msgspec.json.encode(protocol.Chat(uuid4(), "boa noite"))
    own, out = table_worker(room, tmp_path)
    for proof in forged_proofs(ana, bruno).values():
        own.queue.append((WEB_NAME, QueuedMessage(1, ana.pk, room.table.pk, message, proof=proof)))
    own.work()
    assert {reply["t"] for reply in replies(out)} == {"no"} and not ChatLine.objects.exists()
    own.queue.append((WEB_NAME, QueuedMessage(1, ana.pk, room.table.pk, message, proof=sign_in(ana.person))))
    own.work()
    assert ChatLine.objects.count() == 1


@pytest.mark.parametrize("question", ["receipt", "recall"])
def test_rounds_and_receipts_of_another_person_are_refused(
    room: LiveTable,
    people: tuple[Player, Player],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
) -> None:
    ana, bruno = people
    monkeypatch.setattr("games.rounds.receipts.receipts.build_receipt", lambda *about: {"told": True})
    monkeypatch.setattr("games.rounds.proof.disclosure.disclose_round", lambda *about: {"told": True})
    request = (
        protocol.RequestReceipt(ana.pk, 7)
        if question == "receipt"
        else protocol.RequestRound(3, player=ana.pk)
    )
    message, name = msgspec.json.encode(request), envelope.internal_sender(WEB_NAME)

    def answer(proof: bytes) -> Any:
        own, out = table_worker(room, tmp_path)
        own.queue.append((name, QueuedMessage(0, 0, room.table.pk, message, proof=proof)))
        own.work()
        return msgspec.json.decode(out[0][1])

    for label, proof in forged_proofs(ana, bruno).items():
        assert answer(proof) == {}, label
    assert answer(sign_in(ana.person)) == {"told": True}


def test_hands_are_opened_for_staff_with_the_right_who_have_confirmed_alone(
    room: LiveTable, people: tuple[Player, Player], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: any open session was enough, and players saw the folded cards of others."""
    player, other = people[0], people[1].person
    officer = Person.objects.create_user("officer@feltro.example", "x", is_staff=True)
    clerk = Person.objects.create_user("clerk@feltro.example", "x", is_staff=True)
    officer.groups.add(Group.objects.get(name="compliance officer"))
    monkeypatch.setattr("games.rounds.proof.disclosure.disclose_round", lambda *about: {"told": True})

    def answer(proof: bytes, person: int, **named: int) -> Any:
        request = protocol.RequestRound(3, person=person, reason="case 7", **named)
        own, out = table_worker(room, tmp_path)
        carried = QueuedMessage(0, 0, room.table.pk, msgspec.json.encode(request), proof=proof)
        own.queue.append((envelope.internal_sender(WEB_NAME), carried))
        own.work()
        return msgspec.json.decode(out[0][1])

    for proof in (b"", sign_in(other), sign_in(officer, is_confirmed=False)):
        assert answer(proof, officer.pk) == {}
    for person in (player.person, clerk):
        assert answer(sign_in(person), person.pk) == {}, "without the right"
        assert answer(sign_in(person), officer.pk) == {}
    assert answer(sign_in(player.person), player.person_id, player=player.pk) == {}
    assert answer(sign_in(officer), officer.pk) == {"told": True}
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION AUTHORIZATION house_croupier")
        assert may_see_face_up(officer.pk), "the croupier can read who has the right"
        cursor.execute("RESET SESSION AUTHORIZATION")


# --- what a process says about people


def test_a_player_in_good_standing_cannot_be_removed(room: LiveTable, people: tuple[Player, Player]) -> None:
    ana, _ = people
    room.sit([ana])
    room.execute([CommandRequest(0, protocol.EndStay(ana.pk, "excluded"), ("house", 0))])
    assert ana.pk in room.live.players
    Player.objects.filter(pk=ana.pk).update(status="suspended")
    room.execute([CommandRequest(0, protocol.EndStay(ana.pk, "house"), ("house", 0))])
    assert ana.pk not in room.live.players


def test_a_table_on_hold_is_released_by_its_row_alone(room: LiveTable, people: tuple[Player, Player]) -> None:
    release = CommandRequest(0, protocol.Release(), ("house", 0))
    room.sit([people[0]])
    room.transaction.hold("system")
    room.transaction.execute([release])
    assert room.live.held == "system"
    Table.objects.filter(pk=room.table.pk).update(status="open", reason="")
    room.transaction.execute([release])
    assert not room.live.held


def test_only_a_process_that_held_a_socket_says_that_a_connection_was_lost(
    valkey_url: str, settings: Any, tmp_path: Path
) -> None:
    settings.REDIS_URL, settings.SEAL_KEY_FILE = valkey_url, seal_key(tmp_path)
    croupier = Croupier()
    web, croupier.keyring = connected("web", "croupier")
    message, table = msgspec.json.encode(protocol.ReportDisconnect(5, 1)), table_open().pk
    pack = MessageBatch(envelope.internal_sender(web.id), [QueuedMessage(0, 0, table, message, proof=b"")])
    croupier._take(envelope.seal_batch(web, pack))
    assert table not in croupier.workers
    croupier.audience.note(5, web.id)
    croupier._take(envelope.seal_batch(web, pack))
    assert len(croupier.workers[table].queue) == 1


def test_a_web_process_never_answers_for_a_player_itself() -> None:
    web, croupier = connected("web", "croupier")
    pack = envelope.seal_batch(
        web, MessageBatch(web.id, [QueuedMessage(1, 7, 3, b'{"t":"look"}', proof=None)])
    )
    with pytest.raises(RejectedMessageError, match="proves the session"):
        envelope.open_batch(croupier.open(envelope.COMMANDS, pack))


def test_a_forged_closing_message_closes_no_valid_socket(
    people: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = people
    proof = sign_in(ana.person)
    barred = {"session": False, "player": False}

    async def is_barred(farewell: SocketClosing) -> bool:
        return barred["session" if farewell.session else "player"]

    async def no_stays(player: int) -> set[int]:
        return set()

    monkeypatch.setattr(hub_module, "is_barred", is_barred)
    monkeypatch.setattr(hub_module, "tables_with_a_stay", no_stays)

    async def dropped(farewell: SocketClosing) -> bool:
        web, reasons = Hub(), []

        class Open:
            session, player, table = proof_digest(proof), ana.pk, 1
            drop = staticmethod(reasons.append)

        web.sockets[1] = Open()
        await web._close_sockets(farewell)
        return bool(reasons)

    def closes(**about: Any) -> bool:
        return asyncio.run(dropped(SocketClosing("signed-out", **about)))

    assert not closes(session=proof_digest(proof)) and not closes(player=ana.pk)
    assert not closes(session=proof_digest(proof), proof=b"another")
    assert closes(session=proof_digest(proof), proof=proof), "the process that signs the person out"
    barred["player"] = True
    assert closes(player=ana.pk) and not closes(session=proof_digest(proof))


def test_the_record_says_which_sockets_must_close(people: tuple[Player, Player]) -> None:
    from games.tables.web import hub_queries

    ana, _ = people
    is_barred = hub_queries.is_barred.func
    proof = sign_in(ana.person)
    session = SocketClosing("signed-out", session=proof_digest(proof))
    assert not is_barred(session) and not is_barred(SocketClosing("closed", player=ana.pk))
    end_session(proof)
    Player.objects.filter(pk=ana.pk).update(status="closed")
    assert is_barred(session) and is_barred(SocketClosing("closed", player=ana.pk))


# --- where proofs come from


def test_the_database_holds_nothing_that_proves_a_session(people: tuple[Player, Player]) -> None:
    ana, _ = people
    session = SessionStore()
    session["anything"] = "value"
    session.save()
    assert session.session_key is not None
    proof = session_proof(session.session_key)
    SignIn.objects.create(person=ana.person, session=session_digest(session.session_key))
    rows = [*Session.objects.values_list(), *SignIn.objects.values_list()]
    text = repr(rows)
    assert proof_digest(proof) in text
    assert proof.decode() not in text and session.session_key not in text


def test_a_session_continues_under_its_new_key(room: LiveTable, people: tuple[Player, Player]) -> None:
    ana, _ = people
    session = SessionStore()
    session.create()
    entry = SignIn.objects.create(person=ana.person, session=session_digest(session.session_key))
    session[SIGN_IN] = [entry.pk, entry.session]
    before = session_proof(session.session_key)
    assert code(ask(room, ana, protocol.Sit(uuid4()), before)) == ""
    session.cycle_key()
    after = session_proof(session.session_key)
    assert code(ask(room, ana, protocol.Leave(uuid4()), before)) == "signed-out"
    assert code(ask(room, ana, protocol.Leave(uuid4()), after)) == ""


def test_a_visitor_plays_with_the_session_of_the_visit(tmp_path: Path) -> None:
    demo, browser = LiveTable(tmp_path, table_open(currency="DEMO")), Client()
    assert browser.post(f"/table/{demo.table.pk}/visit/").status_code == 302
    visitor = Player.objects.get(pk=browser.session[visitors.VISITOR])
    proof = session_proof(browser.session.session_key)
    (other,) = players_with(0, 1)
    assert code(ask(demo, visitor, protocol.Sit(uuid4()), sign_in(other.person))) == "signed-out"
    assert code(ask(demo, visitor, protocol.Sit(uuid4()), proof)) == ""
    visitors.bind_session(browser.session, visitor)
    assert SignIn.objects.filter(person_id=visitor.person_id).count() == 1


def test_a_page_uses_the_session_of_its_request(
    monkeypatch: pytest.MonkeyPatch, people: tuple[Player, Player]
) -> None:
    """A web process proves the session of the request; a worker, which serves no request, proves none."""
    seen: list[bytes | None] = []
    keyring = Keyring(WEB)

    def summary(*_: Any, **__: Any) -> None:
        seen.append(transport_client._message(keyring, 1, protocol.CheckInactivity()).proof)

    monkeypatch.setattr(history, "last_round", lambda player, table: summary() or {})
    browser = Client()
    ana = known(people[0])
    browser.force_login(ana.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert browser.get(reverse("last-round", args=[table_open().pk])).status_code == 200
    summary()
    worker = transport_client._message(Keyring("worker"), 1, protocol.CheckInactivity()).proof
    assert seen == [session_proof(browser.session.session_key), b""] and worker is None


def test_the_refusal_is_that_of_a_session_that_ended() -> None:
    assert Refusal.SIGNED_OUT.value == "signed-out"

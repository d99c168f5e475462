"""A seat is left from the account by the table's own command, and the page says what became of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.draw.seal_key import SealKey
from games.models import Table
from games.tables.croupier.audience import Audience
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import QueuedMessage
from games.tables.transport.frames import AcceptedFrame, RefusedFrame
from games.tables.transport.keyring import RejectedMessageError
from games.tables.web import views
from players.models import Player, PlaySession
from tests.demo_house import signed_in
from tests.live_table import LiveTable, bet, players_with, seal_key, table_open
from tests.processes import connected
from tests.sessions import sign_in

SENDER = envelope.internal_sender("web0:page")
Answer = AcceptedFrame | RefusedFrame | None


def sent_to(room: LiveTable, tmp_path: Path, player: Player, proof: bytes) -> AcceptedFrame | RefusedFrame:
    """The reply of a croupier to a page that leaves for this player."""
    out: list[tuple[str, bytes]] = []
    worker = TableWorker(room.table.pk, SealKey(seal_key(tmp_path)), out.extend, audience=Audience())
    body = msgspec.json.encode(protocol.Leave(uuid4()))
    worker.queue.append((SENDER, QueuedMessage(0, player.pk, room.table.pk, body, proof=proof)))
    worker.work()
    (message,) = [message for channel, message in out if channel == envelope.web_channel(SENDER)]
    ((_, frame),) = envelope.decode_replies(message)
    return msgspec.json.decode(frame, type=AcceptedFrame | RefusedFrame)


@pytest.mark.django_db
def test_the_table_leaves_for_the_owner_of_the_session_alone(tmp_path: Path) -> None:
    ana, bruno = players_with(10_000, 2)
    room = LiveTable(tmp_path, table_open())
    room.sit([ana, bruno])
    for proof in (b"", b"x" * 64, sign_in(bruno.person)):
        refused = sent_to(room, tmp_path, ana, proof)
        assert isinstance(refused, RefusedFrame) and refused.code == "signed-out"
    assert PlaySession.objects.filter(player=ana, ended=None).exists()
    assert isinstance(sent_to(room, tmp_path, ana, sign_in(ana.person)), AcceptedFrame)
    session = PlaySession.objects.get(player=ana)
    assert session.ended is not None and session.cause == "player"
    again = sent_to(room, tmp_path, ana, sign_in(ana.person))
    assert isinstance(again, RefusedFrame) and again.code == "not-seated"
    assert PlaySession.objects.filter(player=bruno, ended=None).exists()


def test_a_worker_leaves_for_nobody() -> None:
    worker, croupier = connected("worker", "croupier")
    message = QueuedMessage(0, 7, 3, msgspec.json.encode(protocol.Leave(UUID(int=1))), proof=b"")
    batch = envelope.MessageBatch(envelope.internal_sender(worker.id), [message])
    with pytest.raises(RejectedMessageError, match="not a command of a worker process"):
        envelope.open_batch(croupier.open(envelope.COMMANDS, envelope.seal_batch(worker, batch)))


@pytest.fixture
def seated(demo: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, Client]:
    """Ana at Lisboa; what the page sends is decided by the table itself."""
    ana = Player.objects.get(alias="Ana")
    room = LiveTable(tmp_path, Table.objects.get(name="Lisboa"))
    room.sit([ana])

    def leave_table(table: int, player: int) -> Answer:
        command = protocol.Leave(uuid4())
        with connection.cursor() as cursor:  # the request has the role of a web process
            cursor.execute("RESET SESSION AUTHORIZATION")
        (result,) = room.execute([CommandRequest(player, command, (SENDER, 0))]).results
        if result.refused is not None:
            return RefusedFrame(command.id, result.refused.code.value, "", {})
        return AcceptedFrame(command.id, result.version)

    monkeypatch.setattr(views, "leave_table", leave_table)
    return room, signed_in("ana@feltro.example", "en")


def pressed(client: Client, room: LiveTable) -> str:
    return client.post(reverse("leave-table", args=[room.table.pk]), follow=True).content.decode()


def test_the_overview_ends_a_session_and_says_its_result(seated: tuple[LiveTable, Client]) -> None:
    room, client = seated
    address = reverse("leave-table", args=[room.table.pk])
    assert f'action="{address}"' in client.get("/account/").content.decode()
    assert "Your session at Lisboa has ended. Net: €0.00." in pressed(client, room)
    assert "You are no longer at this table." in pressed(client, room), "a second press"
    assert client.get(address).status_code == 405
    assert f'action="{address}"' not in client.get("/account/").content.decode()


def test_a_stake_in_play_is_settled_first(seated: tuple[LiveTable, Client]) -> None:
    room, client = seated
    room.until("bets-opened")
    ana = Player.objects.get(alias="Ana")
    room.send((ana, bet(room.round, {"red": 1000})))
    room.until("bets-closed")
    assert "The round at Lisboa is played to its end" in pressed(client, room)
    assert PlaySession.objects.filter(player=ana, ended=None).exists()
    room.until("round-ended")
    assert not PlaySession.objects.filter(player=ana, ended=None).exists()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda: None, "Lisboa has not answered yet."),
        (lambda: RefusedFrame(UUID(int=1), "on-hold", "", {}), "Lisboa: The table is on hold."),
        (lambda: RefusedFrame(UUID(int=1), "new-code", "", {}), "Lisboa cannot end your session now."),
    ],
)
def test_no_answer_and_a_refusal_are_sentences_and_change_nothing(
    seated: tuple[LiveTable, Client],
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[[], Answer],
    sentence: str,
) -> None:
    room, client = seated
    monkeypatch.setattr(views, "leave_table", lambda table, player: answer())
    assert sentence in pressed(client, room)
    assert PlaySession.objects.filter(player__alias="Ana", ended=None).exists()


def test_nobody_leaves_for_another_player(seated: tuple[LiveTable, Client]) -> None:
    room, _ = seated
    assert "You are no longer at this table." in pressed(signed_in("bruno@feltro.example", "en"), room)
    assert PlaySession.objects.filter(player__alias="Ana", ended=None).exists()
    assert Client().post(reverse("leave-table", args=[room.table.pk])).status_code == 302

"""Commands reach the croupier unchanged; a croupier accepts from each kind of process only what that kind
may send.
"""

from __future__ import annotations

import msgspec
import pytest

from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import MessageBatch, QueuedMessage
from games.tables.transport.keyring import Keyring, RejectedMessageError
from tests.processes import connected

LOOK = QueuedMessage(1, 7, 3, b'{"t":"look"}', proof=b"proof")


def delivered(sender: Keyring, croupier: Keyring, batch: MessageBatch) -> MessageBatch:
    return envelope.open_batch(croupier.open(envelope.COMMANDS, envelope.seal_batch(sender, batch)))


def house(sender: Keyring, command: protocol.InternalCommand, table: int = 3) -> MessageBatch:
    return MessageBatch(
        envelope.internal_sender(sender.id),
        [QueuedMessage(0, 0, table, msgspec.json.encode(command), proof=b"")],
    )


def test_a_pack_arrives_as_it_was_sent_at_whichever_croupier() -> None:
    web, *croupiers = connected("web", "croupier", "croupier")
    batch = MessageBatch(web.id, [LOOK])
    for croupier in croupiers:
        assert delivered(web, croupier, batch) == batch


@pytest.mark.parametrize("kind", ["worker", "croupier"])
def test_commands_of_browsers_come_from_web_processes(kind: str) -> None:
    sender, croupier = connected(kind, "croupier")
    with pytest.raises(RejectedMessageError, match="not a command of a browser"):
        delivered(sender, croupier, MessageBatch(sender.id, [LOOK]))


def test_replies_go_to_the_sender_alone() -> None:
    web, other, croupier = connected("web", "web", "croupier")
    for name in (other.id, envelope.internal_sender(other.id), "", "house", "house:"):
        with pytest.raises(RejectedMessageError, match="replies to another process"):
            delivered(web, croupier, MessageBatch(name, [LOOK]))


@pytest.mark.parametrize(
    "command",
    [
        protocol.HoldTable("x"),
        protocol.CheckRecord(),
        protocol.OpenTableSession(1, 2),
        protocol.ReportReconnect(7),
    ],
    ids=lambda command: command.__struct_config__.tag,
)
def test_a_web_process_sends_no_command_of_the_worker_or_the_croupier(
    command: protocol.InternalCommand,
) -> None:
    web, croupier = connected("web", "croupier")
    with pytest.raises(RejectedMessageError, match="not a command of a web process"):
        delivered(web, croupier, house(web, command))


@pytest.mark.parametrize(
    "command", [protocol.ReportDisconnect(7, 1), protocol.RenewPresence((7,)), protocol.ReportReconnect(7)]
)
def test_a_worker_says_nothing_about_sockets(command: protocol.InternalCommand) -> None:
    worker, croupier = connected("worker", "croupier")
    with pytest.raises(RejectedMessageError, match="not a command of a worker process"):
        delivered(worker, croupier, house(worker, command))


def test_no_browser_speaks_to_the_process_itself() -> None:
    web, croupier = connected("web", "croupier")
    with pytest.raises(RejectedMessageError):
        delivered(
            web, croupier, MessageBatch(web.id, [QueuedMessage(1, 7, 0, b'{"t":"prove"}', proof=b"proof")])
        )

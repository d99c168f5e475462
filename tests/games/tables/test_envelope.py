"""Commands reach the croupier as they were sent; a croupier accepts from each kind of process only what that kind sends."""

from __future__ import annotations

import msgspec
import pytest

from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import Carried, Pack
from games.tables.transport.keyring import Forged, Keyring
from tests.processes import connected

LOOK = Carried(1, 7, 3, b'{"t":"look"}', proof=b"proof")


def delivered(sender: Keyring, croupier: Keyring, pack: Pack) -> Pack:
    return envelope.open_pack(croupier.open(envelope.COMMANDS, envelope.seal_pack(sender, pack)))


def house(sender: Keyring, command: protocol.HouseWish, table: int = 3) -> Pack:
    return Pack(
        envelope.house_name(sender.id), [Carried(0, 0, table, msgspec.json.encode(command), proof=b"")]
    )


def test_a_pack_arrives_as_it_was_sent_at_whichever_croupier() -> None:
    web, *croupiers = connected("web", "croupier", "croupier")
    pack = Pack(web.id, [LOOK])
    for croupier in croupiers:
        assert delivered(web, croupier, pack) == pack


@pytest.mark.parametrize("kind", ["worker", "croupier"])
def test_commands_of_browsers_come_from_web_processes(kind: str) -> None:
    sender, croupier = connected(kind, "croupier")
    with pytest.raises(Forged, match="not a command of a browser"):
        delivered(sender, croupier, Pack(sender.id, [LOOK]))


def test_replies_go_to_the_sender_alone() -> None:
    web, other, croupier = connected("web", "web", "croupier")
    for name in (other.id, envelope.house_name(other.id), "", "house", "house:"):
        with pytest.raises(Forged, match="replies to another process"):
            delivered(web, croupier, Pack(name, [LOOK]))


@pytest.mark.parametrize(
    "command",
    [protocol.Stop("x"), protocol.Prove(), protocol.Convene(1, 2), protocol.Seen(7)],
    ids=lambda command: command.__struct_config__.tag,
)
def test_a_web_process_sends_no_command_of_the_worker_or_the_croupier(command: protocol.HouseWish) -> None:
    web, croupier = connected("web", "croupier")
    with pytest.raises(Forged, match="not a command of a web process"):
        delivered(web, croupier, house(web, command))


@pytest.mark.parametrize("command", [protocol.Gone(7, 1), protocol.Present((7,)), protocol.Seen(7)])
def test_a_worker_says_nothing_about_sockets(command: protocol.HouseWish) -> None:
    worker, croupier = connected("worker", "croupier")
    with pytest.raises(Forged, match="not a command of a worker process"):
        delivered(worker, croupier, house(worker, command))


def test_no_browser_speaks_to_the_process_itself() -> None:
    web, croupier = connected("web", "croupier")
    with pytest.raises(Forged):
        delivered(web, croupier, Pack(web.id, [Carried(1, 7, 0, b'{"t":"prove"}', proof=b"proof")]))

"""The socket protocol: frames in the standard's format, whole messages from any fragments, no other data."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from games.tables.web.socket_protocol import TableSocketProtocol, text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4096, 65535, 65536])
def test_a_ready_frame_is_the_one_that_the_library_would_make(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
    reader = StreamReader()
    reader.feed_data(text_frame(text))
    with pytest.raises(StopIteration) as parsed:
        next(Frame.parse(reader.read_exact, mask=False, max_size=None))
    assert parsed.value.value.data == text


HANDSHAKE = (
    b"GET /ws/table/1/ HTTP/1.1\r\nHost: feltro.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire:
    """A transport that keeps what it is given."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str) -> None:
        return None

    def close(self) -> None:
        pass


def line() -> Any:
    made: Any = TableSocketProtocol.__new__(TableSocketProtocol)
    made.transport, made.writable, made.frames = Wire(), asyncio.Event(), []
    made.writable.set()
    made.handshake_complete, made.close_sent, made.read_paused = True, False, False
    return made


def test_a_message_in_pieces_is_heard_whole_and_bytes_are_silence() -> None:
    received: list[bytes] = []
    socket = line()
    socket.listen(received.append)
    socket.handle_text(Frame(Opcode.TEXT, b'{"t":', fin=False))
    assert received == []
    socket.handle_cont(Frame(Opcode.CONT, b'"look"}'))
    socket.handle_bytes(Frame(Opcode.BINARY, b"\x00\x01"))
    socket.handle_text(Frame(Opcode.TEXT, b'{"t":"look"}'))
    assert received == [b'{"t":"look"}', b"", b'{"t":"look"}']


async def test_the_headers_of_the_handshake_go_once_it_is_accepted() -> None:
    """They would stay for as long as the socket is open: 7 kB of 34 for each player."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    config = Config(application, log_config=None)
    config.load()
    socket = TableSocketProtocol(config, ServerState(), {})
    wire = Wire()
    socket.connection_made(wire)  # type: ignore[arg-type]
    socket.data_received(HANDSHAKE)
    await asyncio.sleep(0.01)
    assert b"".join(wire.written).startswith(b"HTTP/1.1 101 Switching Protocols\r\n")
    assert socket.handshake_complete
    assert (len(socket.request.headers), len(socket.response.headers), socket.scope["headers"]) == (0, 0, [])
    socket.connection_lost(None)


def test_nothing_is_written_to_a_client_that_does_not_read_or_after_the_close() -> None:
    socket = line()
    assert socket.write(b"one")
    socket.writable.clear()
    assert not socket.write(b"two")
    socket.writable.set()
    socket.close_sent = True
    assert socket.write(b"three")
    assert socket.transport.written == [b"one"]

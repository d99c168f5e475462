"""The protocol of one table socket: uvicorn's WebSocket protocol with a shorter path for messages.

A frame of a table goes to hundreds of sockets, and a command is a few bytes. Through ASGI each would pass a
queue, wrappers and an encoding for every socket, which costs several times the work itself. Here an encoded
frame goes straight to the transport, and a message is handed over where it arrives. The handshake, pings and
closing stay uvicorn's. It has no public interface for this (ADR 0023), so `locks/production.in` bounds its
version from above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class TableSocketProtocol(WebSocketsSansIOProtocol):
    """The consumer reads it from `scope["extensions"]["table_socket"]`."""

    _on_message: Callable[[bytes], None] | None = None

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]  # ASGI lets a server add its own
        extensions["table_socket"] = self
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """After the handshake its headers go: the parser and the layers around the consumer would keep them
        for as long as the socket is open, which may be hours.
        """
        await super().send(message)
        if message["type"] == "websocket.accept":
            headers: Any = self.scope["headers"]  # the list that all layers share
            for kept in (self.request.headers, self.response.headers, headers):
                kept.clear()

    def listen(self, on_message: Callable[[bytes], None]) -> None:
        """Passes each message to this function as it arrives.

        Binary messages have no meaning here and become empty.
        """
        self._on_message = on_message

    def send_receive_event_to_app(self) -> None:
        if self._on_message is None:
            super().send_receive_event_to_app()
            return
        body, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._on_message(body if self.curr_msg_data_type == "text" else b"")

    def write(self, frames: bytes) -> bool:
        """Writes encoded frames to the transport; False if they would have to wait for a client that does not
        read.
        """
        if not self.writable.is_set():
            return False
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_message = None
        super().connection_lost(exc)


def text_frame(text: bytes) -> bytes:
    """A text message in one unmasked frame, as a server sends it.  (RFC 6455, 5.2)"""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)

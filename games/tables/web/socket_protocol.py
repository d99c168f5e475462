"""The line of one socket: uvicorn's own protocol, with a short way in and out for the live tables.

A frame of a table goes to hundreds of sockets, and a wish is a few bytes. Through ASGI each would pass a queue, wrappers and an
encoding for every socket, which cost several times the work itself. Here a ready frame goes straight to the transport, and a
message is handed over where it arrives; the handshake, pings, closing and everything else stay uvicorn's.
"""

from __future__ import annotations

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Line(WebSocketsSansIOProtocol):
    """Consumers find it as `scope["extensions"]["line"]`."""

    _hear: Callable[[bytes], None] | None = None

    async def run_asgi(self) -> None:
        self.scope["extensions"]["line"] = self  # type: ignore[typeddict-item]
        await super().run_asgi()

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """From now on whole messages are handed over as they arrive, text as it came; bytes mean nothing here and are heard as silence."""
        self._hear = hear

    def send_receive_event_to_app(self) -> None:
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        said, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._hear(said if self.curr_msg_data_type == "text" else b"")

    def write(self, frames: bytes) -> bool:
        """Hands ready frames to the transport; False where they would have to wait for somebody who does not read."""
        if not self.writable.is_set():
            return False
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._hear = None
        super().connection_lost(exc)


def framed(text: bytes) -> bytes:
    """A message of text as it travels from a server: in one frame, unmasked.  (RFC 6455, 5.2)"""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)

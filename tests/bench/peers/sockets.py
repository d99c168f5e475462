"""The peer of our sockets: a server of the library websockets that answers at once and stores nothing.

It knows nobody and asks nobody: a command is answered with its own id, as an accepted bet is at our tables,
and everybody receives the same frame ten times a second, as often as a table tells its totals. What arrives
at `PUBLISH` goes to all the others. As fast as the library is: uvloop, its parts in C, no compression, no
text decoded.

`python -m tests.bench.peers.sockets FD FRAME` serves the listening socket of that number.
"""

from __future__ import annotations

import asyncio
import socket
import sys

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

PUBLISH = "/publish"
ACCEPTED = b'{"t":"ok","id":"%s","v":%d}'
TELLS_EVERY = 0.1


class Table:
    def __init__(self) -> None:
        self.watching: set[ServerConnection] = set()
        self.version = 0

    async def serve_one(self, connection: ServerConnection) -> None:
        if connection.request is not None and connection.request.path == PUBLISH:
            async for frame in connection:
                broadcast(self.watching, frame)
            return
        self.watching.add(connection)
        try:
            while True:
                command = await connection.recv(decode=False)
                at = command.find(b"-") - 8  # the id's first hyphen
                if at > 0:
                    self.version += 1
                    accepted = ACCEPTED % (command[at : at + 36], self.version)
                    await connection.send(accepted, text=True)
        except ConnectionClosed:
            pass
        finally:
            self.watching.discard(connection)

    async def tell(self, frame: bytes) -> None:
        while True:
            await asyncio.sleep(TELLS_EVERY)
            broadcast(self.watching, frame, text=True)


async def main(listening: int, frame: bytes) -> None:
    table = Table()
    async with serve(table.serve_one, sock=socket.socket(fileno=listening), compression=None):
        await table.tell(frame)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), sys.argv[2].encode()))

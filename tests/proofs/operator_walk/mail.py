"""A mail server that takes a greeting and nothing else, so that the machine of the walk has one to ask."""

from __future__ import annotations

import socketserver


class Greeting(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 mail.internal ESMTP\r\n")
        for line in self.rfile:
            match line[:4].upper():
                case b"EHLO":
                    self.wfile.write(b"250-mail.internal\r\n250 STARTTLS\r\n")
                case b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                case _:
                    self.wfile.write(b"502 not here\r\n")


if __name__ == "__main__":
    socketserver.ThreadingTCPServer(("127.0.0.1", 587), Greeting).serve_forever()

"""The texts of a PDF file of the house, in the order in which they are drawn."""

from __future__ import annotations

import re
import zlib
from base64 import a85decode

OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)\sendobj", re.DOTALL)
STREAM = re.compile(rb"/Length (\d+).*?stream\r?\n", re.DOTALL)
FONT = re.compile(rb"/(F\d+(?:\+\d+)?) (\d+) 0 R")
CHARACTER = re.compile(rb"<([0-9A-F]{2})> <([0-9A-F]{4,})>")
DRAWN = re.compile(rb"/(F\d+(?:\+\d+)?) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", re.DOTALL)
CONTROLS = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}
ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


def _content(body: bytes) -> bytes:
    match = STREAM.search(body)
    if match is None:
        return b""
    data = body[match.end() :][: int(match[1])]  # it may end in bytes that look like white space
    if b"/ASCII85Decode" in body:
        data = a85decode(data.strip().removesuffix(b"~>"))
    return zlib.decompress(data) if b"/FlateDecode" in body else data


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if code.isdigit() else CONTROLS.get(code, code)


def pdf_texts(pdf: bytes) -> list[str]:
    objects = dict[bytes, bytes](OBJECT.findall(pdf))
    characters: dict[bytes, dict[int, str]] = {}
    for body in objects.values():
        for name, number in FONT.findall(body):
            table = re.search(rb"/ToUnicode (\d+) 0 R", objects.get(number, b""))
            pairs = CHARACTER.findall(_content(objects[table[1]])) if table else []
            characters[name] = {int(code, 16): chr(int(unicode, 16)) for code, unicode in pairs}
    texts: list[str] = []
    for body in objects.values():
        if b" Tj" not in (content := _content(body)):
            continue
        font = b""
        for name, text in DRAWN.findall(content):
            if name:
                font = name
                continue
            codes = ESCAPED.sub(_unescaped, text)
            texts.append("".join(characters.get(font, {}).get(code, chr(code)) for code in codes))
    return texts

"""Reading JSON with msgspec: what it raises, and types that are prepared before threads read them."""

from __future__ import annotations

from typing import Any

import msgspec

# What decoding raises at content that cannot be read: another form, bytes that are no text, nesting too deep.
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def prepare(*types: Any) -> None:
    """Build what msgspec needs to read these types.

    msgspec builds it at the first use and shows it to other threads half built: where two threads read a type
    for the first time at the same moment, the process dies (SIGSEGV). So every type that is read by
    `decode(…, type=…)` or `convert` is prepared while its module is imported. A `Decoder` at the level of a
    module does the same.
    """
    for kind in types:
        msgspec.json.Decoder(kind)

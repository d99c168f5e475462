"""The functions of the toy pack: lines of JSON with a head, signed with Ed25519 when they are laid down."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.compliance.regulator.facts import Facts, OperationKind
from casino.compliance.regulator.packs import (
    AlertRecord,
    Family,
    Figures,
    FileVerdict,
    Header,
    Kind,
    Pack,
    ReadAnswer,
    UnreadableAnswer,
    UnsignedAnswer,
)  # fmt: skip

KEY = Ed25519PrivateKey.generate()


def records(pack: Pack, family: Family, facts: Facts) -> Iterator[str]:
    match family.kind:
        case Kind.PLAY:
            for played in facts.play():
                for operation in played.operations:
                    yield json.dumps({
                        "who": played.account.player, "game": pack.games[operation.round.table.system],
                        "what": operation.kind.value, "cents": operation.cents, "fee": operation.commission,
                    })  # fmt: skip
        case Kind.MONEY:
            for money in facts.money():
                yield json.dumps({"who": money.account.player, "cents": money.movement.cents})
        case Kind.PEOPLE:
            for person in facts.people():
                yield json.dumps({"who": person.player})
        case Kind.TOTALS:
            for totals in facts.totals():
                yield json.dumps({
                    "game": pack.games[totals.system], "stake": totals.staked, "settlement": totals.gained,
                    "refund": totals.refunded, "commission": totals.commission,
                })  # fmt: skip


def write(file: BinaryIO, pack: Pack, header: Header, records: Iterator[str]) -> int:
    file.write(f'{{"pack": "{pack.code}", "family": "{header.family.code}"}}\n'.encode())
    count = 0
    for line in records:
        file.write(f"{line}\n".encode())
        count += 1
    return count


def faults(family: Family, content: bytes) -> list[str]:
    try:
        head, *_lines = [json.loads(line) for line in content.splitlines()]
    except ValueError as error:
        return [str(error)]
    return [] if head.get("family") == family.code else ["the head names another family"]


def figures(pack: Pack, family: Family, content: bytes) -> Figures:
    read = Figures()
    for line in content.splitlines()[1:]:
        read.rows += 1
        _read(family, json.loads(line), read)
    return read


def _read(family: Family, values: dict[str, Any], read: Figures) -> None:
    if family.kind is Kind.TOTALS:
        for figure in ("stake", "settlement", "refund", "commission"):
            read.sums[f"{figure}.{values['game']}"] += values[figure]
    elif family.kind is Kind.MONEY:
        read.moved[str(values["who"])] += values["cents"]
    elif family.kind is Kind.PLAY:
        is_bet = values["what"] in (OperationKind.STAKE, OperationKind.ENTRY)
        read.moved[str(values["who"])] += -values["cents"] - values["fee"] if is_bet else values["cents"]
        read.sums[f"commission.{values['game']}"] += values["fee"]
        if values["cents"]:
            read.sums[f"{values['what']}.{values['game']}"] += values["cents"]


def may_seal() -> bool:
    return True


def seal(file: BinaryIO, name: str, files: Iterable[tuple[str, bytes]]) -> None:
    """One file with its signature as the last line; nothing is compressed or encrypted."""
    ((_name, content),) = files
    file.write(signed(content, name))


def signed(content: bytes, name: str = "") -> bytes:
    signature = base64.b64encode(KEY.sign(name.encode() + content)).decode()
    return content + f'{{"signature": "{signature}"}}\n'.encode()


def write_alerts(file: BinaryIO, pack: Pack, source: str, alerts: Iterable[AlertRecord]) -> None:
    for alert in alerts:
        line = {"source": source, "number": alert.number, "who": alert.players, "figures": alert.figures}
        file.write(f"{json.dumps(line)}\n".encode())


def read_answer(content: bytes) -> ReadAnswer:
    """A line that says what is accepted, and a line with the signature."""
    said, _, last = content.rstrip(b"\n").rpartition(b"\n")
    try:
        KEY.public_key().verify(base64.b64decode(json.loads(last)["signature"]), said + b"\n")
    except InvalidSignature as error:
        raise UnsignedAnswer from error
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableAnswer(str(error)) from error
    answer = json.loads(said)
    verdicts = [FileVerdict(*verdict) for verdict in answer["files"]]
    return ReadAnswer(answer["envelope"], answer["digest"], tuple(verdicts))

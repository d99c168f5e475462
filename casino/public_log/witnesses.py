"""Asks witnesses to sign a checkpoint: c2sp.org/tlog-witness. They are other people's; each may be down."""

from __future__ import annotations

import base64
import urllib.error
import urllib.request
from datetime import UTC, datetime
from http.client import HTTPException

import structlog
from django.conf import settings
from django.db.models.functions import Now
from msgspec import Struct

from casino.public_log.models import Cosigning
from casino.public_log.notes import Key, cosigned_at, read_key
from casino.public_log.tree import Tree
from players.shared.signed_http import open_http

log = structlog.get_logger(__name__)
SECONDS = 2.0  # until a witness is taken to be down
MOST_BYTES = 10_000  # of an answer
SIZE_TYPE = "text/x.tlog.size"


class Witness(Struct, frozen=True):
    url: str
    key: Key


class NoSignature(Exception):
    """Why a witness did not sign, for people."""


def witnesses() -> list[Witness]:
    """Of the setting: address and public key of each, apart by spaces."""
    words = settings.PUBLIC_LOG_WITNESSES.split()
    return [Witness(url.rstrip("/"), read_key(key)) for url, key in zip(words[::2], words[1::2], strict=True)]


def policy(log_key: Key) -> str:
    """Whose signatures count: c2sp.org/tlog-policy. One witness is enough."""
    known = {one.key.name: one.key for one in witnesses()}
    lines = [f"log {log_key}", *(f"witness {name} {key}" for name, key in known.items())]
    quorum = [f"group witnesses any {' '.join(known)}", "quorum witnesses"] if known else ["quorum none"]
    return "".join(f"{line}\n" for line in [*lines, *quorum])


def names(policy_text: str) -> list[str]:
    """Of the witnesses that a policy names."""
    return [line.split()[1] for line in policy_text.splitlines() if line.startswith("witness ")]


def missing(note: str) -> list[Witness]:
    """The witnesses that have not signed this note."""
    lines = note.splitlines()
    return [one for one in witnesses() if all(cosigned_at(note, line, one.key) is None for line in lines)]


def cosigned(note: str, tree: Tree) -> tuple[str, list[Cosigning]]:
    """The note with the signatures of the witnesses that gave one, and the rows about those asked."""
    asked = []
    known = {row.witness: row for row in Cosigning.objects.all()}
    for witness in missing(note):
        row = known.get(witness.key.name) or Cosigning(witness=witness.key.name)
        try:
            line, at = _ask(witness, note, tree, row.size)
            note += line
            row.size, row.at, row.failure = tree.size, datetime.fromtimestamp(at, UTC), ""
        except (NoSignature, OSError, HTTPException) as error:
            reason = str(error) if isinstance(error, NoSignature) else type(error).__name__
            if row.failure != reason[:200]:
                log.warning("no signature of a witness", witness=witness.key.name, reason=reason)
            row.failure = reason[:200]
        row.tried = Now()
        asked.append(row)
    return note, asked


def _ask(witness: Witness, note: str, tree: Tree, old_size: int) -> tuple[str, int]:
    status, kind, text = _post(witness, note, tree, min(old_size, tree.size))
    if status == 409 and kind == SIZE_TYPE and text.strip().isdecimal():
        # It has signed more or less than this house remembers.
        signed = int(text.strip())
        if signed > tree.size:
            raise NoSignature(f"It has signed {signed} entries, and the log has {tree.size}.")
        status, kind, text = _post(witness, note, tree, signed)
    if status != 200:
        raise NoSignature(f"It answers {status}: {text.strip()[:120]}")
    for line in text.splitlines():
        if (at := cosigned_at(note, line, witness.key)) is not None:
            return f"{line}\n", at
    raise NoSignature("Its answer is not its signature of this checkpoint.")


def _post(witness: Witness, note: str, tree: Tree, old_size: int) -> tuple[int, str, str]:
    lines = [f"old {old_size}", *(base64.b64encode(one).decode() for one in tree.consistency_proof(old_size))]
    text, _, signatures = note.partition("\n\n")
    own = signatures.splitlines()[0]  # that of the log
    body = "\n".join(lines) + f"\n\n{text}\n\n{own}\n"
    request = urllib.request.Request(f"{witness.url}/add-checkpoint", body.encode(), method="POST")
    try:
        with open_http(request, timeout=SECONDS) as answer:
            return answer.status, "", answer.read(MOST_BYTES).decode(errors="replace")
    except urllib.error.HTTPError as error:
        with error:
            said = error.read(MOST_BYTES).decode(errors="replace")
        return error.code, error.headers.get("Content-Type", ""), said

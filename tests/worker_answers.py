"""The worker of tests: it answers at once, with its own rights."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from players.identity.sign_in import code_proof, passkey_proof
from players.protection import national_pushes

TASKS: dict[str, Callable[[int], bool]] = {
    code_proof.CODE_TASK: code_proof.verify_code,
    passkey_proof.TASK: passkey_proof.verify_passkey,
    national_pushes.TASK: national_pushes.apply_push,
}


def answer_as_worker(task: str, attempt: int) -> None:
    open_connection = connection.connection
    (role,) = open_connection.execute("SELECT session_user").fetchone()
    open_connection.execute("SET SESSION AUTHORIZATION house_worker")
    try:
        TASKS[task](attempt)
    finally:
        open_connection.execute(f"SET SESSION AUTHORIZATION {role}")


@pytest.fixture(autouse=True)
def verifying_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a web process hands to the worker is verified before it asks for the answer."""
    for module in (code_proof, national_pushes, passkey_proof):
        monkeypatch.setattr(module, "enqueue_after_commit", answer_as_worker)

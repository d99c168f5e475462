"""The worker of these tests verifies at once what the provider says, with its own rights."""

from __future__ import annotations

import pytest

from casino.extras.provider_sign_in import sign_in as provider
from tests.security.conftest import sign_in
from tests.worker_answers import TASKS, answer_as_worker

__all__ = ["sign_in"]


@pytest.fixture(autouse=True)
def provider_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TASKS, provider.TASK, provider.verify_provider_code)
    monkeypatch.setattr(provider, "enqueue_after_commit", answer_as_worker)

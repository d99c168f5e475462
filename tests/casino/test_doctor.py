"""`manage.py doctor`: what it finds wrong, with a fix for each.

The installed house is examined in tests/deploy.
"""

from __future__ import annotations

import pytest
import redis

from casino import doctor


def test_the_valkey_of_this_release_is_new_enough(valkey_url: str) -> None:
    client = redis.Redis.from_url(valkey_url, decode_responses=True)
    assert list(doctor._valkey_version(client)) == []
    client.close()


def test_an_older_valkey_is_named_with_the_version_to_install(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = redis.Redis.from_url(valkey_url, decode_responses=True)
    monkeypatch.setattr(doctor, "MIN_VALKEY", (99, 1))
    (finding,) = doctor._valkey_version(client)
    client.close()
    assert "is too old" in finding.problem and finding.fix == "Use Valkey 99.1 or newer."

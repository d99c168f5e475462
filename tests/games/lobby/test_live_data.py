"""The lobby's live data: what is offered, and what the cache may share between readers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.lobby import live
from games.models import Table


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    live._cache.clear()


def read(client: Client, language: str = "pt-pt") -> Any:
    return json.loads(client.get("/lobby/live/", headers={"accept-language": language}).content)


def number_of(table: str) -> str:
    return str(Table.objects.get(name=table).pk)


def test_a_free_seat_is_not_offered_past_the_queue(demo: None, client: Client) -> None:
    Table.objects.filter(name="Lisboa").update(seated=39, waiting=1)
    data = read(client, "en")["tables"][number_of("Lisboa")]
    assert (data["open"], data["queue"]) == (False, "1 player is waiting for a seat")


def test_live_data_from_the_cache_has_the_reader_s_language_and_the_time_of_now(
    demo: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [1000.0]
    monkeypatch.setattr(live.time, "monotonic", lambda: seconds[0])

    table = number_of("Lisboa")
    portuguese, english = read(client), read(client, "en")
    assert portuguese["tables"][table]["state"] == "0 de 40 sentados"
    assert english["tables"][table]["state"] == "0 of 40 seated"
    seconds[0] += 1.5
    assert read(client) == {"now": portuguese["now"] + 1500, "tables": portuguese["tables"]}


def test_live_data_is_cached_for_all_visitors(
    demo: None, client: Client, django_assert_num_queries: Any
) -> None:
    client.get("/lobby/live/")
    with django_assert_num_queries(0):
        client.get("/lobby/live/")

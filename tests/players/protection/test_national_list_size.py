"""A national list of a million entries is streamed in little memory and does not slow bets."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from players.protection.document_marks import DocumentType
from players.protection.eligibility import eligibility_of
from players.protection.models import NationalEntry
from players.protection.national_list import Change, ListedDocument, apply_listed_change, apply_national_list
from players.shared import clock
from tests.live_table import players_with
from tests.sandbox_cashier import known

pytestmark = [pytest.mark.long, pytest.mark.django_db]
MANY = 1_000_000
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


def entries(changed: int = 0) -> Iterator[ListedDocument]:
    for number in range(MANY):
        ends = SINCE + timedelta(days=3650) if number < changed else None
        document_type = DocumentType.PASSPORT if number % 3 else DocumentType.TAX_NUMBER
        yield ListedDocument(
            kind=document_type,
            number=f"{300_000_000 + number}",
            nationality="PT",
            starts=SINCE,
            ends=ends,
            reference=f"N-{number}",
        )


def memory_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def test_a_list_of_a_million_entries_is_streamed_and_does_not_slow_bets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    players = [known(player) for player in players_with(10_000, 20)]
    ids = [player.pk for player in players]
    before, small = memory_mb(), _eligibility_ms(ids)
    durations = []
    for number, changed in (("first", 0), ("changed", 1000), ("same", 1000)):
        started = time.perf_counter()
        assert apply_national_list(number, MANY, entries(changed), requested=clock.now()) == 0
        durations.append(time.perf_counter() - started)
    grown = memory_mb() - before
    entry = ListedDocument(
        kind=DocumentType.TAX_NUMBER,
        number=players[0].identity.nif,
        nationality="PT",
        starts=SINCE,
        reference="N-ana",
    )
    started = time.perf_counter()
    assert apply_listed_change(Change("push", [entry])) == 1
    push, large = (time.perf_counter() - started) * 1000, _eligibility_ms(ids)
    assert (
        eligibility_of(ids[:1], "EUR")[ids[0]].barred == "excluded"
        and NationalEntry.objects.count() == MANY + 1
    )
    with capsys.disabled():
        print(
            f"\n1,000,000 entries: first {durations[0]:.0f} s, 1,000 changed {durations[1]:.0f} s, "
            f"unchanged {durations[2]:.0f} s; {grown} MB more memory; push {push:.0f} ms; "
            f"eligibility of 20 players {small:.2f} ms before, {large:.2f} ms after"
        )
    assert grown < 150 and push < 1000 and large < small * 1.5 + 0.5


def _eligibility_ms(ids: list[int]) -> float:
    times = []
    for _ in range(200):
        started = time.perf_counter()
        eligibility_of(ids, "EUR")
        times.append(time.perf_counter() - started)
    return sorted(times)[100] * 1000

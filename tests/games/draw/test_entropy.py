"""The random generator: known answers at start, and health tests of its entropy source."""

from __future__ import annotations

import math
import random
import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.record_checks import checks
from games.draw import entropy, known_answers
from games.draw.entropy import ALPHA, BLOCK, GeneratorFailed, Source, proportion_cutoff, repetition_cutoff
from games.models import Incident, Round
from games.rules.shared.refusals import Refusal
from players.audit.models import Line
from tests.live_table import LiveTable, bet, players_with

Open = Callable[..., LiveTable]
Read = Callable[[int], bytes]


def stuck(count: int) -> bytes:
    return b"\x5a" * count


def few_values(count: int) -> bytes:
    """Every byte is one of sixteen: sixteen billion seeds instead of 2 ** 256, and each looks random."""
    return bytes(random.choices(range(0, 256, 16), k=count))


def biased_bits(count: int) -> bytes:
    """Three bits in five are set."""
    return bytes(sum((random.random() < 0.6) << bit for bit in range(8)) for _ in range(count))


class Replayed:
    """A source that was copied together with its machine: every block is random, and each is the same."""

    def __init__(self) -> None:
        self.block = random.randbytes(BLOCK)

    def __call__(self, count: int) -> bytes:
        return self.block[:count]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A source that has failed in one test does not stop the next one."""
    random.seed(20261123)
    monkeypatch.setattr(entropy, "source", Source())


# --- at a live table


@pytest.mark.django_db
@pytest.mark.parametrize(
    "broken",
    [stuck, few_values, biased_bits, Replayed()],
    ids=["stuck", "few-values", "biased-bits", "replayed"],
)
def test_P23_a_source_that_fails_stops_the_table_before_its_next_promise_with_an_alarm(
    room: Open, monkeypatch: pytest.MonkeyPatch, broken: Read
) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.send((ana, bet(table.round, {"red": 500})))
    monkeypatch.setattr(secrets, "token_bytes", broken)
    happened = table.until("round-ended")
    if "round-prepared" in happened:  # a block that looked well: some of a biased source do
        table.until("bets-opened")
        happened = table.until("round-ended")
    assert "held" in happened and "round-prepared" not in happened
    assert all(game_round.status == "ended" for game_round in Round.objects.filter(table=table.table)), (
        "what was promised is played and paid"
    )
    (incident,) = Incident.objects.filter(table=table.table, closed=None)
    assert incident.reason == "generator" and checks.run_checks({"generator": checks.generator}) == [
        "generator"
    ]
    assert table.step() == [] and table.live.next_round == 0
    (result,) = table.send((ana, bet(table.round + 1, {"red": 500})))
    assert result.refused is not None and result.refused.code is Refusal.ON_HOLD


@pytest.mark.django_db
def test_P23_every_table_of_a_croupier_stops_and_goes_on_when_the_source_is_well_again(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = room(), room()
    ana, rui = players_with(10_000, 2)
    one.sit([ana])
    other.sit([rui])
    for table in (one, other):
        table.until("bets-opened")
    with monkeypatch.context() as broken:
        broken.setattr(secrets, "token_bytes", stuck)
        assert "held" in one.until("round-ended")
    assert "held" in other.until("round-ended"), "what has failed once is not trusted again by this process"
    entropy.source = Source()  # the croupier starts anew
    for table in (one, other):
        table.release()
        assert table.until("bets-opened")
    assert checks.run_checks({"generator": checks.generator}) == []


@pytest.mark.django_db
def test_P23_a_croupier_whose_sums_are_wrong_does_not_start_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_answers.generator, "unbiased", lambda word, n: word % n)
    with pytest.raises(CommandError, match="rejection sampling"):
        call_command("croupier")
    assert Line.objects.filter(
        kind="generator.failed", details__trouble__icontains="rejection sampling"
    ).exists()
    assert checks.run_checks({"generator": checks.generator}) == ["generator"]


# --- known answers


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("hmac", lambda *_: bytes(32)), ("cipher", lambda *_: bytes(64)),
        ("unbiased", lambda word, n: word % n), ("promise", lambda seed: "00" * 32),
        ("shuffled", lambda *_: tuple(range(52))),
    ],
)  # fmt: skip
def test_each_known_answer_notices_a_wrong_one(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any
) -> None:
    known_answers.check()
    where = {"unbiased": known_answers.generator, "promise": known_answers.generator}.get(name, known_answers)
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises(GeneratorFailed, match="known answer"):
        known_answers.check()


# --- cut-offs and false alarms


def test_the_cutoffs_follow_from_the_formulas_of_SP_800_90B() -> None:
    assert repetition_cutoff(8) == 1 + math.ceil(40 / 8) == 6  # 4.4.1
    for entropy_bits, window in ((8, 512), (1, 1024)):  # 4.4.2: 1 + CRITBINOM(W, 2^-H, 1 - alpha)
        cutoff, chance = proportion_cutoff(entropy_bits, window), Fraction(1, 2**entropy_bits)
        assert at_least(window, chance, cutoff) <= ALPHA < at_least(window, chance, cutoff - 1)
    # The table of the standard's own example: alpha 2^-20, one bit per sample of 1024.
    assert proportion_cutoff(1, 1024, Fraction(1, 2**20)) == 589


def at_least(window: int, chance: Fraction, count: int) -> Fraction:
    return sum(
        (math.comb(window, k) * chance**k * (1 - chance) ** (window - k) for k in range(count, window + 1)),
        start=Fraction(0),
    )


def test_how_often_a_healthy_source_is_thought_broken_is_known() -> None:
    """At a hundred tables with two seeds a minute, all year, less than once in ten years."""
    seeds_a_year = 100 * 2 * 60 * 24 * 365
    assert float(entropy.FALSE_ALARMS_PER_SEED) == pytest.approx(4.7e-10, rel=0.02)
    assert seeds_a_year * entropy.FALSE_ALARMS_PER_SEED < Fraction(1, 10)


def test_a_healthy_source_passes_and_every_seed_is_another() -> None:
    source = Source()
    source.start()
    assert len({source.seed() for _ in range(5_000)}) == 5_000


# --- each test alone


def block_with(run: int, at: int) -> bytes:
    block = bytearray(random.randbytes(BLOCK))
    block[at : at + run] = b"\x07" * run
    if at:
        block[at - 1] = 8
    return bytes(block)


@pytest.mark.parametrize("at", [0, 1, 100, BLOCK - 6])
def test_six_equal_bytes_in_a_row_are_too_many_and_five_are_not(at: int) -> None:
    entropy.Source(read=lambda count: block_with(5, at)[:count]).seed()
    with pytest.raises(GeneratorFailed, match="repetition"):
        Source(read=lambda count: block_with(6, at)[:count]).seed()


def test_a_run_across_two_seeds_is_seen() -> None:
    blocks = iter([block_with(3, BLOCK - 3), b"\x07" * 3 + random.randbytes(BLOCK - 3)])
    source = Source(read=lambda count: next(blocks))
    source.seed()
    with pytest.raises(GeneratorFailed, match="repetition"):
        source.seed()


def test_a_source_that_gives_too_little_or_raises_has_failed() -> None:
    for read in (lambda count: b"", lambda count: random.randbytes(32)):
        with pytest.raises(GeneratorFailed, match="bytes"):
            Source(read=read).seed()

    def away(count: int) -> bytes:
        raise OSError("no entropy")

    with pytest.raises(GeneratorFailed, match="no entropy"):
        Source(read=away).seed()


def test_a_failed_source_gives_no_seed_any_more() -> None:
    reads: list[Read] = [stuck]
    source = Source(read=lambda count: reads.pop()(count) if reads else random.randbytes(count))
    for _ in range(3):
        with pytest.raises(GeneratorFailed):
            source.seed()

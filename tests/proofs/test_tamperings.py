"""The proof of the tamperings in small. `python -m tests.proofs.tamperings` is the whole one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from casino.public_log.entries import KINDS
from tests.proofs import tamperings as proof

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(tmp_path: Path) -> Iterator[proof.World]:
    with proof.world_in(tmp_path) as made:
        yield made


def test_each_tampering_is_noticed_and_honesty_is_not(world: proof.World) -> None:
    tally = proof.run(world, 100, seed=1)
    assert tally.is_good, "\n".join(proof.lines(tally))
    assert tally.tried["nothing"] == 4
    kinds = {name.split()[1].rstrip(",") for name in tally.tried if name.startswith(("edit", "delete"))}
    assert kinds == set(proof.PLACES) == {kind.name for kind in KINDS}, "of every kind that the log holds"
    assert {"backup restored, with the log", "two views, what is new"} <= set(tally.tried)


def test_who_looks_at_nothing_notices_nothing_and_the_proof_fails(world: proof.World) -> None:
    """Without the checks of readers, witness and people who ask, tamperings survive and are listed."""

    def blind(reader: proof.Reader) -> list[Any]:
        reader.seen = reader.served = "whatever is served"
        return []

    with (
        mock.patch.object(proof, "ask", return_value=""),
        mock.patch.object(proof.HonestWitness, "refused", new_callable=mock.PropertyMock, return_value=0),
    ):
        tally = proof.run(world, 10, seed=1, look=blind)
    assert len(tally.survivors) == 10 and not tally.is_good
    assert any("NOT NOTICED" in line for line in proof.lines(tally))


def test_a_run_that_was_stopped_is_told_and_is_not_good(world: proof.World) -> None:
    looks = iter(range(3))

    def impatient(reader: proof.Reader) -> list[Any]:
        if next(looks, None) is None:
            raise KeyboardInterrupt
        return reader.look()

    tally = proof.run(world, 50, seed=1, look=impatient)
    assert 0 < tally.tried.total() < 50 and not tally.survivors and not tally.is_good
    assert any(line.startswith("STOPPED after") for line in proof.lines(tally))

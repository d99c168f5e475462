"""The proof of the tamperings in small. `python -m tests.proofs.tamperings` is the whole one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
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


def owner_inserts(world: proof.World, seconds: float, hide: Any) -> tuple[list[str], bool]:
    """What outsiders find, and whether the row entered as a new one."""
    with world.attempt():
        row = world.record.write("transfer", seconds)
        house = hide(world)
        proof.go_on(world, house, Random(1))
        if hide is proof.with_old_signatures:
            proof.paste_signature(world, house)
        tampering = proof.Tampering("insert", (house,), (row,))
        return proof.notices(world, tampering, proof.Reader.look), proof.entered_as_new(world, tampering)


@pytest.mark.parametrize("hide", proof.HIDING)
def test_row_before_the_last_one_is_noticed_and_one_behind_it_is_new(world: proof.World, hide: Any) -> None:
    """Behind the last row nothing is changed: the log continues what readers saw, and says it came later."""
    last = max(row.at for row in world.rows)
    before = (last - proof.BEGUN).total_seconds() - 0.01
    found, _ = owner_inserts(world, before, hide)
    assert found
    found, is_new = owner_inserts(world, proof.SEEN - 0.01, hide)
    if hide in (proof.with_tiles, proof.signed_anew):
        assert not found and is_new
    else:  # the log does not have the row, or shows a signature that is not of this checkpoint
        assert found


def test_new_rows_are_counted_apart_and_are_no_tampering(world: proof.World) -> None:
    def insertion(world: proof.World, chance: Random) -> proof.Tampering:
        row = world.record.write("transfer", proof.SEEN - 0.01)
        house = proof.signed_anew(world)
        proof.go_on(world, house, chance)
        return proof.Tampering("insert transfer, signed_anew", (house,), (row,))

    with mock.patch.object(proof, "ACTIONS", (insertion,)):
        tally = proof.run(world, 3, seed=1)
    assert (tally.new, tally.survivors, tally.is_good) == (3, [], True)
    assert "0 of 0 tamperings noticed" in list(proof.lines(tally))[-1]
    assert any(line.startswith("3 insertions changed nothing of the past") for line in proof.lines(tally))

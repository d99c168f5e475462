"""The proof of the regulator's days in small. `python -m tests.proofs.regulator_days` is the whole one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs import regulator_days as proof
from tests.proofs import regulator_mutants
from tests.sandbox_regulator.checks import check

pytestmark = pytest.mark.django_db
BACK = proof.AUTUMN[2]  # 25 hours


def test_a_day_is_level_and_changes_to_its_files_are_noticed(tmp_path: Path) -> None:
    """By the pack in force and by one of another country; the whole proof has every pack."""
    stretches = ((BACK,),)
    with proof.house(tmp_path, stretches, rounds=160, seed=5, players=24):
        files: proof.Files = {}
        for pack in (proof.PRINTED, proof.PACKS[-1]):
            result, made = proof.prove_pack(pack, tmp_path, stretches)
            assert result.faults == [], result.line()
            assert result.rows > 0
            files = files or made
        kinds = proof.ledger_kinds()
    assert len(files) == 4 * 25 + 2
    assert any("chargeback" in kind for kind in kinds) and {"deposit", "adjustment", "stake"} <= kinds
    lines, is_noticed = proof.mutant_lines(files, seed=5, most=100)
    assert is_noticed, "\n".join(lines)


def test_a_checker_that_finds_nothing_fails_the_proof() -> None:
    name = "TRAN_2025102600_2AA.xml"
    content = b"<ficheiro><cod_cofre>2AA</cod_cofre></ficheiro>"
    mutant = regulator_mutants.Mutant("TRAN", "registos_conta/conta/saldo_fim", "drop", name, {name: content})
    tally = regulator_mutants.run({name: content}, lambda files: [], iter([mutant]))
    assert tally.rejected == 0 and len(tally.unlisted) == 1
    assert check({"AJOG.xml": b""}, proof.licensee(), proof.SCHEMAS), "and what cannot be read is rejected"

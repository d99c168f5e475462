"""The judgement over NIST's tests: what passes, and what does not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.proofs import nist_suite
from tests.proofs.nist_suite import (
    LOWEST_OF,
    TESTS,
    bits_of,
    judge,
    least_passing,
    templates,
    write_templates,
)


class FakeSuite:
    """Stands for the package, with the same value for every test but one that does not apply."""

    def __getattr__(self, name: str) -> object:
        def value_of(*parameters: object) -> float:
            if name == "random_excursions":
                raise ValueError("too few cycles")
            return 0.5

        return value_of


def spread(sequences: int) -> dict[str, list[float]]:
    random = Random(5)
    return {
        name: [min(random.random() for _ in range(LOWEST_OF.get(name, 1))) for _ in range(sequences)]
        for name in TESTS
    }


def test_bits_come_with_the_highest_first() -> None:
    assert bits_of(b"\x80\x03") == bytes([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])


def test_NIST_asks_for_96_of_a_hundred() -> None:
    assert least_passing(100) == 96


def test_even_values_are_good_and_bent_ones_are_not() -> None:
    values = spread(100)
    assert all(is_good for _, is_good in judge(values))
    values["runs"] = [0.005] * 5 + values["runs"][5:]
    values["universal"] = [value / 2 for value in values["universal"]]
    values["rank"] = []
    values["serial"] = [0.004] * 5 + values["serial"][5:]  # the lower of two, of which 1 % is 0.005
    assert [text.split()[0] for text, is_good in judge(values) if not is_good] == [
        "runs",
        "rank",
        "universal",
        "serial",
    ]


def test_the_templates_are_the_148_words_that_never_overlap_with_themselves(tmp_path: Path) -> None:
    assert len(templates()) == LOWEST_OF["non_overlapping_template_matchings"]
    assert (0,) * 8 + (1,) in templates() and (0, 1) * 4 + (0,) not in templates()
    write_templates(tmp_path)
    assert (tmp_path / "templates/template9").read_text().startswith("0 0 0 0 0 0 0 0 1\n")


def test_a_test_that_does_not_apply_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    values = nist_suite.values_of(FakeSuite(), b"")
    assert len(values) == len(TESTS) - 1
    record = tmp_path / "values"
    record.write_text("".join(json.dumps({**values, "seconds": 1.5}) + "\n" for _ in range(2)))
    assert nist_suite.main(["--sum", str(record)]) == 1, "one test has no value"
    assert "2 sequences of 1,000,000 bits, 250,000 bytes, 3 s" in capsys.readouterr().out

"""Published and composed cases of harm are noticed in time; ordinary people are left alone."""

from __future__ import annotations

import pytest

from tests.proofs.care.__main__ import LARGEST_SHARE, main, measure
from tests.proofs.care.cases import ADULT, Case, care_rules, cases, findings_of, noticed


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_case_of_harm_is_noticed_by_its_rule_in_time(case: Case) -> None:
    assert noticed(case), f"{case.rule} says nothing within {case.within}"


def test_there_are_forty_cases_for_every_rule_and_each_source_says_what_it_is() -> None:
    known = cases()
    assert len(known) >= 40 and len({case.name for case in known}) == len(known)
    assert {case.rule for case in known} == care_rules().keys()
    read = [case.source for case in known if case.source]
    assert len(read) >= 15 and all(source.address.startswith("https://") and source.fact for source in read)


def test_a_rule_for_an_age_says_nothing_of_other_ages() -> None:
    case = next(case for case in cases() if case.rule == "young" and case.age == 24)
    rule, events = care_rules()["young"], case.events
    assert findings_of(rule, events, events[-1].at, 24)
    for age in (25, ADULT):
        assert findings_of(rule, events, events[-1].at, age) == []


def test_ordinary_people_are_left_alone() -> None:
    score = measure("care", 250)
    assert score.people.total() == 250 and score.contacted.total() <= 250 * LARGEST_SHARE * 2


def test_a_rule_that_speaks_to_many_fails_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    loud = care_rules()["losses"]
    monkeypatch.setattr("tests.proofs.care.__main__.care_rules", lambda: {"losses": loud_rule(loud)})
    assert main(["--people", "40", "--seed", "care"]) == 1


def loud_rule(rule: object) -> object:
    import msgspec

    assert isinstance(rule, msgspec.Struct)
    return msgspec.structs.replace(rule, condition="lost > 0")

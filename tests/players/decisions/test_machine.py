"""Decisions of two people, taken by anybody at any time and twice, against a table of who may do what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, invariant, rule

from players.audit.models import Line
from players.decisions import deciding
from players.decisions.deciding import (
    AlreadyDecided,
    BaseChanged,
    SecondPersonRequired,
    propose,
    take_step,
)
from players.models import Person
from players.shared.staff_errors import MissingPermission
from tests.players.decisions.toy import DECIDES, POSTER, PROPOSES, Poster, poster_table
from tests.proposals import WHY, named
from tests.state_machines import MOST_STEPS, DatabaseMachine, explore, planted, shortest_failure

__all__ = ["poster_table"]
pytestmark = pytest.mark.usefixtures("demo", "poster_table")
# Two who may decide, and one who may not.
NAMES = ("oficial", "direcao", "autor")
REFUSALS = (AlreadyDecided, BaseChanged, MissingPermission, SecondPersonRequired)
people = st.integers(0, len(NAMES) - 1)


class DecisionMachine(DatabaseMachine):
    """Nobody decides alone, nothing is decided twice, and each step leaves one line."""

    proposals = Bundle("proposals")

    def prepare(self) -> None:
        self.people: list[Person] = [named(name) for name in NAMES]
        self.states: dict[int, str] = {}
        self.rows: dict[int, tuple[int, int]] = {}  # the author and the edition of each poster

    @rule(target=proposals, author=st.integers(0, 1), edition=st.integers(1, 2))
    def is_proposed(self, author: int, edition: int) -> int:
        person = self.people[author]
        row = propose(POSTER, person=person, details={}, text="Open", reason=WHY, edition=edition)
        self.rows[row.pk], self.states[row.pk] = (author, edition), "proposed"
        return int(row.pk)

    @rule(pk=proposals, verb=st.sampled_from(["hang", "refuse"]), by=people)
    def is_decided(self, pk: int, verb: str, by: int) -> None:
        due = self.outcome(pk, verb, by)
        try:
            take_step(POSTER, pk, verb, person=self.people[by], reason=WHY)
            found: Any = Poster.objects.get(pk=pk).state
        except REFUSALS as refused:
            found = type(refused)
        assert found == due
        if isinstance(due, str):
            self.states[pk] = due

    def outcome(self, pk: int, verb: str, by: int) -> Any:
        """The state that this step leads to, or what refuses it."""
        author, edition = self.rows[pk]
        is_own = author == by
        right = PROPOSES if is_own and verb == "refuse" else DECIDES
        if self.states[pk] != "proposed":
            return AlreadyDecided
        if not self.people[by].has_perm(right):
            return MissingPermission
        if verb == "refuse":
            return "withdrawn" if is_own else "refused"
        if is_own:
            return SecondPersonRequired
        return "hung" if edition == 1 else BaseChanged

    @invariant()
    def always_what_the_record_says(self) -> None:
        for row in Poster.objects.filter(pk__in=getattr(self, "rows", ())):
            state = self.states[row.pk]
            assert (row.state, bool(row.hung)) == (state, state == "hung")
            assert (row.decider_id is not None) == (state in ("hung", "refused"))
            assert row.decider_id != row.author_id
            lines = Line.objects.filter(about=f"poster:{row.pk}").count()
            assert lines == (1 if state == "proposed" else 2)


def test_two_people_decide_in_any_order() -> None:
    explore(DecisionMachine, attempts=25, steps=10)


def alone(allowed_step: Callable[..., Any]) -> Callable[..., Any]:
    """Who proposed it may decide it."""

    def wrong(kind: Any, row: Any, verb: str, person: Any) -> Any:
        try:
            return allowed_step(kind, row, verb, person)
        except SecondPersonRequired:
            return kind.steps_of(verb)[0]

    return wrong


def twice(allowed_step: Callable[..., Any]) -> Callable[..., Any]:
    """What is decided may be decided again."""

    def wrong(kind: Any, row: Any, verb: str, person: Any) -> Any:
        try:
            return allowed_step(kind, row, verb, person)
        except AlreadyDecided:
            return kind.steps_of(verb)[0]

    return wrong


def without_right(check_right: Callable[..., Any]) -> Callable[..., Any]:
    return lambda person, rights: None


def unwritten(note: Callable[..., Any]) -> Callable[..., Any]:
    """A step leaves no line."""
    return lambda kind, **facts: note(kind, **facts) if kind == POSTER.proposed else None


@pytest.mark.parametrize(
    ("name", "mistake"),
    [("_allowed_step", alone), ("_allowed_step", twice), ("check_right", without_right), ("note", unwritten)],
)
def test_a_planted_mistake_shrinks_to_a_few_steps(name: str, mistake: Callable[..., Any]) -> None:
    with planted(deciding, name, mistake):
        steps = shortest_failure(DecisionMachine, attempts=25, steps=8)
    assert 1 <= len(steps) <= MOST_STEPS, steps

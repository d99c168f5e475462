"""Propose, and take a step: one transaction, one audit line."""

from __future__ import annotations

from typing import Any, Generic

from django.db import transaction
from django.db.models.functions import Now

from players.audit import note
from players.decisions.kinds import By, Kind, Row, Step
from players.models import Person
from players.shared.staff_errors import MissingPermission


class StepRefused(Exception):
    """A refused step. It changes nothing; its sentences are for people."""

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [str(kind.own)]


class SecondPersonRequired(StepRefused):
    """The person who proposed it, and the person whom it concerns, may not decide."""


class AlreadyDecided(StepRefused):
    """The proposal no longer waits for this step: somebody has decided meanwhile."""


class BaseChanged(StepRefused):
    """What the proposal changes has changed meanwhile."""

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [str(kind.changed)]


class Decision(Generic[Row]):
    """A step that a person takes, as the function of its kind sees it."""

    def __init__(self, kind: Kind[Row], row: Row, step: Step, person: Person, reason: str) -> None:
        self.kind, self.row, self.step, self.person, self.reason = kind, row, step, person, reason

    def write(self, end: str = "", **columns: Any) -> None:
        """Writes the step, with what the function adds. Another end is that of another step of this verb."""
        if end:
            self.step = self.kind.step_to(self.step.verb, end, start=self.step.start)
        signer = None if self.step.by is By.AUTHOR else self.person
        values = {
            self.kind.state: self.step.end,
            self.step.person or self.kind.decider: signer,
            self.step.at or self.kind.decided: Now(),
        }
        if self.step.reason:
            values[self.kind.answer] = self.reason
        self.kind.model._default_manager.filter(pk=self.row.pk).update(**values | columns)


def propose(
    kind: Kind[Row], /, *, person: Person, details: dict[str, Any], request: Any = None, **columns: Any
) -> Row:
    """Enters a proposal, with the audit line of its author."""
    with transaction.atomic():
        row = kind.model._default_manager.create(**{kind.author: person}, **columns)
        note(
            kind.proposed,
            person=person,
            player=kind.player(row),
            about=kind.about(row),
            request=request,
            **details,
        )
    return row


def take_step(
    kind: Kind[Row], pk: Any, verb: str, *, person: Person, reason: str = "", request: Any = None
) -> Row:
    """Takes a step, if the state of the proposal and this person allow it."""
    with transaction.atomic():
        row = kind.lock(pk) if kind.lock else lock_row(kind, pk)
        if row is None:
            raise AlreadyDecided
        step = _allowed_step(kind, row, verb, person)
        decision = Decision(kind, row, step, person, reason)
        if step.carry_out is None:
            decision.write()
        else:
            if kind.base_changed is not None and kind.base_changed(row):
                raise BaseChanged
            step.carry_out(decision)
        row.refresh_from_db()
        assert kind.state_of(row) == decision.step.end != step.start, "the step was not written"
        if not kind.by_function:
            note(
                decision.step.audit,
                person=person,
                player=kind.player(row),
                about=kind.about(row),
                request=request,
                **kind.details(decision),
            )
    return row


def lock_row(kind: Kind[Row], pk: Any) -> Row | None:
    rows = kind.model._default_manager.select_for_update(of=("self",), no_key=True)
    return rows.select_related(*kind.related).filter(pk=pk).first()


def _allowed_step(kind: Kind[Row], row: Row, verb: str, person: Person) -> Step:
    """The step that the verb means for this person. Raises what prevents it."""
    steps = [step for step in kind.steps_of(verb) if step.start == kind.state_of(row)]
    if not steps:
        raise AlreadyDecided
    step = next((step for step in steps if kind.is_for(step, row, person)), None)
    check_right(person, (step or steps[0]).rights)
    if step is None:
        raise SecondPersonRequired
    return step


def check_right(person: Person, rights: tuple[str, ...]) -> None:
    """One of the rights is enough; the refusal names the first."""
    if not any(map(person.has_perm, rights)):
        raise MissingPermission(rights[0])

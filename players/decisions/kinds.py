"""What a kind of decision declares: its table, who takes which step, and what staff read of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from enum import StrEnum
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.models import Person
from players.shared.staff_reasons import MAX_LENGTH

Row = TypeVar("Row", bound=Model)
Text = str | Promise
View = Callable[..., Any]


class By(StrEnum):
    """Who takes a step."""

    ANOTHER = "another"  # never the author
    AUTHOR = "author"
    ANYBODY = "anybody"
    WORKER = "worker"  # no person


class Step(Struct, frozen=True):
    """From one state to the next. Several steps may have one verb: state and person say which is meant."""

    start: str
    end: str
    verb: str = ""  # what the form sends; empty if the step follows from another action
    label: Text = ""
    rights: tuple[str, ...] = ()  # one of them is enough
    audit: str = ""  # the kind of its audit line
    done: Text = _("Done and recorded.")  # what the person reads after it
    by: By = By.ANOTHER
    reason: int = 0  # the greatest length of the reason; 0: the step needs none
    # Columns that the step writes beside the state, the person and the moment.
    columns: tuple[str, ...] = ()
    # The columns of the person and the moment, if they are not those of the decision.
    person: str | None = None
    at: str | None = None
    # Carries out what was decided, and calls `Decision.write`. Steps without it only write.
    carry_out: Callable[[Any], None] | None = None


class Kind(Struct, Generic[Row], frozen=True, kw_only=True):
    """One kind of decision."""

    name: str  # of its source in the work queue
    model: type[Row]
    proposes: str  # the right to propose
    steps: tuple[Step, ...]

    # The audit lines: their kind for a proposal, what they are about, whom they concern, and what the line of
    # a `Decision` says.
    proposed: str
    about: Callable[[Row], str] = str
    player: Callable[[Row], int | None] = lambda row: None
    details: Callable[[Any], dict[str, Any]] = lambda decision: {}

    # Who decides: never the author, and nobody whom the decision concerns.
    concerned: Callable[[Person], Q] | None = None
    # The decorator of views that has people confirm who they are (`reauthentication.step_up_required`).
    confirmed_by: Callable[[View], View] | None = None
    # Whether what the proposal changes has changed meanwhile. Such a proposal can only be closed.
    base_changed: Callable[[Row], bool] | None = None
    # Locks the row, and before it whatever other writers lock before it.
    lock: Callable[[Any], Row | None] | None = None
    # A function of the database takes the steps and writes their audit lines.
    by_function: bool = False

    # What staff read.
    title: Text  # of the work queue
    record: Callable[[Row], str] = str  # what a page calls the proposal
    item: Callable[[Row], tuple[str, str]]  # title and detail in the work queue
    page: str  # the URLs by name, of the record and of its form
    form: str = ""  # of an admin page: «decide» beside it
    key: Callable[[Row], Any] = lambda row: row.pk  # their argument
    own: Text = _("The person who proposed it cannot confirm it. A second person must.")
    changed: Text = ""  # why a proposal whose base has changed is refused
    waits: Text = ""  # what the author reads while it waits
    related: tuple[str, ...] = ()  # rows that queue and pages join
    target: timedelta | None = None  # the operator's own time for a decision

    # Its columns.
    state: str = "state"
    author: str = "author"
    at: str = "at"
    decider: str = "decider"
    decided: str = "decided"
    answer: str = "answer"

    @property
    def form_url(self) -> str:
        return self.form or f"{self.page.removesuffix('_change')}_decide"

    @property
    def first(self) -> str:
        """The state in which a proposal waits."""
        return self.steps[0].start

    @property
    def decides(self) -> str:
        """The right to decide."""
        return next(step.rights[0] for step in self.steps if step.by is By.ANOTHER)

    @property
    def rights(self) -> tuple[str, ...]:
        """The rights of people who take a step."""
        return tuple(dict.fromkeys(right for step in self.steps for right in step.rights))

    def steps_of(self, verb: str) -> list[Step]:
        return [step for step in self.steps if verb and step.verb == verb]

    def step_to(self, verb: str, end: str, *, start: str) -> Step:
        return next(step for step in self.steps_of(verb) if (step.start, step.end) == (start, end))

    def state_of(self, row: Row) -> str:
        return str(getattr(row, self.state))

    def is_author(self, row: Row, person: Person) -> bool:
        return bool(getattr(row, f"{self.author}_id") == person.pk)

    def is_barred(self, row: Row, person: Person) -> bool:
        """Whether this person never decides about this proposal."""
        if self.is_author(row, person):
            return True
        if self.concerned is None:
            return False
        return self.model._default_manager.filter(self.concerned(person), pk=row.pk).exists()

    def is_for(self, step: Step, row: Row, person: Person) -> bool:
        """Whether the person stands where the step asks: as the author, as another, or anywhere."""
        match step.by:
            case By.ANOTHER:
                return not self.is_barred(row, person)
            case By.AUTHOR:
                return self.is_author(row, person)
            case By.ANYBODY:
                return True
            case By.WORKER:
                return False

    def barred(self, person: Person) -> Q:
        """The proposals about which this person never decides."""
        own = Q(**{self.author: person})
        return own if self.concerned is None else own | self.concerned(person)


def closing_steps(
    start: str,
    rights: tuple[str, ...],
    audit: str,
    *,
    author_rights: tuple[str, ...] = (),
    withdraw: Text = "",
) -> tuple[Step, Step]:
    """With one verb another person refuses a proposal, or its author withdraws it. Both say why."""
    refused, withdrawn = f"{audit}refused", f"{audit}withdrawn"
    own, label = author_rights or rights, withdraw or _("Withdraw it")
    return (
        Step(start, "refused", "refuse", _("Refuse"), rights, refused, reason=MAX_LENGTH),
        Step(start, "withdrawn", "refuse", label, own, withdrawn, by=By.AUTHOR, reason=MAX_LENGTH),
    )

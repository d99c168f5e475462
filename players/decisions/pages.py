"""The pages of decisions: the steps that a person may take, the form that takes one, and the history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from msgspec import Struct

from players.decisions.deciding import AlreadyDecided, StepRefused, check_right, take_step
from players.decisions.kinds import Kind, Row, View
from players.models import Person
from players.shared.admin_base import ReadOnlyAdmin, signed_in_staff
from players.shared.staff_errors import DecidedMeanwhile
from players.shared.staff_reasons import reason_of


class Entry(Struct, frozen=True):
    """One line of a proposal's history."""

    person: Person | None
    at: datetime
    text: str


def history(kind: Kind[Row], row: Row) -> list[Entry]:
    """Who proposed it, who decided, and who took a later step."""

    def entries() -> Iterator[Entry]:
        author = getattr(row, kind.author)
        yield Entry(author, getattr(row, kind.at), getattr(row, "reason", ""))
        signatures = {(step.person or kind.decider, step.at or kind.decided): None for step in kind.steps}
        for person, at in signatures:
            if getattr(row, at) is not None:
                # Nobody signs what its author withdraws.
                yield Entry(getattr(row, person) or author, getattr(row, at), getattr(row, kind.answer, ""))

    return list(entries())


def decided_meanwhile(kind: Kind[Row], row: Row) -> DecidedMeanwhile:
    last = history(kind, row)[-1]
    return DecidedMeanwhile(
        record=kind.record(row),
        url=reverse(kind.page, args=[kind.key(row)]),
        by=last.person.email if last.person else "",
        at=last.at,
        outcome=str(getattr(row, f"get_{kind.state}_display")()),
    )


def decide_view(kind: Kind[Row]) -> View:
    """The form that takes a step. It comes back to the page of the record."""

    def decide(request: HttpRequest, pk: Any) -> HttpResponse:
        person = signed_in_staff(request)
        check_right(person, kind.rights)
        verb = request.POST.get("verb", "")
        steps = kind.steps_of(verb)
        if not steps:
            messages.error(request, _("This step does not exist."))
            return redirect(kind.page, pk)
        row = kind.model._default_manager.select_related(*kind.related).filter(pk=pk).first()
        if row is None:
            raise Http404
        longest = steps[0].reason
        reason = reason_of(request, maximum=longest) if longest else ""
        if longest and not reason:
            return redirect(kind.page, pk)
        try:
            row = take_step(kind, pk, verb, person=person, reason=reason)
            messages.success(
                request, next(str(step.done) for step in steps if step.end == kind.state_of(row))
            )
        except AlreadyDecided as error:
            row.refresh_from_db()
            raise decided_meanwhile(kind, row) from error
        except StepRefused as error:
            for sentence in error.sentences(kind):
                messages.error(request, sentence)
        return redirect(kind.page, pk)

    guarded = kind.confirmed_by(decide) if kind.confirmed_by else decide
    return require_POST(guarded)


def decision_context(
    kind: Kind[Row], row: Row, person: Person, *, prevented: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What `backoffice/decisions/steps.html` shows: the steps that this person may take now."""
    steps = {
        step.verb: step
        for step in reversed(kind.steps)
        if step.verb and step.verb not in prevented and step.start == kind.state_of(row)
        if any(map(person.has_perm, step.rights)) and kind.is_for(step, row, person)
    }
    offered = list(reversed(steps.values()))
    is_own = kind.is_author(row, person)
    return {
        "url": reverse(kind.form_url, args=[kind.key(row)]),
        "steps": [step for step in offered if not step.reason],
        "steps_with_reason": [step for step in offered if step.reason],
        "longest": max((step.reason for step in offered), default=0),
        "is_own": is_own,
        "waits": kind.waits if is_own and kind.state_of(row) == kind.first else "",
        "history": history(kind, row),
    }


class DecisionAdmin(ReadOnlyAdmin):
    """The list and the pages of the proposals of one kind."""

    kind: ClassVar[Kind[Any]]

    def get_urls(self) -> list[URLPattern]:
        decide = self.admin_site.admin_view(decide_view(self.kind))
        name = self.kind.form_url.removeprefix("admin:")
        return [path("<int:pk>/decide/", decide, name=name), *super().get_urls()]

    def page_context(self, row: Any, person: Person) -> dict[str, Any]:
        """What the page of a proposal shows."""
        return {"decision": decision_context(self.kind, row, person)}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        is_number = object_id.isdecimal() and len(object_id) < 18
        rows = self.kind.model._default_manager.select_related(*self.kind.related)
        row = rows.filter(pk=object_id).first() if is_number else None
        context = {} if row is None else self.page_context(row, signed_in_staff(request))
        response: HttpResponse = super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **context}
        )
        return response

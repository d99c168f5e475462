"""The pages of the regulator's questions: the list, the form that composes one, and one with its runs."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from casino.compliance.duties import questions
from casino.compliance.duties.models import Question, QuestionEntry
from casino.compliance.duties.question_data import DATA_SETS
from casino.compliance.duties.question_forms import QuestionForm
from casino.compliance.duties.questions import TESTS, Answer, Query, QuestionRefused
from casino.compliance.reports.exports import XLSX, cell, xlsx_of
from casino.compliance.standby import describe
from casino.compliance.workspace import page, shown_to, staff_person
from players.identity.sign_in.reauthentication import step_up_required
from players.shared import clock
from players.shared.exports.csv_export import attachment, csv_response
from players.shared.exports.list_document import Cell, ListDocument, display_text
from players.shared.staff_errors import MissingPermission
from players.shared.staff_reasons import reason_of

SEES, ENTERS, RELEASES = "duties.view_question", "duties.add_question", "duties.release_question"
MAX_SHOWN = 300
ROWS_ON_PAGE = 500  # files contain all rows
REFUSED = 422
RIGHT_OF_STEP = {"run": ENTERS, "answered": ENTERS, "release": RELEASES, "refuse": RELEASES}


@shown_to(SEES)
def questions_page(request: HttpRequest) -> HttpResponseBase:
    rows = list(questions.with_states().order_by("is_answered", "is_refused", "due", "pk")[:MAX_SHOWN])
    today = clock.day_of(clock.now())
    return page(
        request,
        "duties/questions.html",
        _("Questions of the regulator"),
        rows=[
            {"question": row, "is_late": not (row.is_answered or row.is_refused) and row.due < today}
            for row in rows
        ],
        most=MAX_SHOWN if len(rows) == MAX_SHOWN else 0,
        data_sets=DATA_SETS.values(),
        may_enter=request.user.has_perm(ENTERS),
    )


@shown_to(ENTERS, act=ENTERS)
def new_question(request: HttpRequest, code: str) -> HttpResponseBase:
    """Compose a question about one set of data. What is refused keeps what was typed."""
    data_set = DATA_SETS.get(code)
    if data_set is None:
        raise Http404
    form = QuestionForm(request.POST if request.method == "POST" else None, data_set)
    if request.method == "POST" and form.is_valid():
        values = {name: form.cleaned_data[name] for name in ("reference", "purpose", "asked", "due")}
        question = questions.enter_question(**values, query=form.query(), person=staff_person(request))
        messages.success(request, _("Entered. Its clock is running."))
        return redirect("compliance_question", question.pk)
    title = _("New question: %(data)s") % {"data": data_set.title}
    response = page(request, "duties/question_new.html", title, form=form, data_set=data_set)
    if form.errors:
        response.status_code = REFUSED
    return response


@step_up_required
@shown_to(SEES, act=SEES)
def question_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    """One question. Each step has its own right; rows are shown to who runs it, and to nobody else."""
    question = get_object_or_404(questions.with_states().select_related("person"), pk=pk)
    answer, refusal = None, ""
    if request.method == "POST":
        try:
            result = _step(request, question)
        except QuestionRefused as error:
            refusal = str(error.sentence)
        else:
            if isinstance(result, HttpResponse):
                return result
            answer = result
    response = _question(request, question, answer, refusal)
    if refusal:
        response.status_code = REFUSED
    return response


def _step(request: HttpRequest, question: Question) -> Answer | HttpResponse:
    verb, person = request.POST.get("verb", ""), staff_person(request)
    right = RIGHT_OF_STEP.get(verb)
    if right is None:
        raise Http404
    if not person.has_perm(right):
        raise MissingPermission(right)
    if verb == "run":
        file_format = request.POST.get("format", "")
        if file_format not in QuestionEntry.Format.values:
            raise Http404
        answer = questions.run_question(question=question, file_format=file_format, person=person)
        return answer if file_format == "page" else answer_file(question, answer, file_format, person.email)
    if reason := reason_of(request):
        if verb == "answered":
            questions.enter_answer(question=question, text=reason, person=person)
        else:
            questions.decide_question(
                question=question, released=verb == "release", reason=reason, person=person
            )
        messages.success(request, _("Recorded."))
    return redirect("compliance_question", question.pk)


def _question(request: HttpRequest, question: Any, answer: Answer | None, refusal: str) -> HttpResponseBase:
    # A run has just added a line.
    entries = list(question.entries.select_related("person").order_by("pk"))
    kinds = {entry.kind for entry in entries}
    has_ended = bool(kinds & {"refused", "answered"})
    waits = question.is_personal and not kinds & {"released", "refused"}
    query = _known_query(question)
    enters, releases = request.user.has_perm(ENTERS), request.user.has_perm(RELEASES)
    return page(
        request,
        "duties/question.html",
        question.reference,
        question=question,
        query=query,
        data_set=DATA_SETS[query.data] if query else None,
        conditions=condition_texts(query) if query else [],
        entries=entries,
        waits=waits,
        is_own=question.person_id == staff_person(request).pk,
        may_decide=waits and releases,
        may_run=enters and query is not None and not has_ended and not waits,
        may_answer=enters and "run" in kinds and not has_ended,
        formats=QuestionEntry.Format.choices,
        refusal=refusal,
        **(_shown(answer) if answer else {}),
    )


def _known_query(question: Question) -> Query | None:
    try:
        return questions.query_of(question)
    except QuestionRefused:
        return None


def condition_texts(query: Query) -> list[str]:
    """The conditions as people read them."""
    data = DATA_SETS[query.data]
    texts = []
    for condition in query.conditions:
        block = data.block(condition.column)
        value = display_text(cell(condition.value, block.column), "EUR")
        texts.append(f"{block.label} {TESTS[condition.test][0]} {value}")
    return texts


def _cells(answer: Answer) -> list[list[Cell]]:
    columns = [block.column for block in answer.query.blocks]
    return [[cell(value, column) for value, column in zip(row, columns, strict=True)] for row in answer.rows]


def _shown(answer: Answer) -> dict[str, Any]:
    columns = [block.column for block in answer.query.blocks]
    lines = [
        [
            {"text": display_text(value, "EUR"), "figure": column.is_figure}
            for value, column in zip(row, columns, strict=True)
        ]
        for row in _cells(answer)[:ROWS_ON_PAGE]
    ]
    return {
        "answer": answer,
        "columns": columns,
        "lines": lines,
        "total": len(answer.rows),
        "most": ROWS_ON_PAGE if len(answer.rows) > ROWS_ON_PAGE else 0,
        "position": describe(answer.position),
    }


def answer_file(question: Question, answer: Answer, file_format: str, who: str) -> HttpResponse:
    name = f"feltro-question-{question.pk}"
    if file_format == "json":
        return attachment(answer_json(question, answer), "application/json", f"{name}.json")
    document = ListDocument(
        name=name,
        title=question.reference,
        who=who,
        whose=_("Exported by"),
        facts=[
            (_("Purpose"), question.purpose),
            (_("Rows"), str(len(answer.rows))),
            (_("Position"), describe(answer.position)),
            ("SHA-256", answer.digest),
        ],
        sums=[],
        columns=[block.column for block in answer.query.blocks],
        rows=_cells(answer),
    )
    if file_format == "csv":
        return csv_response(document)
    return attachment(xlsx_of(document), XLSX, f"{name}.xlsx")


def answer_json(question: Question, answer: Answer) -> bytes:
    """For programs: codes and cents as the record has them, and what the digest is of."""
    content = {
        "reference": question.reference,
        "purpose": question.purpose,
        "query": msgspec.to_builtins(answer.query),
        "columns": list(answer.query.columns),
        "rows": answer.rows,
        "sha256": answer.digest,
        "position": str(answer.position),
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()

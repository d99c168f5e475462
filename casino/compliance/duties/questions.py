"""Questions of the regulator: entered with their purpose, released by a second person if they concern people,
run as the read-only role, and answered. Every run is recorded before its rows are handed out.
[903-B 3.2.1, 3.2.3]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final, NoReturn

import msgspec
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from casino.compliance.duties.models import Question, QuestionEntry
from casino.compliance.duties.question_data import DATA_SETS, PLAYERS_COUNTED, Block
from casino.compliance.reports.building import MAX_ROWS, digest_of, plain
from casino.compliance.standby import QUERY_CANCELLED, Position, read_report
from players.audit import note
from players.identity.models import Identity, PaymentAccount
from players.models import Person
from players.shared import clock, person_keys
from players.shared.decoding import prepare
from players.shared.personal_columns import ERASED, SealedRow, opened_values

Entry = QuestionEntry.Kind
MAX_DAYS: Final = 366
MAX_CONDITIONS: Final = 3
# How a condition compares: the words, and the operator of SQL.
TESTS: Final[dict[str, tuple[Promise, str]]] = {
    "is": (_("is"), "="),
    "not": (_("is not"), "IS DISTINCT FROM"),
    "from": (_("is at least"), ">="),
    "to": (_("is at most"), "<="),
}
EQUALITY: Final = ("is", "not")  # all that words and texts can be asked
# The same of values that are opened first.
COMPARED: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "is": lambda value, asked: value == asked,
    "not": lambda value, asked: value != asked,
    "from": lambda value, asked: value is not None and value >= asked,
    "to": lambda value, asked: value is not None and value <= asked,
}
# What opens a sealed column: the model of its table, and its name there.
SEALED: Final[dict[str, tuple[type[SealedRow], str]]] = {
    "i.papers": (Identity, "papers"),
    "i.sealed": (Identity, "sealed"),
    "a.sealed": (PaymentAccount, "sealed"),
}
BATCH_ROWS: Final = 1000


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    column: str
    test: str
    value: str | int  # a code, a text, a day in ISO form, a whole number, or cents


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """What a question asks, in keys of `question_data`."""

    data: str
    since: date
    until: date
    columns: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    testing: bool = False

    @property
    def blocks(self) -> list[Block]:
        data = DATA_SETS[self.data]
        return [data.block(key) for key in self.columns]

    @property
    def is_personal(self) -> bool:
        data = DATA_SETS[self.data]
        asked = (*self.columns, *(condition.column for condition in self.conditions))
        return any(data.block(key).is_personal for key in asked)

    @property
    def sealed_blocks(self) -> list[Block]:
        """What the query asks for or compares and the database cannot read."""
        data = DATA_SETS[self.data]
        asked = (*self.columns, *(condition.column for condition in self.conditions))
        return [block for key in dict.fromkeys(asked) if (block := data.block(key)).sealed_in]


prepare(Query)


class QuestionRefusal(StrEnum):
    OWN = "own"
    NOT_PERSONAL = "not-personal"
    WAITS = "waits"
    DECIDED = "decided"
    ENDED = "ended"
    NOT_RUN = "not-run"
    TOO_MANY = "too-many"
    TOO_SLOW = "too-slow"
    GONE = "gone"


MESSAGES: Mapping[QuestionRefusal, Promise] = {
    QuestionRefusal.OWN: _("The person who entered a question cannot release it. A second person must."),
    QuestionRefusal.NOT_PERSONAL: _("This question has no personal data. It needs no release."),
    QuestionRefusal.WAITS: _("This question has personal data. A second person must release it first."),
    QuestionRefusal.DECIDED: _("Somebody has already released or refused this question."),
    QuestionRefusal.ENDED: _("This question has been refused or answered. Enter a new one to ask again."),
    QuestionRefusal.NOT_RUN: _("Run the question before you enter that it is answered."),
    QuestionRefusal.TOO_MANY: _(
        "There are more rows than an answer can have. Enter a question with fewer days or columns."
    ),
    QuestionRefusal.TOO_SLOW: _("The query takes too long. Enter a question with fewer days or columns."),
    QuestionRefusal.GONE: _("This release no longer has the data that this question asked for."),
}


class QuestionRefused(Exception):
    """A refused step. It changes nothing."""

    def __init__(self, code: QuestionRefusal) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = MESSAGES[code]


class Answer(Struct, frozen=True):
    """The rows of one run."""

    query: Query
    rows: list[list[Any]]
    digest: str
    position: Position


Questions = QuerySet[Any]  # with what was entered about each


def with_states() -> Questions:
    """All questions, each with what was entered about it."""

    def has(kind: str) -> Exists:
        return Exists(QuestionEntry.objects.filter(question=OuterRef("pk"), kind=kind))

    return Question.objects.annotate(
        is_released=has(Entry.RELEASED),
        is_refused=has(Entry.REFUSED),
        is_run=has(Entry.RUN),
        is_answered=has(Entry.ANSWERED),
    )


def open_questions() -> Questions:
    return with_states().filter(is_refused=False, is_answered=False)


def waiting_for(person: Person) -> Questions:
    """The questions with personal data that this person may release: not their own."""
    return (
        open_questions()
        .filter(is_personal=True, is_released=False)
        .exclude(person=person)
        .order_by("due", "pk")
    )


def query_of(question: Question) -> Query:
    """The query of a question. Raises `QuestionRefused` if this release does not know its data any more."""
    try:
        query = msgspec.convert(question.query, Query)
        data = DATA_SETS[query.data]
        known = {block.key for block in data.blocks}
    except (msgspec.ValidationError, KeyError) as error:
        raise QuestionRefused(QuestionRefusal.GONE) from error
    asked = {*query.columns, *(condition.column for condition in query.conditions)}
    tests = {condition.test for condition in query.conditions}
    if not asked <= known or not tests <= set(TESTS):
        raise QuestionRefused(QuestionRefusal.GONE)
    return query


def enter_question(
    *, reference: str, purpose: str, asked: date, due: date, query: Query, person: Person
) -> Question:
    with transaction.atomic():
        question = Question.objects.create(
            reference=reference,
            purpose=purpose,
            asked=asked,
            due=due,
            query=msgspec.to_builtins(query),
            is_personal=query.is_personal,
            person=person,
        )
        note(
            "duties.question-entered",
            person=person,
            about=f"question:{question.pk}",
            reference=reference,
            purpose=purpose,
            query=question.query,
        )
    return question


def decide_question(*, question: Question, released: bool, reason: str, person: Person) -> None:
    """Release a question with personal data, or refuse it. Never one's own."""
    if not question.is_personal:
        raise QuestionRefused(QuestionRefusal.NOT_PERSONAL)
    if question.person_id == person.pk:
        raise QuestionRefused(QuestionRefusal.OWN)
    if _kinds(question) & {Entry.RELEASED, Entry.REFUSED}:
        raise QuestionRefused(QuestionRefusal.DECIDED)
    kind = Entry.RELEASED if released else Entry.REFUSED
    _write_entry(question, kind, person, QuestionRefusal.DECIDED, text=reason)


def run_question(*, question: Question, file_format: str, person: Person) -> Answer:
    """The rows, after the run is on the record."""
    query = query_of(question)
    _check_may_run(question, _kinds(question))
    answer = _answer_of(query)
    _write_entry(
        question,
        Entry.RUN,
        person,
        QuestionRefusal.ENDED,
        format=file_format,
        count=len(answer.rows),
        digest=answer.digest,
        position=str(answer.position),
    )
    return answer


def enter_answer(*, question: Question, text: str, person: Person) -> None:
    """Enter how the regulator was answered. It ends the question."""
    kinds = _kinds(question)
    if kinds & {Entry.REFUSED, Entry.ANSWERED}:
        raise QuestionRefused(QuestionRefusal.ENDED)
    if Entry.RUN not in kinds:
        raise QuestionRefused(QuestionRefusal.NOT_RUN)
    _write_entry(question, Entry.ANSWERED, person, QuestionRefusal.ENDED, text=text)


def _kinds(question: Question) -> set[str]:
    return set(QuestionEntry.objects.filter(question=question).values_list("kind", flat=True))


def _check_may_run(question: Question, kinds: set[str]) -> None:
    if kinds & {Entry.REFUSED, Entry.ANSWERED}:
        raise QuestionRefused(QuestionRefusal.ENDED)
    if question.is_personal and Entry.RELEASED not in kinds:
        raise QuestionRefused(QuestionRefusal.WAITS)


def _write_entry(
    question: Question, kind: Entry, person: Person, meanwhile: QuestionRefusal, **values: Any
) -> None:
    """`meanwhile`: what the person reads if somebody was faster."""
    try:
        with transaction.atomic():
            QuestionEntry.objects.create(question=question, kind=kind, person=person, **values)
            note(f"duties.question-{kind}", person=person, about=f"question:{question.pk}", **values)
    except IntegrityError as error:
        raise QuestionRefused(meanwhile) from error


def _answer_of(query: Query) -> Answer:
    sql, parameters = statement(query)

    def read(cursor: Any, position: Position) -> Answer:
        if query.sealed_blocks:
            cursor.execute(sql, parameters)
            found = _opened_rows(query, cursor)
        else:
            cursor.execute(f"{sql} LIMIT {MAX_ROWS + 1}", parameters)
            found = cursor.fetchall()
        rows = [[plain(value) for value in row] for row in found]
        if len(rows) > MAX_ROWS:
            raise QuestionRefused(QuestionRefusal.TOO_MANY)
        digest = digest_of("question", msgspec.to_builtins(query), list(query.columns), rows)
        return Answer(query, rows, digest, position)

    try:
        return read_report(read, until=clock.midnight(query.until + timedelta(days=1)))
    except OperationalError as error:
        _raise_if_slow(error)


def _raise_if_slow(error: OperationalError) -> NoReturn:
    if getattr(error.__cause__, "sqlstate", None) == QUERY_CANCELLED:
        raise QuestionRefused(QuestionRefusal.TOO_SLOW) from error
    raise error


def statement(query: Query) -> tuple[str, dict[str, Any]]:
    """One line for each different value of the columns, with the figures added up. All text of the statement
    is declared; what a person typed is a parameter.

    If a column is sealed, a line is of one person and has the person and what is sealed at its end:
    `_opened_rows` opens, compares and adds up the rest.
    """
    data = DATA_SETS[query.data]
    parameters: dict[str, Any] = {
        "from": clock.midnight(query.since),
        "to": clock.midnight(query.until + timedelta(days=1)),
        "testing": query.testing,
    }
    sealed = query.sealed_blocks
    before, after = [data.source], list[str]()
    for place, condition in enumerate(query.conditions):
        block = data.block(condition.column)
        if sealed and (block.sealed_in or block.is_figure):
            continue
        name = f"value{place}"
        parameters[name] = condition.value
        cast = "::date" if block.kind == "day" else ""
        text = f"{block.sql} {TESTS[condition.test][1]} %({name})s{cast}"
        (after if block.is_figure else before).append(text)
    columns = [(block.sql, block.is_figure) for block in _read_blocks(query)]
    if sealed:
        columns += [("p.id", False), *((column, False) for column in _sealed_columns(query))]
    groups = [str(place) for place, (_sql, is_figure) in enumerate(columns, start=1) if not is_figure]
    sql = f"SELECT {', '.join(text for text, _is_figure in columns)} FROM {' AND '.join(before)}"
    if groups:
        sql += f" GROUP BY {', '.join(groups)}"
    if after:
        sql += f" HAVING {' AND '.join(after)}"
    if groups and not sealed:
        sql += f" ORDER BY {', '.join(groups)}"
    return sql, parameters


def _read_blocks(query: Query) -> list[Block]:
    """The columns that are read: those asked for, and those that are compared after they were opened."""
    if not query.sealed_blocks:
        return query.blocks
    data = DATA_SETS[query.data]
    compared = [data.block(condition.column) for condition in query.conditions]
    more = [block for block in compared if block.sealed_in or block.is_figure]
    return list({block.key: block for block in (*query.blocks, *more)}.values())


def _sealed_columns(query: Query) -> list[str]:
    return list(dict.fromkeys(block.sealed_in for block in query.sealed_blocks))


def _opened_rows(query: Query, cursor: Any) -> list[list[Any]]:
    """The lines of a question about sealed columns: opened, and those with equal values added up. A figure of
    two people is the sum of theirs.
    """
    blocks = _read_blocks(query)
    words = [block.key for block in query.blocks if not block.is_figure]
    figures = [block.key for block in blocks if block.is_figure]
    lines: dict[tuple[Any, ...], dict[str, Any]] = {}
    people: defaultdict[tuple[Any, ...], set[int]] = defaultdict(set)
    for player, values in _opened_values(query, blocks, cursor):
        if not _fulfils(query, values, figures=False):
            continue
        key = tuple(values[name] for name in words)
        if (line := lines.get(key)) is None:
            lines[key] = values
        else:
            line |= {name: (line[name] or 0) + (values[name] or 0) for name in figures}
        people[key].add(player)
    if PLAYERS_COUNTED.key in figures:  # one who has several lines of it counts once
        for key, line in lines.items():
            line[PLAYERS_COUNTED.key] = len(people[key])
    kept = [line for line in lines.values() if _fulfils(query, line, figures=True)]
    kept.sort(key=lambda line: [(line[name] is None, line[name]) for name in words])
    return [[line[name] for name in query.columns] for line in kept]


def _opened_values(query: Query, blocks: list[Block], cursor: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    columns = _sealed_columns(query)
    while batch := cursor.fetchmany(BATCH_ROWS):
        person_keys.fetch(sealed for row in batch for sealed in row[-len(columns) :])
        for row in batch:
            values = dict(zip((block.key for block in blocks), row, strict=False))
            for column, sealed in zip(columns, row[-len(columns) :], strict=True):
                model, name = SEALED[column]
                opened = opened_values(model, sealed, name)
                asked = [block.key for block in blocks if block.sealed_in == column]
                values |= {name: _known(model, name, opened, values[name]) for name in asked}
            yield row[len(blocks)], values


def _known(model: type[SealedRow], name: str, opened: Mapping[str, Any], stored: Any) -> Any:
    """A sealed value; nothing if it was erased."""
    field: Any = model._meta.get_field(name)
    value = field.opened(opened, stored)
    is_erased = value == ERASED or field.stands_in(value)
    return (None if name == "birth" else "") if is_erased else value


def _fulfils(query: Query, values: Mapping[str, Any], *, figures: bool) -> bool:
    """The conditions on figures, or those on sealed columns."""
    data = DATA_SETS[query.data]
    for condition in query.conditions:
        block = data.block(condition.column)
        if block.is_figure if figures else block.sealed_in:
            asked: Any = condition.value
            if block.kind == "day":
                asked = date.fromisoformat(str(asked))
            if not COMPARED[condition.test](values[block.key], asked):
                return False
    return True

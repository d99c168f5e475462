"""Questions of the regulator: composed of declared data, with a purpose, released by a second person where
they concern people, run as the read-only role, recorded, and answered.  [903-B 3.2.1, 3.2.3]
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from casino.compliance.duties import questions
from casino.compliance.duties.due_dates import open_items
from casino.compliance.duties.models import Question, QuestionEntry
from casino.compliance.duties.question_data import DATA_SETS
from casino.compliance.duties.questions import Condition, Query, QuestionRefused
from casino.compliance.reading import reading
from players.audit.models import Line
from players.identity.models import Identity
from players.models import Person, Player
from players.shared import clock
from players.shared.money import format_money
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.proposals import named

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]
PURPOSE = "Which methods players used, by letter of the regulator."


def today() -> date:
    return clock.day_of(clock.now())


def query(*columns: str, data: str = "payments", **values: Any) -> Query:
    days = {"since": today() - timedelta(days=300), "until": today()}
    return Query(data=data, columns=columns, **{**days, **values})


def entered(asked: Query, person: str = "oficial") -> Question:
    return questions.enter_question(
        reference="SRIJ-2026/31",
        purpose=PURPOSE,
        asked=today(),
        due=today() + timedelta(days=5),
        query=asked,
        person=named(person),
    )


def run(question: Question, person: str = "oficial") -> questions.Answer:
    return questions.run_question(question=question, file_format="page", person=named(person))


def pay(alias: str, cents: int, method: str, *, status: str = "paid") -> Payment:
    now = clock.now()
    return Payment.objects.create(
        id=uuid4(), player=Player.objects.get(alias=alias), direction="deposit", cents=cents, method=method,
        status=status, made=now, changed=now, credited=now if status == "paid" else None,
    )  # fmt: skip


def test_the_figures_are_those_of_the_rows() -> None:
    for alias, cents, method in (("Ana", 1_000, "mb-way"), ("Bruno", 2_500, "mb-way"), ("Ana", 700, "card")):
        pay(alias, cents, method)
    pay("Ana", 9_900, "card", status="failed")
    answer = run(entered(query("method", "status", "players", "times", "amount")))
    expected: Counter[tuple[str, str]] = Counter()
    people: dict[tuple[str, str], set[int]] = {}
    for payment in Payment.objects.filter(player__testing=False):
        expected[payment.method, payment.status] += payment.cents
        people.setdefault((payment.method, payment.status), set()).add(payment.player_id)
    assert {(row[0], row[1]): row[4] for row in answer.rows} == expected and len(expected) >= 3
    assert {(row[0], row[1]): row[2] for row in answer.rows} == {key: len(who) for key, who in people.items()}


def test_conditions_choose_rows_and_sums() -> None:
    pay("Ana", 1_000, "mb-way")
    pay("Ana", 60_000, "mb-way")
    pay("Bruno", 70_000, "card")
    sums: Counter[tuple[str, str]] = Counter()
    midnight = clock.midnight(today())
    for payment in Payment.objects.filter(player__testing=False, made__gte=midnight).select_related("player"):
        sums[payment.player.alias, payment.method] += payment.cents
    big = Condition("amount", "from", 50_000)
    expected = {(*who, cents) for who, cents in sums.items() if cents >= 50_000}
    assert {row[:2] for row in expected} >= {("Ana", "mb-way"), ("Bruno", "card")}

    def listed(*conditions: Condition) -> set[tuple[Any, ...]]:
        statement, values = questions.statement(
            query("alias", "method", "amount", conditions=(*conditions, big), since=today())
        )
        with reading() as cursor:
            cursor.execute(statement, values)
            return set(cursor.fetchall())

    assert listed() == expected
    assert listed(Condition("method", "is", "mb-way")) == {row for row in expected if row[1] == "mb-way"}
    assert listed(Condition("alias", "not", "Ana")) == {row for row in expected if row[0] != "Ana"}
    assert listed(Condition("day", "from", (today() + timedelta(days=1)).isoformat())) == set()
    assert listed(Condition("alias", "is", "' OR true --")) == set()


@pytest.mark.parametrize("code", DATA_SETS)
def test_the_reading_role_answers_every_column_and_condition(code: str) -> None:
    """As one question, and each column alone as a condition."""
    data = DATA_SETS[code]
    values = {"day": today().isoformat(), "word": "x", "text": "x"}
    whole = query(*(block.key for block in data.blocks), data=code)
    asked = [whole] + [
        query(block.key, data=code, conditions=(Condition(block.key, "not", values.get(block.kind, 1)),))
        for block in data.blocks
    ]
    with reading() as cursor:
        for each in asked:
            cursor.execute(*questions.statement(each))
            cursor.fetchall()


def test_sealed_columns_are_opened_compared_and_added_up() -> None:
    """Two people of one name are one line, as a database would add them up that could read names."""
    names = {"Ana": "Maria Igual", "Bruno": "Maria Igual", "Carla": "Rita Outra"}
    for (alias, name), cents in zip(names.items(), (1_000, 2_000, 4_000), strict=True):
        identity = Identity.objects.get(player__alias=alias)
        identity.name, identity.birth, identity.postcode = name, date(1980, 5, len(alias)), "4000-007"
        identity.save()
        pay(alias, cents, "multibanco")
    nif = Identity.objects.get(player__alias="Carla").nif
    asked = (Condition("method", "is", "multibanco"),)

    def told(*columns: str, more: tuple[Condition, ...] = ()) -> list[list[Any]]:
        return questions._answer_of(query(*columns, conditions=asked + more, since=today())).rows

    assert told("name", "players", "amount") == [["Maria Igual", 2, 3_000], ["Rita Outra", 1, 4_000]]
    assert told("amount", more=(Condition("nif", "is", nif),)) == [[4_000]]
    assert told("amount", more=(Condition("nif", "not", nif),)) == [[3_000]]
    assert told("birth", "amount", more=(Condition("birth", "from", "1980-05-05"),)) == [
        ["1980-05-05", 6_000]
    ]
    assert told("name", more=(Condition("amount", "from", 3_500),)) == [["Rita Outra"]]
    assert told("area", "amount") == [["40", 7_000]]
    assert told("name", more=(Condition("postcode", "is", "1000-001"),)) == []
    Identity.objects.filter(player__alias="Carla").update(papers=None)
    assert told("name", "birth", "nif", more=(Condition("amount", "from", 3_500),)) == [["", None, ""]], (
        "what is forgotten is unknown"
    )


def test_test_accounts_are_apart() -> None:
    Player.objects.filter(alias="Bruno").update(testing=True)
    pay("Ana", 1_000, "mb-way")
    pay("Bruno", 2_000, "mb-way")
    for testing, alias in ((False, "Ana"), (True, "Bruno")):
        statement = questions.statement(query("alias", testing=testing, since=today()))
        with reading() as cursor:
            cursor.execute(*statement)
            names = {row[0] for row in cursor.fetchall()}
        assert alias in names and len(names & {"Ana", "Bruno"}) == 1


def refusal_of(act: Any) -> str:
    with pytest.raises(QuestionRefused) as refused:
        act()
    return str(refused.value.code)


def test_personal_data_wait_for_a_second_person() -> None:
    plain, personal = entered(query("method", "times")), entered(query("alias", "amount"))
    hidden = entered(query("amount", conditions=(Condition("nif", "is", "123456789"),)))
    assert [plain.is_personal, personal.is_personal, hidden.is_personal] == [False, True, True]
    head, officer = named("direcao"), named("oficial")
    assert set(questions.waiting_for(head)) == {personal, hidden} and not questions.waiting_for(officer)

    def decide(question: Question, person: Person, *, released: bool = True) -> None:
        questions.decide_question(
            question=question, released=released, reason="asked by letter", person=person
        )

    assert refusal_of(lambda: run(personal)) == "waits"
    assert refusal_of(lambda: decide(personal, officer)) == "own"
    assert refusal_of(lambda: decide(plain, head)) == "not-personal"
    decide(personal, head)
    assert refusal_of(lambda: decide(personal, head, released=False)) == "decided"
    assert run(personal).query.columns == ("alias", "amount")
    decide(hidden, head, released=False)
    assert refusal_of(lambda: run(hidden)) == "ended"
    assert not questions.waiting_for(head).exists()


def test_the_database_asks_for_the_second_person_and_the_order() -> None:
    personal = entered(query("alias"))
    gave = {"format": "csv", "count": 1, "digest": "0" * 64}
    officer, head = named("oficial"), named("direcao")

    def insert(kind: str, person: Person, **values: Any) -> None:
        with transaction.atomic():
            QuestionEntry.objects.create(question=personal, kind=kind, person=person, **values)

    for kind, person, values in (
        ("run", head, gave), ("released", officer, {}), ("refused", officer, {}), ("answered", head, {}),
    ):  # fmt: skip
        with pytest.raises(IntegrityError):
            insert(kind, person, **values)
    insert("released", head)
    for kind, values in (("refused", {}), ("run", {}), ("answered", {}), ("released", {})):
        with pytest.raises(IntegrityError):
            insert(kind, head, **values)
    insert("run", officer, **gave)
    insert("answered", officer)
    with pytest.raises(IntegrityError, match="takes no entry"):
        insert("run", officer, **gave)
    for rows in (Question.objects.all(), QuestionEntry.objects.all()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            rows.update(person=head)


def test_each_run_is_on_the_record_with_its_digest_before_its_rows_are_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = entered(query("method", "amount"))
    first, second = run(question), run(question)
    assert first.digest == second.digest
    pay("Ana", 123, "mb-way")
    assert run(question).digest != first.digest
    lines = Line.objects.filter(about=f"question:{question.pk}", kind="duties.question-run")
    assert [line.details["digest"] for line in lines.order_by("pk")][:2] == [first.digest] * 2
    assert QuestionEntry.objects.filter(question=question, count=len(first.rows)).exists()

    def broken(*args: Any, **values: Any) -> None:
        raise IntegrityError("the record is not written")

    monkeypatch.setattr(questions, "note", broken)
    assert refusal_of(lambda: run(question)) == "ended", "no record, no rows"
    assert QuestionEntry.objects.filter(question=question, kind="run").count() == 3


def test_too_many_rows_and_data_of_another_release_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pay("Ana", 1, "mb-way")
    pay("Ana", 1, "card")
    question = entered(query("method"))
    monkeypatch.setattr(questions, "MAX_ROWS", 1)
    assert refusal_of(lambda: run(question)) == "too-many"
    assert not QuestionEntry.objects.exists()
    for stored in (
        {"data": "gone"},
        {"columns": ["gone"]},
        {"conditions": [{"column": "gone", "test": "is", "value": 1}]},
        {"conditions": [{"column": "method", "test": "like", "value": "x"}]},
        {"unknown": 1},
    ):
        old = Question(query={**question.query, **stored})
        assert refusal_of(lambda old=old: questions.query_of(old)) == "gone"


def test_a_query_that_takes_too_long_is_refused_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.compliance.reading.STATEMENT_TIMEOUT", "20ms")
    question = entered(query("method"))
    monkeypatch.setattr(questions, "statement", lambda asked: ("SELECT pg_sleep(5)", {}))
    assert refusal_of(lambda: run(question)) == "too-slow"


def test_it_stands_in_the_calendar_until_it_is_answered() -> None:
    question = entered(query("method", "amount"))

    def is_owed() -> bool:
        return any(item.key == f"question-{question.pk}" for item in open_items(clock.now()))

    assert is_owed()
    assert refusal_of(lambda: questions.enter_answer(question=question, text="sent", person=named("oficial")))
    run(question)
    assert is_owed()
    questions.enter_answer(question=question, text="sent by letter", person=named("oficial"))
    assert not is_owed()
    assert refusal_of(lambda: run(question)) == "ended"


TYPED = {
    "reference": "SRIJ-2026/40", "purpose": PURPOSE, "columns": ["amount", "method"], "column1": "status",
    "test1": "is", "value1": "paid",
}  # fmt: skip


def typed(**changed: Any) -> dict[str, Any]:
    days = {
        "asked": today(), "due": today() + timedelta(days=3), "since": today() - timedelta(days=30),
        "until": today(),
    }  # fmt: skip
    return {**TYPED, **{name: day.isoformat() for name, day in days.items()}, **changed}


def test_an_officer_composes_runs_and_answers_one_on_its_page() -> None:
    pay("Ana", 1_250, "mb-way")
    paid = Payment.objects.filter(player__testing=False, method="mb-way", status="paid")
    since = clock.midnight(today() - timedelta(days=30))
    cents = sum(paid.filter(made__gte=since).values_list("cents", flat=True))
    client = signed_in("oficial@feltro.example", "en")
    assert b"Payment method" in client.get(reverse("compliance_question_new", args=["payments"])).content
    client.post(reverse("compliance_question_new", args=["payments"]), typed())
    question = Question.objects.get()
    assert question.query["columns"] == ["method", "amount"], "in the order of the set"
    assert question.query["conditions"] == [{"column": "status", "test": "is", "value": "paid"}]
    page = reverse("compliance_question", args=[question.pk])
    shown = client.post(page, {"verb": "run", "format": "page"}).content.decode()
    assert "MB WAY" in shown and format_money(cents, "EUR", language="en") in shown
    rows = client.post(page, {"verb": "run", "format": "csv"}).content.decode("utf-8-sig")
    assert rows.splitlines()[0] == "Payment method,Amount" and f"MB WAY,{cents / 100:.2f}" in rows
    book = ZipFile(BytesIO(client.post(page, {"verb": "run", "format": "xlsx"}).content))
    assert f"<v>{cents / 100:.2f}</v>" in book.read("xl/worksheets/sheet1.xml").decode()
    data = json.loads(client.post(page, {"verb": "run", "format": "json"}).content)
    assert ["mb-way", cents] in data["rows"] and data["purpose"] == PURPOSE
    assert list(question.entries.order_by("pk").values_list("format", flat=True)) == [
        "page", "csv", "xlsx", "json",
    ]  # fmt: skip
    assert data["sha256"] == question.entries.last().digest
    client.post(page, {"verb": "answered", "reason": "sent by letter 12"})
    assert "sent by letter 12" in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"columns": []}, "required"),
        ({"columns": ["password"]}, "valid choice"),
        ({"purpose": "short"}, "at least 12"),
        ({"reference": ""}, "required"),
        ({"since": "x"}, "valid date"),
        ({"since": "2016-01-01"}, "366 days at most"),
        ({"until": "2999-01-01"}, "366 days at most"),
        ({"until": "2015-01-01"}, "before the first"),
        ({"asked": "2999-01-01"}, "in the future"),
        ({"due": "2015-01-01"}, "before the first"),
        ({"column1": "method", "value1": "cheque"}, "Write one of these: "),
        ({"column1": "amount", "value1": "much"}, "Enter an amount"),
        ({"column1": "times", "value1": "1.5"}, "digits"),
        ({"column1": "day", "value1": "yesterday"}, "valid date"),
        ({"column1": "alias", "test1": "from", "value1": "A"}, "the same or another"),
        ({"column1": ""}, "Choose the column"),
        ({"test1": "like"}, "valid choice"),
    ],
)
def test_what_is_refused_says_why_and_loses_nothing(changed: dict[str, Any], word: str) -> None:
    client = signed_in("oficial@feltro.example", "en")
    answer = client.post(reverse("compliance_question_new", args=["payments"]), typed(**changed))
    assert answer.status_code == 422 and word in answer.content.decode()
    if "reference" not in changed:
        assert 'value="SRIJ-2026/40"' in answer.content.decode()
    assert not Question.objects.exists()


def test_each_step_has_its_right_and_nobody_else_sees_rows() -> None:
    pay("Ana", 1_250, "mb-way")
    question = entered(query("alias", "amount"))
    page = reverse("compliance_question", args=[question.pk])
    regulator = signed_in("regulador@feltro.example", "en")
    assert regulator.get(page).status_code == 200
    assert regulator.get(reverse("compliance_question_new", args=["payments"])).status_code == 403
    for verb in ("run", "release", "refuse", "answered"):
        answer = regulator.post(page, {"verb": verb, "format": "page", "reason": "because of a letter"})
        assert answer.status_code == 403, verb
    officer, head = signed_in("oficial@feltro.example", "en"), signed_in("direcao@feltro.example", "en")
    early = officer.post(page, {"verb": "run", "format": "json"})
    assert early.status_code == 422 and "A second person must release it first" in early.content.decode()
    own = officer.post(page, {"verb": "release", "reason": "because of a letter"})
    assert own.status_code == 422 and "A second person must" in own.content.decode()
    assert head.post(page, {"verb": "release", "reason": "x"}).status_code == 302, "too short, and said so"
    assert not question.entries.exists()
    head.post(page, {"verb": "release", "reason": "because of a letter"})
    assert "Ana" in officer.post(page, {"verb": "run", "format": "page"}).content.decode()
    assert "Ana" not in regulator.get(page).content.decode()
    for form in ({"verb": "run", "format": "exe"}, {"verb": "delete"}, {}):
        assert officer.post(page, form).status_code == 404
    assert officer.get(reverse("compliance_question_new", args=["x"])).status_code == 404
    assert officer.get(reverse("compliance_question", args=[10**9])).status_code == 404


def test_the_list_says_what_each_waits_for() -> None:
    entered(query("alias"))
    ended = entered(query("method"))
    run(ended)
    text = signed_in("oficial@feltro.example", "en").get(reverse("compliance_questions")).content.decode()
    assert "waits for a second person" in text and "run, not answered yet" in text

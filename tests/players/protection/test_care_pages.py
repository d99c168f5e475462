"""The message about play on the player's pages: read, answered, and never more than the player may."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.audit.models import Line
from players.models import Player
from players.protection import exclusions
from players.protection.models import CareMessage, DepositHold, Habits
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.demo_house import freshly, signed_in

pytestmark = pytest.mark.usefixtures("demo")
TEXTS = {
    name: {"title": f"{name} title", "text": f"{name} <b>lost</b>", "answers": [f"{name} yes", f"{name} no"]}
    for name in ("pt", "en", "es")
}
CARD, PAGE = "/account/care-message/card/", "/account/care-message/"


@pytest.fixture
def message() -> CareMessage:
    ana = Player.objects.get(alias="Ana")
    alert = raised_alert(ana, "losses", {"lost": 1})
    return CareMessage.objects.create(player=ana, alert=alert.pk, kind="question", texts=TEXTS, required=True)


def sent(client: Client, body: object) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    return client.post(CARD, text, content_type="application/json")


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_home_and_its_own_page_show_it_in_the_language_of_the_page(
    message: CareMessage, language: str
) -> None:
    client = signed_in("ana@feltro.example", language)
    for address in ("/", PAGE):
        text = client.get(address).content.decode()
        assert f"{language} title" in text and f"{language} &lt;b&gt;lost" in text, address
        assert f"{language} yes" in text and 'value="pause"' in text and 'value="limits"' in text
    assert client.get(CARD).json() == {
        "n": message.pk, "kind": "question", "required": True, **TEXTS[language]
    }  # fmt: skip


def test_an_answer_is_recorded_and_the_card_is_gone(message: CareMessage) -> None:
    client = signed_in("ana@feltro.example")
    assert sent(client, {"n": message.pk, "answer": "1"}).json() == {}
    message.refresh_from_db()
    assert message.answer == "1" and message.answered
    line = Line.objects.get(kind="limits.care-message-answered")
    assert line.person is not None and line.person.email == "ana@feltro.example"
    assert "pt title" not in client.get("/").content.decode()
    assert client.get(PAGE).status_code == 200


@pytest.mark.parametrize(
    ("answer", "page"), [("pause", "exclusion"), ("limits", "limits"), ("2", "care-message")]
)
def test_a_pause_and_a_limit_are_two_presses_away(message: CareMessage, answer: str, page: str) -> None:
    response = signed_in("ana@feltro.example").post(PAGE, {"n": message.pk, "answer": answer})
    assert response.status_code == 302 and response["Location"] == reverse(page)
    assert CareMessage.objects.get().answer == answer


@pytest.mark.parametrize(
    "fields",
    [{}, {"n": "x"}, {"n": "²", "answer": "1"}, {"n": "9" * 40, "answer": "1"}, {"n": "7" * 18},
     {"answer": "read"}, {"answer": "3"}, {"answer": "0"}, {"answer": "\0"},
     {"answer": "x" * 9000}],
)  # fmt: skip
def test_what_is_no_answer_gets_a_sentence_and_changes_nothing(
    message: CareMessage, fields: dict[str, str]
) -> None:
    client = signed_in("ana@feltro.example", "en")
    response = client.post(PAGE, {"n": str(message.pk), **fields}, follow=True)
    assert response.status_code == 200 and "en title" in response.content.decode()
    assert "data-alarm" in response.content.decode()
    assert CareMessage.objects.get().answered is None


@pytest.mark.parametrize(
    ("body", "status"),
    [("{", 400), ("[]", 400), ({"n": 1}, 400), ({"n": -1, "answer": "1"}, 400),
     ({"n": 2**62, "answer": "1"}, 400),
     ({"n": 10**15, "answer": "1"}, 404), ({"n": 1.5, "answer": "1"}, 400), ({"n": "1", "answer": 1}, 400),
     ('{"n": 1, "answer": "\\ud800"}', 400)],
)  # fmt: skip
def test_a_faulty_page_of_a_table_is_refused(message: CareMessage, body: object, status: int) -> None:
    assert sent(signed_in("ana@feltro.example"), body).status_code == status
    assert CareMessage.objects.get().answered is None


def test_others_neither_see_nor_answer_it(message: CareMessage) -> None:
    bruno = signed_in("bruno@feltro.example")
    assert bruno.get(CARD).json() == {}
    assert sent(bruno, {"n": message.pk, "answer": "1"}).status_code == 404
    assert Client().get(CARD).status_code == 302
    assert CareMessage.objects.get().answered is None


def test_nothing_is_shown_during_a_pause(message: CareMessage) -> None:
    client = signed_in("ana@feltro.example")
    exclusions.begin_pause(message.player, 1)
    assert client.get(CARD).json() == {} and "pt title" not in client.get("/").content.decode()


@pytest.mark.parametrize(("language", "word"), [("pt", "suspensos"), ("en", "paused"), ("es", "suspendidos")])
def test_the_cashier_says_neutrally_that_deposits_are_held_and_how_to_object(
    message: CareMessage, language: str, word: str
) -> None:
    DepositHold.objects.create(player=message.player, alert=message.alert)
    Habits.objects.update_or_create(player=message.player, defaults={"limits_answered": clock.now()})
    client = signed_in("ana@feltro.example", language)
    freshly(client, message.player.person, "password")
    for name in ("cashier", "deposit"):
        text = client.get(reverse(name), follow=True).content.decode()
        assert word in text and reverse("complaint-new") in text, name

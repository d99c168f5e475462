"""The jobs of staff, carried out on the pages as they are: each takes the steps that its page promises."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import lxml.html
import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils.timezone import localtime

from casino.backoffice import shifts
from casino.backoffice.staff_changes import propose_staff_change
from casino.extras.webhooks.models import WebhookMessage
from games.models import Incident, Table
from games.rulebook import impact
from games.rulebook.models import RuleChange
from players.identity.models import Identity, UploadedDocument
from players.inbox.complaints import open_complaint
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.adjustments import request_adjustment
from players.wallet.cashier.models import Payment
from tests.demo_house import signed_in
from tests.docs.job_facts import JOBS, Step, clicks, read_jobs, read_step, typed
from tests.games.rulebook.people import Signers, create_draft, take_step

ICON = "material-symbols-outlined"


def text_of(element: Any) -> str:
    """The words of an element, without its icons."""
    parts = element.xpath(f".//text()[not(ancestor::*[contains(@class, '{ICON}')])]")
    return " ".join("".join(parts).split())


class StaffSession:
    """A member of staff who looks at one page of the back office."""

    def __init__(self, role: str) -> None:
        self.sign_in(role)

    def sign_in(self, role: str) -> None:
        self.client: Client = signed_in(f"{role}@feltro.example", "en")
        self.open("/admin/")

    def open(self, url: str) -> None:
        self.show(self.client.get(url, follow=True))

    def show(self, response: Any) -> None:
        assert response.status_code == 200, response.request["PATH_INFO"]
        self.url = (
            response.redirect_chain[-1][0] if response.redirect_chain else response.request["PATH_INFO"]
        )
        self.page = lxml.html.fromstring(response.content.decode())
        self.page.make_links_absolute(f"http://testserver{self.url}")
        self.entered: list[tuple[str, str]] = []

    def carry_out(self, step: Step) -> None:
        steps: dict[str, Callable[[str], None]] = {
            "link": lambda text: self.follow("//a[@href]", text),
            "queue": lambda text: self.follow("//ul[contains(@class, 'office-waiting')]//a", text),
            "result": self.follow_result,
            "press": self.press,
            "fold": lambda text: self.one("//summary", text),
            "key": lambda _text: self.one("//*[@aria-keyshortcuts]", ""),
            "type": self.enter,
            "person": self.sign_in,
        }
        if step.kind == "choose":
            self.choose(step)
        else:
            steps[step.kind](step.text)

    def one(self, path: str, text: str) -> Any:
        """The element with this text, or else the first that begins with it."""
        elements = [element for element in self.page.xpath(path) if text_of(element).startswith(text)]
        assert elements, f"{text!r} is not on {self.url}"
        return next((element for element in elements if text_of(element) == text), elements[0])

    def follow(self, path: str, text: str) -> None:
        self.open(self.one(path, text).get("href").removeprefix("http://testserver"))

    def follow_result(self, text: str) -> None:
        (_name, term) = self.entered[-1]
        self.show(self.client.get("/admin/search/", {"s": term}, follow=True))
        self.follow("//a[@href]", text)

    def enter(self, text: str) -> None:
        name, _sign, value = text.partition(" = ")
        self.entered.append((name, value))

    def choose(self, step: Step) -> None:
        name, _sign, value = step.text.partition(" = ")
        boxes = self.page.xpath(f"//input[@type='checkbox' or @type='radio'][@name='{name}']/@value")
        options = self.page.xpath(f"//select[@name='{name}']/option[.='{value}' or @value='{value}']/@value")
        values = options or ([value] if value in boxes else boxes)[: step.times]
        assert len(values) == step.times, f"{name} cannot be chosen on {self.url}"
        self.entered += [(name, chosen) for chosen in values]

    def press(self, text: str) -> None:
        """Sends the form of the button, with what was entered."""
        button = self.one("//button", text)
        owner = button.get("form")
        form = self.page.get_element_by_id(owner) if owner else next(button.iterancestors("form"))
        names = {name for name, _value in self.entered}
        elsewhere = self.page.xpath("//*[@form = $form]/@name", form=form.get("id") or "")
        assert names <= {*form.fields.keys(), *elsewhere}, f"{names} are not all in the form of {text!r}"
        values: dict[str, list[str]] = {}
        for name, value in [(n, v) for n, v in form.form_values() if n not in names] + self.entered:
            values.setdefault(name, []).append(value)
        if button.get("name"):
            values[button.get("name")] = [button.get("value") or ""]
        address = (form.action or f"http://testserver{self.url}").removeprefix("http://testserver")
        send = self.client.get if form.method == "GET" else self.client.post
        self.show(send(address, values, follow=True))


def ana() -> Player:
    return Player.objects.get(alias="Ana")


def withdrawal() -> Payment:
    now = clock.now()
    return Payment.objects.create(
        id=uuid4(), player=ana(), direction="withdrawal", cents=30_000, status="held", reason="large",
        held="large", made=now, changed=now,
    )  # fmt: skip


@pytest.fixture
def waiting(demo: None) -> Payment:
    """One item in each queue of the jobs, in a house that had accounts in the month before."""
    Player.objects.filter(pk=ana().pk).update(since=clock.now() - timedelta(days=62))
    caixa = Person.objects.get(email="caixa@feltro.example")
    Identity.objects.filter(player=ana()).update(state="queued")
    UploadedDocument.objects.create(
        player=ana(), kind="identity", name="front.png", type="image/png", size=9, digest="0" * 64
    )
    open_complaint(player=ana(), category="other", text="Something went wrong.")
    request_adjustment(ana(), 1_500, "T-1", "The prize was missing.", caixa)
    Incident.objects.create(table=Table.objects.get(name="Lisboa"), reason="system", opened=clock.now())
    WebhookMessage.objects.create(address="warehouse", event="alert", key="1", tries=12)
    direcao, cashier = Person.objects.get(email="direcao@feltro.example"), Group.objects.get(name="cashier")
    propose_staff_change(
        kind="hire", email="night@feltro.example", role=cashier, person=direcao, reason="The nights."
    )
    impact.compute(impact.request_impact(submitted()))
    for name in ("apoio", "direcao"):
        shifts.begin_shift(person=Person.objects.get(email=f"{name}@feltro.example"))
    return [withdrawal(), withdrawal()][0]


def submitted() -> RuleChange:
    names = (f"{name}@feltro.example" for name in ("autor", "aprovador", "regulador"))
    people = Signers(*(Person.objects.get(email=name) for name in names))
    return take_step(create_draft(people), "submit", people.author)


def meant(line: str) -> str:
    """A step with the names of this house."""
    last = (clock.day_of(clock.now()).replace(day=1) - timedelta(days=1)).replace(day=1)
    names = {
        "FULL NAME": Identity.objects.get(player=ana()).name,
        "LAST MONTH": f"{last:%B %Y}",
        "COLLEAGUE": "direcao@feltro.example",
        "GIVEN UP": f"{localtime(WebhookMessage.objects.get().made):%d/%m/%Y %H:%M}",
    }
    for name, value in names.items():
        line = line.replace(name, value)
    return line


@pytest.mark.parametrize("code", read_jobs())
def test_a_job_takes_the_steps_that_the_page_of_jobs_promises(waiting: Payment, code: str) -> None:
    job = read_jobs()[code]
    session = StaffSession(job.role)
    if job.start == "decided withdrawal":
        session.open(f"/admin/cashier/payment/{waiting.pk}/change/")
        session.carry_out(Step("type", "reason = Everything agrees.", 1))
        session.carry_out(Step("press", "Release", 1))
    for line in job.now:
        session.carry_out(read_step(meant(line)))
    assert job.outcome.casefold() in text_of(session.page.get_element_by_id("main")).casefold()


def test_a_job_costs_more_clicks_than_before_only_where_the_page_says_so() -> None:
    more = [
        code
        for code, job in read_jobs().items()
        if job.before and (clicks(job.now), typed(job.now)) >= (clicks(job.before), typed(job.before))
    ]
    assert more == ["correction", "incident"], JOBS

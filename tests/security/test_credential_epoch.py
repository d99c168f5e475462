"""A change of password, second factor, role or permission immediately ends every other session and socket
of that person.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.rules.shared.refusals import Refusal
from games.tables.domain.commands import CommandRequest
from games.tables.transport.protocol import Sit
from players.identity.models import SignIn, Terms
from players.identity.registration import terms
from players.models import Person
from players.protection.eligibility import eligibility_of
from tests.games.tables.test_blackjack_live import Hand
from tests.live_table import LiveTable, account, balance, bet, do, players_with, table_open
from tests.sandbox_cashier import known

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "an old password 1", "quatro ameixas azuis ao luar"


def epoch(person: Person) -> int:
    return int(Person.objects.values_list("credential_epoch", flat=True).get(pk=person.pk))


def password(person: Person) -> None:
    person.set_password("another password 2")
    person.save()


def factor(person: Person) -> None:
    Authenticator.objects.create(user=person, type="totp", data={})


def factor_gone(person: Person) -> None:
    factor(person)
    Authenticator.objects.filter(user=person).delete()


def test_the_secret_of_a_factor_is_not_replaced_in_silence() -> None:
    """Red before: who wrote another secret into the row kept all sessions open."""
    ana, bruno = players_with(0, 2)
    factor(ana.person)
    rows, before = Authenticator.objects.filter(user=ana.person), epoch(ana.person)
    rows.update(data={"secret": "of somebody else"})
    assert epoch(ana.person) == before + 1
    rows.update(data={"secret": "of somebody else", "name": "my telephone"}, last_used_at=timezone.now())
    assert epoch(ana.person) == before + 1, "a name is no secret"
    other = epoch(bruno.person)
    rows.update(user=bruno.person)
    assert epoch(bruno.person) == other + 1


def role(person: Person) -> None:
    person.groups.add(Group.objects.get_or_create(name="any role")[0])


def barred(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(is_active=False)


CHANGES = [password, factor, factor_gone, role, barred]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_every_change_of_credentials_is_counted_by_the_database(change: Callable[[Person], None]) -> None:
    (ana,) = players_with(0, 1)
    before = epoch(ana.person)
    change(ana.person)
    assert epoch(ana.person) > before
    ana.person.first_name = "Ana"
    ana.person.save()
    assert epoch(ana.person) > before, "a person who is saved with an old number does not set it back"


def test_a_name_or_a_language_changes_nothing() -> None:
    (ana,) = players_with(0, 1)
    before = epoch(ana.person)
    Person.objects.filter(pk=ana.person_id).update(first_name="Ana", language="en")
    assert epoch(ana.person) == before


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_stolen_socket_places_no_bet_after_the_change(
    tmp_path: Path, change: Callable[[Person], None]
) -> None:
    """Red before: a bet was taken 44 seconds after the password had been changed."""
    (ana,) = players_with(10_000, 1)
    room = LiveTable(tmp_path, table_open())
    room.sit([ana])
    room.until("bets-opened")
    stolen = epoch(ana.person)
    change(ana.person)
    served = room.transaction.execute(
        [CommandRequest(ana.pk, bet(room.round, {"red": 500}), ("web", 1), stolen)]
    )
    assert served.results[0].refused is not None and served.results[0].refused.code is Refusal.SIGNED_OUT
    assert balance(ana) == 10_000
    served = room.transaction.execute(
        [CommandRequest(ana.pk, bet(room.round, {"red": 500}), ("web", 1), epoch(ana.person))]
    )
    assert served.results[0].refused is None, "a session from after the change continues"


def test_no_seat_can_be_taken_with_an_old_session(tmp_path: Path) -> None:
    (ana,) = players_with(10_000, 1)
    room = LiveTable(tmp_path, table_open())
    stolen = epoch(ana.person)
    password(ana.person)
    served = room.transaction.execute([CommandRequest(ana.pk, Sit(uuid4()), ("web", 1), stolen)])
    assert served.results[0].refused is not None and served.results[0].refused.code is Refusal.SIGNED_OUT


def newer_terms() -> Terms:
    """A version without acceptances: players accept what was published before they registered."""
    last = terms.publish_terms()
    return Terms.objects.create(
        version=last.version + 1,
        portuguese="Novos",
        english="New",
        portuguese_digest="a" * 64,
        english_digest="b" * 64,
    )


def test_without_accepted_terms_no_seat_can_be_taken_for_money(tmp_path: Path) -> None:
    """Red before: over the socket the page that asks for the terms was never seen."""
    ana, bruno = players_with(10_000, 2)
    version = newer_terms()
    terms.accept_terms(player=bruno, terms=version, language="en")
    room = LiveTable(tmp_path, table_open())
    answers = room.transaction.execute(
        [CommandRequest(who.pk, Sit(uuid4()), ("web", 1)) for who in (ana, bruno)]
    ).results
    assert answers[0].refused is not None and answers[0].refused.details == {"why": "terms"}
    assert answers[1].refused is None


def test_new_terms_bar_the_bets_of_everybody_who_already_sits(tmp_path: Path) -> None:
    """Red before: terms were asked for when somebody sat down, so that an open socket went on betting euros.

    What is staked already is settled. A bet goes through once the terms are accepted.
    """
    ana, bruno = players_with(10_000, 2)
    room = LiveTable(tmp_path, table_open())
    room.sit([ana, bruno])
    room.until("bets-opened")
    (first,) = room.send((ana, bet(room.round, {"red": 500})))
    assert first.refused is None
    version = newer_terms()
    terms.accept_terms(player=bruno, terms=version, language="en")
    results = room.send((ana, bet(room.round, {"red": 500})), (bruno, bet(room.round, {"red": 500})))
    assert results[0].refused is not None and results[1].refused is None
    assert (results[0].refused.code, results[0].refused.details) == (Refusal.EXCLUDED, {"why": "terms"})
    room.until("round-ended")
    assert account(room.table, "stakes") == 0, "the first stake was settled"
    assert ana.pk in room.live.players, "nobody loses a seat"
    terms.accept_terms(player=ana, terms=version, language="en")
    room.until("bets-opened")
    (last,) = room.send((ana, bet(room.round, {"red": 500})))
    assert last.refused is None


def test_demonstration_credits_need_no_accepted_terms() -> None:
    (ana,) = players_with(10_000, 1, "DEMO")
    newer_terms()
    assert eligibility_of([ana.pk], "EUR")[ana.pk].barred == "terms"
    assert eligibility_of([ana.pk], "DEMO")[ana.pk].barred == ""


def test_the_decisions_of_an_open_hand_need_no_accepted_terms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision without a stake ends the hand as the player wishes; a new stake, such as a double, waits."""
    hand = Hand(LiveTable(tmp_path, table_open("blackjack")), monkeypatch, "6H 9C 5H 8S 9D KD")
    hand.until_a_choice()
    newer_terms()
    refused = hand.ask({"t": "double", "cents": 1_000})
    assert refused is not None and refused.details == {"why": "terms", "in_hand": True}
    assert hand.play([{"t": "hit"}, {"t": "stand"}]) == 1_000, "twenty beats seventeen"


def test_no_cards_are_dealt_to_chips_of_somebody_who_has_not_accepted(tmp_path: Path) -> None:
    """Bets from a stack are not asked about one by one: the next deal passes the player over."""
    players = players_with(100_000, 3)
    room = LiveTable(tmp_path, table_open("holdem"))
    room.sit(players)
    room.until("bets-opened")
    room.send(*((player, do(room.round, {"t": "buy-in"})) for player in players))
    version = newer_terms()
    for player in players[1:]:
        terms.accept_terms(player=player, terms=version, language="en")
    assert "sat-out" in room.until("blind-posted")
    assert [seat for seat, stack in room.live.game.seats.items() if stack.resting] == [
        room.live.players[players[0].pk]
    ]


def signed_in(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


@pytest.mark.parametrize("change", [factor, factor_gone, role], ids=lambda change: change.__name__)
def test_other_sessions_end_with_the_next_page(change: Callable[[Person], None]) -> None:
    ana = known(players_with(0, 1)[0])
    client = signed_in(ana.person)
    assert client.get("/account/security/").status_code == 200
    change(ana.person)
    answer = client.get("/account/security/")
    assert answer.status_code == 302 and "/account/sign-in/" in answer["Location"]
    assert SignIn.objects.get(person=ana.person).cause == "changed"


def test_the_session_that_changes_the_password_continues() -> None:
    ana = known(players_with(0, 1)[0])
    ana.person.set_password(PASSWORD)
    ana.person.save()
    current, other = signed_in(ana.person), signed_in(ana.person)
    fields = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert current.post("/account/password/", fields).status_code == 302
    ana.person.refresh_from_db()
    assert ana.person.check_password(NEW)
    assert current.get("/account/security/").status_code == 200
    assert other.get("/account/security/").status_code == 302
